/** Compares the output of a block with the comments next to its lines. */
import { formatWithOptions } from 'node:util';

/** The number of checked lines that each block has printed. */
export const checkedLines = new Map<string, number>();

/** Returns a replacement for `console.log` that compares the output with a comment. */
export function expectOutput(block: string, expected: string): (...values: readonly unknown[]) => void {
  return (...values) => {
    checkedLines.set(block, (checkedLines.get(block) ?? 0) + 1);
    const printed = formatWithOptions({ breakLength: Number.POSITIVE_INFINITY }, ...values);
    const pattern = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    if (!new RegExp(`^${pattern.join('[^]*')}$`).test(printed)) {
      throw new Error(`${block}: expected output\n  ${expected}\nreceived\n  ${printed}`);
    }
  };
}

/** Holds what a block prints against the comment beside it. */
import { formatWithOptions } from 'node:util';

/** How many of its lines each block has printed. */
export const heard = new Map<string, number>();

/** What stands for `console.log` where a comment says what it prints. */
export function says(block: string, expected: string): (...values: readonly unknown[]) => void {
  return (...values) => {
    heard.set(block, (heard.get(block) ?? 0) + 1);
    const printed = formatWithOptions({ breakLength: Number.POSITIVE_INFINITY }, ...values);
    const pattern = expected.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    if (!new RegExp(`^${pattern.join('[^]*')}$`).test(printed)) {
      throw new Error(`${block}: expected it to print\n  ${expected}\nas the comment says, received\n  ${printed}`);
    }
  };
}

/** Measures in fresh processes, one after another, so that whatever else the machine does strikes all of them alike. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

/**
 * The median of what each program prints over many rounds; in each round every program runs once. One that prints
 * several numbers, as JSON, has them under its name and theirs: `mock get`.
 */
export async function medians(
  programs: Readonly<Record<string, readonly string[]>>,
  rounds: number,
): Promise<Map<string, number>> {
  const printed = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [program, args] of Object.entries(programs)) {
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
      const figures: number | Record<string, number> = JSON.parse(stdout);
      for (const [figure, value] of Object.entries(typeof figures === 'number' ? { '': figures } : figures)) {
        const name = `${program} ${figure}`.trim();
        printed.set(name, [...(printed.get(name) ?? []), value]);
      }
    }
  }
  return new Map([...printed].map(([name, values]) => [name, median(values)]));
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Measures in fresh processes, one after another, so that whatever else the machine does strikes all of them alike. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

/** The median of what each program prints over many rounds; in each round every program runs once. */
export async function medians(
  programs: Readonly<Record<string, readonly string[]>>,
  rounds: number,
): Promise<Map<string, number>> {
  const printed = new Map<string, number[]>(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, args] of Object.entries(programs)) {
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
      printed.get(name)?.push(Number(stdout));
    }
  }
  return new Map([...printed].map(([name, numbers]) => [name, median(numbers)]));
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

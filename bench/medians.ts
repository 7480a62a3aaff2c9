import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');

/** Milliseconds after which a program is stopped with an error: no benchmark may hang. */
const maxDuration = 10 * 60_000;

/**
 * Returns the median of the number that each program prints. Every round runs each program once in a new process, so
 * that other load on the machine affects all of them alike. If a program prints a JSON object, each of its numbers has
 * the name of the program and its own, for example `mock get`.
 */
export async function medians(
  programs: Readonly<Record<string, readonly string[]>>,
  rounds: number,
  cwd = root,
): Promise<Map<string, number>> {
  const printed = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [program, args] of Object.entries(programs)) {
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        cwd,
        timeout: maxDuration,
        killSignal: 'SIGKILL',
      });
      const figures: number | Record<string, number> = JSON.parse(stdout);
      for (const [figure, value] of Object.entries(typeof figures === 'number' ? { '': figures } : figures)) {
        const name = `${program} ${figure}`.trim();
        printed.set(name, [...(printed.get(name) ?? []), value]);
      }
    }
  }
  return new Map([...printed].map(([name, values]) => [name, median(values)]));
}

/** Returns the median of the given numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

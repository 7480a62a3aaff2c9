/**
 * Runs the benchmarks and writes the results to docs/benchmarks.md: `npm run bench` for all parts,
 * `npm run bench -- mock` for one.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../test/install.ts';
import { measureClient } from './client.ts';
import { measureMock } from './mock.ts';
import { measurePersistence } from './persistence.ts';
import type { Part } from './report.ts';
import { measureSandboxes } from './sandboxes.ts';
import { measureTypes } from './types.ts';

/** The results of each part are between `<!-- measured: NAME -->` and `<!-- /measured: NAME -->`. */
const parts: Readonly<Record<string, Part>> = {
  client: measureClient,
  types: measureTypes,
  mock: measureMock,
  persistence: measurePersistence,
  sandboxes: measureSandboxes,
};

const page = join(import.meta.dirname, '../docs/benchmarks.md');
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`Unknown part "${unknown.join(', ')}". Valid parts: ${Object.keys(parts).join(', ')}`);
await install('bench/peers');
await install('bench/generated');
execFileSync(process.execPath, ['bench/generated/generate-clients.ts'], { stdio: 'inherit' });
for (const name of wanted) {
  const measurement = await parts[name]?.();
  if (measurement) write(`measured: ${name}`, measurement.results);
  if (measurement?.goals) write(`goals: ${name}`, [measurement.goals]);
}

function write(mark: string, paragraphs: readonly string[]): void {
  const section = new RegExp(`(<!-- ${mark} -->\n).*(<!-- /${mark} -->)`, 's');
  const before = readFileSync(page, 'utf8');
  if (!section.test(before)) throw new Error(`${page} has no section <!-- ${mark} -->`);
  const text = paragraphs.join('\n\n');
  writeFileSync(
    page,
    before.replace(section, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`),
  );
}

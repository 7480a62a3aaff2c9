/** `--seed`: what the mock starts with. */
import { readFile } from 'node:fs/promises';
import { type MockSnapshot, readSnapshot } from '../controls/snapshot.ts';
import { demo } from '../seed/demo.ts';
import type { Seed, SeedRows } from '../seed/seed.ts';
import { errorCode } from '../shared/error-code.ts';
import { isObject } from '../shared/is-object.ts';
import { isTableName, parseRow } from '../store/json-rows.ts';
import { tableNames } from '../store/schema.ts';

/** The seeds that have a name. */
const named: Readonly<Record<string, Seed>> = { demo, empty: {} };

/** What `--seed` takes, beside files. */
export const seedNames: readonly string[] = [...Object.keys(named), 'generate:N'];

/**
 * The seed that a name, a number of records to generate, or a file stands for.
 *
 * @throws Error that says what is wrong with the number or the file.
 */
export async function seedFrom(source: string): Promise<Seed | MockSnapshot> {
  if (source === 'generate' || source.startsWith('generate:')) return generated(source.slice('generate:'.length));
  return (Object.hasOwn(named, source) ? named[source] : undefined) ?? readSeedFile(source);
}

/** So many customers, each with a contact and an address, and a product to each ten of them. */
async function generated(count: string): Promise<Seed> {
  const customers = Number(count);
  if (!/^\d+$/.test(count) || !Number.isSafeInteger(customers)) {
    throw new Error(`expected a number of customers, as in generate:1000, received ${count || 'none'}`);
  }
  // Its library of names takes a while to load.
  const { generate } = await import('../seed/generate.ts');
  return generate({ customers, products: Math.ceil(customers / 10) });
}

/** A file with the JSON of a snapshot, or of rows by table. */
async function readSeedFile(file: string): Promise<Seed | MockSnapshot> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new Error(
      `there is no file ${file}, and no seed of that name. There are ${seedNames.join(', ')}, or a FILE.`,
    );
  });
  const json: unknown = JSON.parse(text);
  if (isObject(json) && 'version' in json) return readSnapshot(json);
  if (isSeedRows(json)) return json;
  throw new Error(`expected a snapshot, or rows by table: {"customers": [{ … }], …}`);
}

/** Whether these are rows by table. Their fields are checked as they are inserted. */
function isSeedRows(json: unknown): json is SeedRows {
  if (!isObject(json)) return false;
  for (const [name, rows] of Object.entries(json)) {
    if (!isTableName(name)) throw new TypeError(`no table ${name}; there are ${tableNames.join(', ')}`);
    if (!Array.isArray(rows)) throw new TypeError(`${name}: expected an array of rows`);
    for (const row of rows) parseRow(name, row);
  }
  return true;
}

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { suggestName } from '../../src/contract/suggest-name.ts';
import type { SnapshotJson } from '../controls/snapshot.ts';
import { demo } from '../seed/demo.ts';
import { parseRows, rowsFormat } from '../seed/row-files.ts';
import type { Seed } from '../seed/seed.ts';
import { errorCode } from '../shared/errors.ts';
import { isObject } from '../shared/json.ts';
import { describeUnknownTable, tableNameOf, tableNames } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';

const named: Readonly<Record<string, Seed>> = { demo, empty: {} };

/** The values that `--seed` accepts in addition to files. */
export const seedNames: readonly string[] = [...Object.keys(named), 'generate:N'];

/**
 * Loads the seed with the given name, generates it (`generate:N`), or reads it from a file.
 *
 * @param tables The names of the tables of the mock, which a file of rows can have.
 * @throws An Error if the name is unknown, or if the number or the file is invalid.
 */
export async function loadSeed(source: string, tables: readonly string[] = tableNames): Promise<Seed | SnapshotJson> {
  if (source === 'generate' || source.startsWith('generate:')) return generateSeed(source.slice('generate:'.length));
  return (Object.hasOwn(named, source) ? named[source] : undefined) ?? readSeedFile(source, tables);
}

/** Generates customers, each with a contact and an address, and one product for every ten customers. */
async function generateSeed(count: string): Promise<Seed> {
  const customers = Number(count);
  if (!/^\d+$/.test(count) || !Number.isSafeInteger(customers)) {
    throw new Error(`must have a number of customers, for example generate:1000, received ${count || 'none'}.`);
  }
  // faker takes a while to load.
  const { generate } = await import('../seed/generate.ts');
  return generate({ customers, products: Math.ceil(customers / 10) });
}

async function readSeedFile(file: string, tables: readonly string[]): Promise<Seed | SnapshotJson> {
  const bytes = await readFile(file).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new Error(
      `no seed and no file with this name.${suggestName(file, seedNames)} Valid seeds: ${seedNames.join(', ')}, or a file (JSON, CSV, NDJSON).`,
    );
  });
  const text = decode(bytes);
  const format = rowsFormat(file);
  if (format !== undefined) return parseRows(tableOfFile(file, tables), text, format);
  // The mock validates tables and fields when it inserts the rows.
  const json: Seed | SnapshotJson = JSON.parse(text);
  if (isObject(json)) return json;
  throw new Error('must be a snapshot or rows by table, for example {"customers": [{ … }]}.');
}

/** Returns the table that a file is named after: `customers.csv`. */
function tableOfFile(file: string, tables: readonly string[]): TableName {
  const [name = ''] = basename(file).split('.');
  if (tables.includes(name)) return tableNameOf(name);
  const unknown = describeUnknownTable(name, tables);
  throw new TypeError(`must have the name of its table, for example customers.csv. ${unknown}`);
}

/** Decodes UTF-8 with or without a byte order mark, and UTF-16, which Windows PowerShell writes. */
function decode(bytes: Uint8Array): string {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`must be in UTF-8, or in UTF-16 with a byte order mark. Save the file as UTF-8.`, { cause });
  }
}

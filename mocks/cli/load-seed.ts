import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { suggestName } from '../../src/contract/unknown-name.ts';
import { createMockServer } from '../engine/create-mock-server.ts';
import { demo } from '../seed/demo.ts';
import { parseRows, rowsFormat } from '../seed/row-files.ts';
import { addFileName } from '../seed/row-lines.ts';
import { assertTables, isNote, type Seed, type SeedRows } from '../seed/seed.ts';
import { errorCode } from '../shared/errors.ts';
import { isObject, readField } from '../shared/json.ts';
import { decodeText } from '../shared/text-bytes.ts';
import { isSnapshot, type MockSnapshot, type SnapshotJson } from '../snapshots/snapshot.ts';
import { describeUnknownTable, tableNameOf, tableNames } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';
import { createTableSchema } from '../store/table-schema.ts';
import { ColumnNames } from './column-names.ts';
import type { OwnParts } from './load-operations.ts';

/** A seed, or a snapshot of a file. */
type LoadedSeed = Seed | SnapshotJson;

const named: Readonly<Record<string, Seed>> = { demo, empty: {} };

/** The values that `--seed` accepts in addition to files. */
export const seedNames: readonly string[] = [...Object.keys(named), 'generate:N'];

/**
 * Loads the seed with the given name, generates it (`generate:N`), or reads it from a file.
 *
 * @param tables The names of the tables of the mock, which a file of rows can have.
 * @param columns The columns of `--columns`, for CSV files.
 * @throws An Error if the name is unknown, or if the number or the file is invalid.
 */
export async function loadSeed(
  source: string,
  tables: readonly string[] = tableNames,
  columns: ColumnNames = new ColumnNames(),
): Promise<LoadedSeed> {
  if (source === 'generate' || source.startsWith('generate:')) return generateSeed(source.slice('generate:'.length));
  return readField(named, source) ?? readSeedFile(source, tables, columns);
}

/**
 * Joins the seeds of several options `--seed`. The rows of the later ones are added to the first one, and may refer to
 * its rows and to each other.
 *
 * @param sources The option `--seed` of each seed.
 * @param own Your own operations and tables, which a snapshot may name.
 * @throws A TypeError if a later seed is not rows by table, or an `InvalidRecordError` if a row is not valid.
 */
export function joinSeeds(
  seeds: readonly LoadedSeed[],
  sources: readonly string[],
  own: OwnParts,
): LoadedSeed | MockSnapshot {
  const [first = {}, ...others] = seeds;
  if (others.length === 0) return first;
  const isBase = typeof first === 'function' || isSnapshot(first);
  const { names } = createTableSchema(own.tables);
  const rows = isBase ? joinRows(others, sources.slice(1), names) : joinRows(seeds, sources, names);
  if (!isBase) return rows;
  const mock = createMockServer({ seed: first, ...own });
  mock.importRows(rows);
  return mock.snapshot({ settings: 'settings' in first });
}

function joinRows(seeds: readonly LoadedSeed[], sources: readonly string[], tables: readonly string[]): SeedRows {
  const joined: Record<string, readonly object[]> = {};
  for (const [at, seed] of seeds.entries()) {
    if (typeof seed === 'function' || isSnapshot(seed)) {
      throw new TypeError('demo, generate:N and a snapshot must be the first --seed. Only rows can be added to them.');
    }
    assertTables('seed', seed, tables);
    for (const [name, rows = []] of Object.entries(seed)) {
      if (isNote(name)) continue;
      if (seeds.some((other) => other !== seed && Object.hasOwn(other, name))) addFileName(rows, sources[at] ?? '');
      joined[name] = [...(joined[name] ?? []), ...rows];
    }
  }
  assertTables('seed', joined, tables);
  return joined;
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

async function readSeedFile(file: string, tables: readonly string[], columns: ColumnNames): Promise<LoadedSeed> {
  const bytes = await readFile(file).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new Error(
      `no seed and no file with this name.${suggestName(file, seedNames)} Valid seeds: ${seedNames.join(', ')}, or a file (JSON, CSV, NDJSON).`,
    );
  });
  const text = decodeText(bytes);
  const format = rowsFormat(file);
  if (format !== undefined) {
    const table = tableOfFile(file, tables);
    return parseRows(table, text, format, format === 'csv' ? { columns: columns.of(table, text) } : {});
  }
  // The mock validates tables and fields when it inserts the rows.
  const json: LoadedSeed = JSON.parse(text);
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

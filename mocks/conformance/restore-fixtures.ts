import * as z from 'zod/mini';
import { validate } from '../../src/contract/validate.ts';
import { isObject } from '../shared/json.ts';
import { bodyFieldsOf } from './body-fields.ts';
import { type Exchange, isSuccess } from './exchange.ts';
import { dataOf, isEqual, type Json, objectsIn, textOf } from './json.ts';
import { pathOf } from './operations.ts';
import { type ConformanceOptions, validateOptions } from './options.ts';
import { findPrice } from './price-fixture.ts';
import {
  type FixtureOperation,
  fixtureOperations,
  type SavedFixture,
  type SavedFixtures,
  type UnrestoredFixture,
} from './saved-fixtures.ts';
import { describeResponse } from './service.ts';
import { Session, trimSlashes } from './session.ts';

const savedFixturesSchema = z.object({
  version: z.literal(1),
  kit: z.string(),
  baseUrl: z.string(),
  fixtures: z.array(
    z
      .object({
        operation: z.enum(fixtureOperations),
        id: z.string(),
        productId: z.optional(z.string()),
        fields: z.record(z.string(), z.unknown()),
      })
      .check(
        z.refine(({ operation, productId }) => operation !== 'prices.update' || productId !== undefined, {
          path: ['productId'],
          error: 'is required for a price',
        }),
      ),
  ),
});

/** Options of {@link restoreFixtures}. */
export interface RestoreOptions
  extends Pick<ConformanceOptions, 'baseUrl' | 'token' | 'fetch' | 'headers' | 'timeout'> {
  /** The fixtures that `saveFixtures` was called with. */
  readonly saved: SavedFixtures;
}

/**
 * Sets the fields of fixtures back that a run left changed, for example because its process was killed. Resolves with
 * the fixtures that still differ.
 *
 * @throws A TypeError if an option is invalid, or if the fixtures belong to another base URL.
 */
export async function restoreFixtures({ saved, ...options }: RestoreOptions): Promise<UnrestoredFixture[]> {
  validateOptions(options);
  const result = validate(savedFixturesSchema, saved);
  if (!result.ok) {
    const [first] = result.issues;
    throw new TypeError(`saved: ${[first?.path, first?.message].filter(Boolean).join(' ')}`);
  }
  if (trimSlashes(result.value.baseUrl) !== trimSlashes(options.baseUrl)) {
    throw new TypeError(`saved: the fixtures belong to ${result.value.baseUrl}. Pass it as baseUrl.`);
  }
  const { baseUrl, token, fetch, headers, timeout } = options;
  const session = new Session({ baseUrl, tokens: { main: token }, fetch, headers, timeout });
  const unrestored: UnrestoredFixture[] = [];
  for (const fixture of result.value.fixtures) {
    const left = await restoreFixture(session, fixture);
    if (left) unrestored.push(left);
  }
  return unrestored;
}

/** The part of the kit that depends on the kind of a fixture. */
interface FixtureKind {
  /** The operation that shows the fixture. */
  readonly read: 'contacts.get' | 'categories.get' | 'products.get';
  /** The names of the fields that are restored. */
  readonly fields: readonly string[];
  /** Returns the fixture in the data of a response, and other records that an update of the fixture may change. */
  find(data: unknown, id: string): { readonly record: unknown; readonly others: Json[] };
  /** Returns the bodies of the updates that restore the fields with these names. Further rounds try other bodies. */
  bodies(fields: Json, names: readonly string[], round: number): Json[];
}

/** @param immutable Fields that an update cannot change on a server that conforms. */
function recordKind(operation: FixtureOperation, read: FixtureKind['read'], immutable: string): FixtureKind {
  const bodyFields = bodyFieldsOf(operation);
  const nullable = new Set(bodyFields.flatMap(({ key, isNullable }) => (isNullable ? [key] : [])));
  return {
    read,
    fields: [...bodyFields.map(({ key }) => key), immutable],
    find: (data) => ({ record: data, others: [] }),
    bodies(fields, names, round) {
      // A server may return null for an empty text that cannot be null in a request.
      const unset = (name: string) => (nullable.has(name) || round % 2 === 1 ? null : '');
      const sent = names.filter((name) => round > 0 || name !== immutable);
      const body = Object.fromEntries(sent.map((name) => [name, fields[name] ?? unset(name)]));
      // A server that rejects one field may accept the others.
      return round === 0 ? [body] : Object.entries(body).map(([key, value]) => ({ [key]: value }));
    },
  };
}

/** No operation reads a price, so its product shows it. */
const priceKind: FixtureKind = {
  read: 'products.get',
  fields: ['pricing_model', 'amount'],
  find(product, id) {
    const record = findPrice(product, id);
    const prices = objectsIn(Object(product)['prices']);
    return { record, others: prices.filter((price) => price !== record && textOf(price, 'id') !== '') };
  },
  // The amount depends on the model, and only a flat price has one.
  bodies: (fields) => [Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))],
};

const kinds: Readonly<Record<FixtureOperation, FixtureKind>> = {
  'contacts.update': recordKind('contacts.update', 'contacts.get', 'customer_id'),
  'categories.update': recordKind('categories.update', 'categories.get', 'api_name'),
  'prices.update': priceKind,
};

/** Rounds of updates after which a fixture is reported. */
const maxRounds = 4;

/** Sets the fields of a fixture back. Returns the fields that still differ, if any. */
export async function restoreFixture(session: Session, saved: SavedFixture): Promise<UnrestoredFixture | undefined> {
  const { operation, id, fields } = saved;
  let reason = '';
  for (let round = 0; ; round += 1) {
    const { record, exchange } = await readFixture(session, saved);
    const wrong = Object.keys(fields).filter((field) => !record || !isEqual(record[field], fields[field]));
    if (record && wrong.length === 0) return undefined;
    if (round === maxRounds)
      return { operation, id, fields: wrong, reason: record ? reason : describeResponse(exchange) };
    const url = pathOf(operation, { id });
    for (const body of kinds[operation].bodies(fields, wrong, round)) {
      const response = await session.sendToRestore({ operation, method: 'PATCH', url, body });
      reason = `the update ${describeResponse(response)}`;
    }
  }
}

/** Returns the fields of a record that {@link restoreFixture} can restore. */
export function pickFields(operation: FixtureOperation, record: Json): Json {
  const names = kinds[operation].fields.filter((name) => name in record);
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

/** Reads a fixture, and other records that an update of the fixture may change. */
export async function readFixture(
  session: Session,
  { operation, id, productId }: Omit<SavedFixture, 'fields'>,
): Promise<{ record: Json | undefined; others: Json[]; exchange: Exchange }> {
  const { read, find } = kinds[operation];
  const url = pathOf(read, { id: productId ?? id });
  const exchange = await session.sendToRestore({ operation: read, method: 'GET', url });
  const { record, others } = find(dataOf(exchange.json), id);
  return { record: isSuccess(exchange) && isObject(record) ? record : undefined, others, exchange };
}

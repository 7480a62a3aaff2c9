import { VERSION } from '../../src/contract/version.ts';
import { errorMessage } from '../shared/errors.ts';
import { isObject } from '../shared/json.ts';
import { bodyFieldsOf } from './body-fields.ts';
import { type Exchange, isSuccess, NotRunError } from './exchange.ts';
import { dataOf, isEqual, type Json, objectsIn, textOf } from './json.ts';
import { pathOf } from './operations.ts';
import { describeUnusablePrice, findPrice } from './price-fixture.ts';
import { describeResponse } from './service.ts';
import type { Session } from './session.ts';

/** An operation that changes fixtures. */
export type FixtureOperation = 'contacts.update' | 'categories.update' | 'prices.update';

/** The operations that change fixtures. */
export const fixtureOperations: readonly FixtureOperation[] = ['contacts.update', 'categories.update', 'prices.update'];

/** The fields of a fixture before the first change. They can be personal data. */
export interface SavedFixture {
  readonly operation: FixtureOperation;
  readonly id: string;
  /** The product of a price, which shows it. */
  readonly productId?: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The fixtures that a run changes, as they were before. */
export interface SavedFixtures {
  /** The version of the format. */
  readonly version: 1;
  /** The version of the package. */
  readonly kit: string;
  readonly baseUrl: string;
  readonly fixtures: readonly SavedFixture[];
}

/** A fixture that does not have its original fields. */
export interface UnrestoredFixture {
  readonly operation: string;
  readonly id: string;
  /** The names of the fields. Their values are not in the report. */
  readonly fields: readonly string[];
  readonly reason: string;
}

/** Fields that an update cannot change on a server that conforms. */
const immutable: Readonly<Record<FixtureOperation, readonly string[]>> = {
  'contacts.update': ['customer_id'],
  'categories.update': ['api_name'],
  'prices.update': [],
};

const reads = {
  'contacts.update': 'contacts.get',
  'categories.update': 'categories.get',
  'prices.update': 'products.get',
} as const;

/** Rounds of updates after which a fixture is reported. */
const maxRounds = 4;

/** Saves fixtures before their first change, and restores them. */
export class FixtureGuard {
  /** The product of the price. Without it, the price is not changed. */
  pricedProduct: string | undefined;
  readonly unrestored: UnrestoredFixture[] = [];
  readonly #session: Session;
  readonly #ids: ReadonlySet<string>;
  readonly #save: (fixtures: readonly SavedFixture[] | undefined) => Promise<void>;
  readonly #saved = new Map<string, SavedFixture>();
  readonly #changed = new Set<string>();
  #saving: Promise<void> = Promise.resolve();

  /** @param save Stores the fixtures until it is called with undefined. */
  constructor(
    session: Session,
    ids: readonly string[],
    save: (fixtures: readonly SavedFixture[] | undefined) => Promise<void>,
  ) {
    this.#session = session;
    this.#ids = new Set(ids.map((id) => id.toLowerCase()));
    this.#save = save;
  }

  /** Saves a fixture before a request that may change it. Throws a {@link NotRunError} if that is not possible. */
  async protect(operation: string, id: string): Promise<void> {
    const isFixture = isFixtureOperation(operation) && this.#ids.has(id.toLowerCase());
    if (!isFixture || this.#changed.has(id)) return;
    if (this.unrestored.some((fixture) => fixture.operation === operation)) {
      throw new NotRunError('the fixture could not be restored after an earlier check');
    }
    const target = { operation, id, ...(operation === 'prices.update' && { productId: this.pricedProduct }) };
    const { record, others, exchange } = await read(this.#session, target);
    if (!record) throw new NotRunError(`the fixture ${describeResponse(exchange)}, so it is not changed`);
    // It may have changed since the start of the run.
    const unusable = operation === 'prices.update' ? describeUnusablePrice(record) : undefined;
    if (unusable !== undefined) throw new NotRunError(unusable);
    const saved: SavedFixture[] = [
      { ...target, fields: pickFields(operation, record) },
      ...others.map((other) => ({ ...target, id: textOf(other, 'id'), fields: pickFields(operation, other) })),
    ];
    if (JSON.stringify(saved).includes('[token]')) {
      throw new NotRunError('the fixture contains a secret of the options, so it cannot be restored');
    }
    for (const each of saved) this.#saved.set(each.id, each);
    try {
      await this.#saveAll();
    } catch (error) {
      for (const each of saved) this.#saved.delete(each.id);
      throw new NotRunError(`the fixture cannot be saved, so it is not changed: ${errorMessage(error)}`);
    }
    this.#changed.add(id);
  }

  /** Stores all fixtures. Fixtures of checks that run at the same time are stored one after the other. */
  #saveAll(): Promise<void> {
    const save = () => this.#save([...this.#saved.values()]);
    this.#saving = this.#saving.then(save, save);
    return this.#saving;
  }

  /** Restores the fixtures with these ids that were changed, also after an interruption. */
  async restore(ids: readonly string[]): Promise<void> {
    const given = new Set(ids.map((id) => id.toLowerCase()));
    for (const id of this.#changed) {
      if (!given.has(id.toLowerCase())) continue;
      const saved = this.#saved.get(id);
      const unrestored = saved && (await restoreFixture(this.#session, saved));
      if (unrestored) this.unrestored.push(unrestored);
      else if (saved?.productId !== undefined) this.unrestored.push(...(await this.#findOtherChanges(saved)));
      this.#changed.delete(id);
    }
  }

  /**
   * Returns the other prices of the product that the updates of a price changed. They are not updated: on such a
   * server, each update would change the others again.
   */
  async #findOtherChanges(price: SavedFixture): Promise<UnrestoredFixture[]> {
    const { others } = await read(this.#session, price);
    const reason = 'the server changed it with another price of its product';
    return others.flatMap((other) => {
      const { operation, id, fields = {} } = this.#saved.get(textOf(other, 'id')) ?? {};
      const wrong = Object.keys(fields).filter((field) => !isEqual(other[field], fields[field]));
      return operation && id && wrong.length > 0 ? [{ operation, id, fields: wrong, reason }] : [];
    });
  }

  /** Restores the fixtures, and removes what was saved if that succeeded. */
  async close(): Promise<void> {
    await this.restore([...this.#ids]);
    // Checks that run at the same time can end in any order.
    this.unrestored.sort((a, b) => (a.operation < b.operation ? -1 : 1));
    // The fixtures are restored, so a file that cannot be removed does no harm.
    if (this.#saved.size > 0 && this.unrestored.length === 0) await this.#save(undefined).catch(() => {});
  }
}

/** Wraps saved fixtures for a file. */
export function createSavedFixtures(baseUrl: string, fixtures: readonly SavedFixture[]): SavedFixtures {
  return { version: 1, kit: VERSION, baseUrl, fixtures };
}

/** Sets the fields of a fixture back. Returns the fields that still differ, if any. */
export async function restoreFixture(session: Session, saved: SavedFixture): Promise<UnrestoredFixture | undefined> {
  const { operation, id, fields } = saved;
  let reason = '';
  for (let round = 0; ; round += 1) {
    const { record, exchange } = await read(session, saved);
    const wrong = Object.keys(fields).filter((field) => !record || !isEqual(record[field], fields[field]));
    if (record && wrong.length === 0) return undefined;
    if (round === maxRounds)
      return { operation, id, fields: wrong, reason: record ? reason : describeResponse(exchange) };
    const body = bodyOf(saved, wrong, round);
    // A server that rejects one field may accept the others. The amount of a price depends on its model.
    const isWhole = round === 0 || operation === 'prices.update';
    const bodies = isWhole ? [body] : Object.entries(body).map(([key, value]) => ({ [key]: value }));
    for (const each of bodies) {
      const response = await session.sendToRestore({
        operation,
        method: 'PATCH',
        url: pathOf(operation, { id }),
        body: each,
      });
      reason = `the update ${describeResponse(response)}`;
    }
  }
}

/** A server may return null for an empty text that cannot be null in a request. */
function bodyOf({ operation, fields }: SavedFixture, names: readonly string[], round: number): Json {
  const nullable = new Set(bodyFieldsOf(operation).flatMap(({ key, isNullable }) => (isNullable ? [key] : [])));
  const unset = (name: string) => (nullable.has(name) || round % 2 === 1 ? null : '');
  // Only a flat price has an amount.
  if (operation === 'prices.update')
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const sent = names.filter((name) => round > 0 || !immutable[operation].includes(name));
  return Object.fromEntries(sent.map((name) => [name, fields[name] ?? unset(name)]));
}

function pickFields(operation: FixtureOperation, record: Json): Json {
  const names =
    operation === 'prices.update'
      ? ['pricing_model', 'amount']
      : [...bodyFieldsOf(operation).map(({ key }) => key), ...immutable[operation]];
  return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}

async function read(
  session: Session,
  { operation, id, productId = '' }: Omit<SavedFixture, 'fields'>,
): Promise<{ record: Json | undefined; others: Json[]; exchange: Exchange }> {
  const isPrice = operation === 'prices.update';
  const url = pathOf(reads[operation], { id: isPrice ? productId : id });
  const exchange = await session.sendToRestore({ operation: reads[operation], method: 'GET', url });
  const data = dataOf(exchange.json);
  const record = isPrice ? findPrice(data, id) : data;
  const others = isPrice
    ? objectsIn(Object(data)['prices']).filter((price) => price !== record && textOf(price, 'id') !== '')
    : [];
  return { record: isSuccess(exchange) && isObject(record) ? record : undefined, others, exchange };
}

function isFixtureOperation(operation: string): operation is FixtureOperation {
  return fixtureOperations.some((each) => each === operation);
}

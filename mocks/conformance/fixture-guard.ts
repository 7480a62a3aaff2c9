import { errorMessage } from '../shared/errors.ts';
import { NotRunError } from './exchange.ts';
import { isEqual, textOf } from './json.ts';
import { describeUnusablePrice } from './price-fixture.ts';
import { pickFields, readFixture, restoreFixture } from './restore-fixtures.ts';
import {
  type FixtureOperation,
  fixtureOperations,
  type SavedFixture,
  type UnrestoredFixture,
} from './saved-fixtures.ts';
import { describeResponse } from './service.ts';
import type { Session } from './session.ts';

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
    const { record, others, exchange } = await readFixture(this.#session, target);
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
    const { others } = await readFixture(this.#session, price);
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

function isFixtureOperation(operation: string): operation is FixtureOperation {
  return fixtureOperations.some((each) => each === operation);
}

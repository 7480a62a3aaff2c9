import { memberOf, preview, previewWithoutText } from '../contract/printable.ts';
import { listValid } from '../contract/unknown-name.ts';
import { InvalidRequestError, MasterDataError } from '../errors/index.ts';
import { isIterable } from './item-source.ts';

/** A record with identifiers in other systems. */
export interface WithExternalIds {
  /** UUID of the record. */
  readonly id: string;
  /** Identifier in your CRM. */
  readonly id_crm: string | null;
  /** Identifier in your ERP. */
  readonly id_erp: string | null;
  /** Identifier in your accounting system. */
  readonly id_accounting: string | null;
}

/** One or more identifiers of the same record. */
export type ExternalIdFilter =
  | {
      /** Identifier in your CRM. */
      readonly id_crm: string;
      /** Identifier in your ERP. */
      readonly id_erp?: string;
      /** Identifier in your accounting system. */
      readonly id_accounting?: string;
    }
  | {
      /** Identifier in your CRM. */
      readonly id_crm?: string;
      /** Identifier in your ERP. */
      readonly id_erp: string;
      /** Identifier in your accounting system. */
      readonly id_accounting?: string;
    }
  | {
      /** Identifier in your CRM. */
      readonly id_crm?: string;
      /** Identifier in your ERP. */
      readonly id_erp?: string;
      /** Identifier in your accounting system. */
      readonly id_accounting: string;
    };

const identifiers = ['id_crm', 'id_erp', 'id_accounting'] as const;

/**
 * Returns the record of a list that has an external identifier, or `undefined` if there is none. If you pass several
 * identifiers, the record has all of them.
 *
 * The service has no such filter, so this reads the whole list: all pages of a call, or the records that you pass. For
 * many lookups, read the list once and pass the records.
 *
 * @throws A {@link MasterDataError} if several records have the identifier. The specification does not state that
 * identifiers are unique.
 * @throws An {@link InvalidRequestError} if there is no identifier, if one is unknown, or if one is not a non-empty
 * string.
 * @throws The error of the call, if it fails.
 *
 * @example
 * const customer = await findByExternalId(client.customers.list(), { id_erp: 'K-100' });
 * const parents = await client.productParents.list();
 * const parent = await findByExternalId(parents, { id_crm: 'desk' });
 */
export async function findByExternalId<T extends WithExternalIds>(
  list: Iterable<T> | AsyncIterable<T> | PromiseLike<Iterable<T>>,
  by: ExternalIdFilter,
): Promise<T | undefined> {
  const given: ExternalIdFilter = by ?? {};
  const wanted = identifiers.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  // An empty identifier would find the records without one.
  if (!wanted.length || Object.values(given).some((value) => typeof value !== 'string' || value === '')) {
    const received =
      typeof by === 'object' ? Object.entries(given).map(([name, value]) => `${name}: ${preview(value)}`) : [];
    throw new InvalidRequestError(
      `findByExternalId: must have a non-empty id_crm, id_erp or id_accounting, received ${received.join(', ') || previewWithoutText(by)}`,
    );
  }
  const unknown = Object.keys(given).find((name) => !identifiers.some((known) => known === name));
  if (unknown !== undefined) {
    const valid = listValid('identifiers', unknown, identifiers);
    throw new InvalidRequestError(`findByExternalId: Unknown identifier "${unknown}".${valid}`);
  }
  const found: T[] = [];
  const records = isIterable(list) ? list : await list;
  if (!isIterable(records)) {
    throw new InvalidRequestError(`findByExternalId: the list must be iterable, received ${preview(records)}`);
  }
  for await (const record of records) {
    if (wanted.every(([name, value]) => memberOf(record, name) === value)) found.push(record);
  }
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new MasterDataError(`${found.length} records have ${JSON.stringify(Object.fromEntries(wanted))}: ${ids}`);
  }
  return found[0];
}

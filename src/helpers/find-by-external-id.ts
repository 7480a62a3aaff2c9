import { InvalidRequestError, MasterDataError } from '../errors/index.ts';

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

/**
 * The record of a list that has an identifier of another system, or `undefined` where none has it. With several
 * identifiers it is the record that has them all.
 *
 * The service has no such filter, so this takes the whole list, as a call or as what a call returned: for many lookups
 * await the list once.
 *
 * @throws {@link MasterDataError} if several records have it: the service does not say that these identifiers are
 * unique, and any one of the records would be a guess.
 * @throws {@link InvalidRequestError} for an identifier that is empty or no string, or for none at all.
 * @throws whatever the call of the list rejects with.
 *
 * @example
 * const customer = await findByExternalId(client.customers.list(), { id_erp: 'K-100' });
 * const parents = await client.productParents.list();
 * const parent = await findByExternalId(parents, { id_crm: 'desk' });
 */
export async function findByExternalId<T extends WithExternalIds>(
  list: Iterable<T> | PromiseLike<Iterable<T>>,
  by: ExternalIdFilter,
): Promise<T | undefined> {
  const wanted = (['id_crm', 'id_erp', 'id_accounting'] as const).flatMap((name) =>
    by[name] === undefined ? [] : [[name, by[name]] as const],
  );
  // A row without an identifier must not find the records without one.
  if (!wanted.length || Object.values(by).some((value) => typeof value !== 'string' || value === '')) {
    throw new InvalidRequestError(`findByExternalId needs id_crm, id_erp or id_accounting, not ${JSON.stringify(by)}`);
  }
  const found = [...(await list)].filter((record) => wanted.every(([name, value]) => record[name] === value));
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new MasterDataError(`${found.length} records have ${JSON.stringify(Object.fromEntries(wanted))}: ${ids}`);
  }
  return found[0];
}

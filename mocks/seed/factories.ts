import { listValid } from '../../src/contract/unknown-name.ts';
import { describeInstance } from '../../src/wire/plain-object.ts';
import { isObject, readField } from '../shared/json.ts';
import type { Database } from '../store/database.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { column } from '../store/fields.ts';
import { normalizeIds } from '../store/ids.ts';
import { mapTables, metadata } from '../store/metadata.ts';
import type { MockDatabase } from '../store/mock-database.ts';
import type { Changes, Insertable, Rows, TableName } from '../store/row-types.ts';
import { definitions, type FactoryDefinition, type FactoryTypes, type Trait } from './factory-definitions.ts';
import { assertRecordCount, checkFactoryOptions } from './factory-options.ts';

/** The name of a factory. */
type FactoryName = keyof FactoryTypes;

/** Options of a factory. */
export interface FactoryOptions<Trait extends string> {
  /** Named variations of the record, for example `['flat-prices']`. Given fields take precedence. */
  readonly traits?: readonly Trait[] | undefined;
}

/**
 * A factory: a function that creates one record, with a method that creates several.
 *
 * @example
 * ```ts
 * const acme = mock.create.customer({ name: 'Acme' });
 * const contact = mock.create.contact({ customer_id: acme.id });
 * const [first, second] = mock.create.customer.list(2, { type: 'individual' });
 * const product = mock.create.product({}, { traits: ['inactive'] });
 * ```
 */
export interface Factory<Insert, Row, Trait extends string = never> {
  /**
   * Creates and stores a record. Omitted fields get believable values, and records that it must refer to are created
   * too. It belongs to the workspace of the first record that it refers to, unless you name one.
   *
   * @throws An {@link InvalidRecordError} if the API could not have created the record. Nothing is stored.
   */
  (fields?: Changes<Insert>, options?: FactoryOptions<Trait>): Row;
  /**
   * Creates up to 100,000 records: all of them, or none if one is not valid. Pass a function to give each one other
   * fields: it receives the index, from 0.
   */
  list(
    count: number,
    fields?: Changes<Insert> | ((index: number) => Changes<Insert>),
    options?: FactoryOptions<Trait>,
  ): Row[];
}

/**
 * The factories, one for each kind of record. Names, email addresses and `api_name`s differ from record to record.
 *
 * @interface
 */
export type Factories = {
  readonly [Name in keyof FactoryTypes]: Factory<
    Insertable<FactoryTypes[Name]['table']>,
    Rows[FactoryTypes[Name]['table']],
    FactoryTypes[Name]['trait']
  >;
};

/** Columns without a default that refer to another table: the caller of `build` passes them. */
interface RequiredReferences {
  contacts: 'customer_id';
  addresses: 'customer_id';
  pricebooks: 'currency_id';
  products: 'product_parent_id';
  prices: 'product_id' | 'pricebook_id';
}

type BuildArguments<Insert, Required extends keyof Insert, Trait extends string> = [Required] extends [never]
  ? [fields?: Changes<Insert>, options?: FactoryOptions<Trait>]
  : [fields: Changes<Insert> & Pick<Insert, Required>, options?: FactoryOptions<Trait>];

/**
 * A function that returns fields for `insert`.
 *
 * @typeParam Required The fields that you pass, because they refer to other records.
 */
export interface Builder<Insert, Required extends keyof Insert = never, Trait extends string = never> {
  /**
   * Returns fields for `mock.db.*.insert`, with believable values for those that you omit. Stores nothing.
   *
   * @throws A TypeError if there is no such trait.
   */
  // biome-ignore lint/style/useShorthandFunctionType: editors show the comment of a call signature.
  (...args: BuildArguments<Insert, Required, Trait>): Insert;
}

/**
 * Functions that return fields for `mock.db.*.insert` and store nothing. They generate no id and create no other
 * records, so you pass the ids of the records that the new one must refer to.
 *
 * @interface
 */
export type Builders = {
  readonly [Name in keyof FactoryTypes]: Builder<
    Insertable<FactoryTypes[Name]['table']>,
    RequiredOf<FactoryTypes[Name]['table']>,
    FactoryTypes[Name]['trait']
  >;
};

type RequiredOf<Table extends TableName> = (Table extends keyof RequiredReferences
  ? RequiredReferences[Table]
  : never) &
  keyof Insertable<Table>;

/** The number of the last record that each factory created. Numbers are not reused after a deletion. */
export interface FactorySequences {
  get(): Readonly<Record<string, number>>;
  set(numbers: Readonly<Record<string, number>>): void;
}

const factoryNames = Object.keys(definitions) as readonly FactoryName[];

/** A factory, as a program reads it. */
export interface FactoryDescription {
  /** The name in `mock.create`. */
  readonly name: FactoryName;
  /** The table of the records. */
  readonly table: TableName;
  /** The names of the traits. */
  readonly traits: readonly string[];
}

/** Describes all factories. */
export function describeFactories(): readonly FactoryDescription[] {
  return factoryNames.map((name) => {
    const { table, traits } = definitions[name];
    return { name, table, traits: Object.keys(traits) };
  });
}

const byTable: { readonly [Name in TableName]: FactoryDefinition<Name> } = mapTables((table) =>
  Object.values(definitions).find((definition) => definition.table === table),
);

/** Creates the factories and builders of a mock. */
export function createFactories(
  db: MockDatabase,
  database: Database,
  sequences: FactorySequences,
): { readonly create: Factories; readonly build: Builders } {
  const create = <Name extends TableName>(
    table: Name,
    given: Changes<Insertable<Name>> = {},
    options: FactoryOptions<string> = {},
  ): Rows[Name] => {
    const traits = findTraits(table, options);
    return database.transaction(() => {
      const { fields, number } = attributes(table, given, traits);
      sequences.set({ ...sequences.get(), [table]: number });
      const row = db[table].insert({ ...fields, ...references(table, fields) } as Insertable<Name>);
      // Traits may change the prices of the record.
      database.addPrices();
      for (const trait of traits) trait.afterCreate?.(row, create, database);
      return db[table].get(row.id) ?? row;
    });
  };

  /** Returns the fields of the next record, and its number. */
  const attributes = <Name extends TableName>(
    table: Name,
    given: Changes<Insertable<Name>>,
    traits: readonly Trait<Name>[],
  ): { readonly fields: Changes<Insertable<Name>>; readonly number: number } => {
    if (!isObject(given) || describeInstance(given)) {
      throw new InvalidRecordError(table, [{ path: '', message: 'must be an object with fields' }]);
    }
    const definition = byTable[table];
    const number = nextFreeNumber(definition, database, sequences);
    const sources = [...traits.map(({ fields }) => fields ?? {}), withoutUndefined(given)];
    // Not `Object.assign`, which would set the prototype for `__proto__`.
    const joined = Object.fromEntries(sources.flatMap((fields) => Object.entries(fields))) as Changes<Insertable<Name>>;
    const chosen = normalizeIds(metadata[table], joined);
    const placed = { ...workspaceFields(table, chosen, database), ...chosen };
    const apiName = definition.apiName && { api_name: `${definition.apiName.prefix}_${number}` };
    return {
      fields: { ...withoutUndefined(definition.attributes(number, placed, database)), ...apiName, ...placed },
      number,
    };
  };

  const references = <Name extends TableName>(table: Name, fields: Changes<Insertable<Name>>) => {
    const definition = byTable[table];
    if (definition.references) return withoutUndefined(definition.references(fields, create));
    const { foreignKeys, defaults } = metadata[table];
    const workspace_id = column(fields, 'workspace_id');
    const missing = Object.entries(foreignKeys).filter(([name]) => !(name in defaults) && !(name in fields));
    return Object.fromEntries(missing.map(([name, target]) => [name, create(target, { workspace_id } as object).id]));
  };

  const factory = <Name extends TableName>(table: Name) =>
    Object.assign(
      (given?: Changes<Insertable<Name>>, options?: FactoryOptions<string>) => create(table, given, options),
      {
        list: (
          count: number,
          given?: Changes<Insertable<Name>> | ((index: number) => Changes<Insertable<Name>>),
          options?: FactoryOptions<string>,
        ) =>
          database.transaction(() =>
            Array.from({ length: assertRecordCount(count) }, (_, index) =>
              create(table, typeof given === 'function' ? given(index) : given, options),
            ),
          ),
      },
    );
  const builder =
    <Name extends TableName>(table: Name) =>
    (given: Changes<Insertable<Name>> = {}, options: FactoryOptions<string> = {}) =>
      attributes(table, given, findTraits(table, options)).fields;

  const each = (make: (table: TableName) => unknown) =>
    Object.fromEntries(factoryNames.map((name) => [name, make(definitions[name].table)]));
  return { create: each(factory) as Factories, build: each(builder) as unknown as Builders };
}

/** Returns the next number whose `api_name` is not in use. */
function nextFreeNumber<Name extends TableName>(
  { table, apiName }: FactoryDefinition<Name>,
  database: Database,
  sequences: FactorySequences,
): number {
  for (let number = (readField(sequences.get(), table) ?? 0) + 1; ; number += 1) {
    if (!apiName) return number;
    const name = `${apiName.prefix}_${number}`;
    if (!apiName.tables.some((other) => database.table(other).has('api_name', name))) return number;
  }
}

/** Returns the workspace of the first record that a field refers to. */
function workspaceFields(table: TableName, fields: object, database: Database): { workspace_id?: string } {
  for (const [name, target] of Object.entries(metadata[table].foreignKeys)) {
    const value = column(fields, name);
    const id: unknown = Array.isArray(value) ? value[0] : value;
    const row = typeof id === 'string' ? database.table(target).get(id) : undefined;
    if (row && 'workspace_id' in row) return { workspace_id: row.workspace_id };
  }
  return {};
}

function findTraits<Name extends TableName>(table: Name, options: FactoryOptions<string>): Trait<Name>[] {
  checkFactoryOptions(table, options);
  const { traits = [] } = options;
  const known = byTable[table].traits;
  return traits.map((name) => {
    const trait = readField(known, name);
    if (trait) return trait;
    throw new TypeError(`Unknown trait "${name}" of ${table}.${listValid('traits', name, Object.keys(known))}`);
  });
}

function withoutUndefined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}

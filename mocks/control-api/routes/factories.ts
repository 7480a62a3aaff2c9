import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { describeFactories } from '../../seed/factories.ts';
import { maxRecordCount } from '../../seed/factory-options.ts';
import { wholeNumber } from '../../shared/parse-options.ts';
import type { TableName } from '../../store/row-types.ts';
import { type ControlHandlers, defineRoutes, optionalBody } from '../define-routes.ts';
import { jsonObject, list, row, rowFields, specifiedTable } from '../schemas.ts';

const fields = jsonObject();
const traits = z.optional(list(z.custom<string>().check(z.meta({ type: 'string' }))));

const createBody = z.strictObject({
  /** The fields of the record, or of each record. A list has the fields of one record each. */
  fields: z.optional(z.union([fields, list(fields)], 'must be an object with fields, or a list of them')),
  /** The names of the traits. */
  traits,
  /** The number of records. With it, or with a list of fields, the response is `{ rows }`. */
  count: z.optional(wholeNumber(0, maxRecordCount)),
});

/** A record whose columns depend on the table. */
export interface CreatedRow {
  readonly id: string;
}

export interface CreatedRows {
  readonly rows: readonly CreatedRow[];
}

const factories = describeFactories();
const inTable = { table: specifiedTable };

export const factoryRoutes = defineRoutes({
  'GET /create': {
    name: 'factories.list',
    description: 'Lists the tables whose records can be created, with their traits.',
    response: z.object({
      factories: list(
        z.object({
          name: z.enum(factories.map(({ name }) => name)),
          table: z.enum(factories.map(({ table }) => table)),
          traits: list(z.string()),
        }),
      ),
    }),
  },
  'POST /create/{table}': {
    name: 'factories.create',
    description: 'Creates a record, or several, with believable values for the fields that are not given.',
    params: inTable,
    body: optionalBody(createBody, 'create'),
    status: 201,
    response: z.union([row, z.object({ rows: list(row) })]) as z.ZodMiniType<CreatedRow | CreatedRows>,
  },
  'POST /build/{table}': {
    name: 'factories.build',
    description: 'Returns believable fields of a record without storing them.',
    params: inTable,
    body: optionalBody(z.strictObject({ fields: z.optional(fields), traits }), 'build'),
    response: rowFields,
  },
});

/** A factory whose fields are known only at run time. It validates its arguments. */
interface UntypedFactory {
  (fields: object, options: object): CreatedRow;
  list(count: number, fields: object | ((index: number) => object), options: object): readonly CreatedRow[];
}

type UntypedBuilder = (fields: object, options: object) => object;

/** Handles the factories of the mock. */
export function handleFactories({ create, build }: MockServer): ControlHandlers<typeof factoryRoutes> {
  return {
    'GET /create': () => ({ factories }),
    'POST /create/{table}': ({ params, body: { fields = {}, traits, count } }) => {
      const factory = create[nameOf(params.table)] as unknown as UntypedFactory;
      const options = { traits };
      if (Array.isArray(fields)) {
        return { rows: factory.list(count ?? fields.length, (index) => fields[index] ?? {}, options) };
      }
      if (count !== undefined) return { rows: factory.list(count, fields, options) };
      return factory(fields, options);
    },
    'POST /build/{table}': ({ params, body: { fields = {}, traits } }) => {
      const builder = build[nameOf(params.table)] as unknown as UntypedBuilder;
      return builder(fields, { traits });
    },
  };
}

/** Returns the name of the factory of a table. Each table has one. */
function nameOf(table: TableName) {
  const found = factories.find((factory) => factory.table === table);
  if (found) return found.name;
  throw new Error(`${table} has no factory`);
}

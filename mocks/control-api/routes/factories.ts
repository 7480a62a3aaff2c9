import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { describeFactories } from '../../seed/factories.ts';
import { maxRecordCount } from '../../seed/limits.ts';
import { HttpError } from '../../shared/http-error.ts';
import { isObject } from '../../shared/json.ts';
import { parseOptions, wholeNumber } from '../../shared/parse-options.ts';
import { created, defineRoutes, ok } from '../define-routes.ts';

const fields = z.custom<Record<string, unknown>>(isObject, 'must be an object with fields');

/** The body of `POST /create/{table}`. */
const createBody = z.strictObject({
  /** The fields of the record, or of each record. A list has the fields of one record each. */
  fields: z.optional(z.union([fields, z.array(fields)], 'must be an object with fields, or a list of them')),
  /** The names of the traits. */
  traits: z.optional(z.array(z.custom<string>())),
  /** The number of records. With it, or with a list of fields, the response is `{ rows }`. */
  count: z.optional(wholeNumber(0, maxRecordCount)),
});

/** The body of `POST /build/{table}`. */
const buildBody = z.strictObject({ fields: z.optional(fields), traits: z.optional(z.array(z.custom<string>())) });

/** A factory whose fields are known only at run time. It validates its arguments. */
interface UntypedFactory {
  (fields: object, options: object): object;
  list(count: number, fields: object | ((index: number) => object), options: object): readonly object[];
}

/** Creates records with the factories of the mock. */
export function factoryRoutes({ create, build }: MockServer) {
  const factories = describeFactories();
  const nameOf = (table: string) => {
    const found = factories.find((factory) => factory.table === table);
    if (found) return found.name;
    const valid = factories.map((factory) => factory.table).join(', ');
    throw new HttpError(404, `Unknown table "${table}". Valid tables: ${valid}.`);
  };
  return defineRoutes({
    'GET /create': () => ok({ factories }),
    'POST /create/{table}': ({ params, json = {} }) => {
      const factory = create[nameOf(params.table)] as unknown as UntypedFactory;
      const { fields = {}, traits, count } = parseOptions(createBody, json, 'create');
      const options = { traits };
      if (Array.isArray(fields)) {
        return created({ rows: factory.list(count ?? fields.length, (index) => fields[index] ?? {}, options) });
      }
      if (count !== undefined) return created({ rows: factory.list(count, fields, options) });
      return created(factory(fields, options));
    },
    'POST /build/{table}': ({ params, json = {} }) => {
      const builder = build[nameOf(params.table)] as unknown as UntypedFactory;
      const { fields = {}, traits } = parseOptions(buildBody, json, 'build');
      return ok(builder(fields, { traits }));
    },
  });
}

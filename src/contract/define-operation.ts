import type { PathParameters, ReadonlyInput } from './endpoint.ts';
import { hasMethods, memberOf, preview } from './printable.ts';
import {
  addresses,
  catalogs,
  categories,
  contacts,
  customers,
  paymentTerms,
  prices,
  productParents,
  products,
} from './routes.ts';
import type { InputOf, StandardSchema } from './standard-schema.ts';
import { listValid } from './unknown-name.ts';

/** An operation that the specification does not document, as data. Create it with `defineOperation()`. */
export interface OperationDefinition {
  /** The name, with a resource and an operation: `contacts.create`. Hooks, logs and journals show it. */
  readonly name: string;
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the base URL, with parameters in braces: `/api/contacts/{id}`. */
  readonly path: `/api/${string}`;
  /** The query parameters, if the operation has any. */
  readonly query?: StandardSchema | undefined;
  /** The JSON body, if the operation has one: as it is sent, or with nested groups if {@link brackets} is true. */
  readonly body?: StandardSchema | undefined;
  /**
   * Whether groups in the body are sent as keys with brackets, as in the specification: `"shipping[weight]": 2` for
   * `{ shipping: { weight: 2 } }`. Default: false.
   */
  readonly brackets?: boolean | undefined;
  /** The `data` of a successful response. */
  readonly response: StandardSchema;
}

/** An input that an operation does not have, that a call may omit, or that a call needs. */
type Part<Name extends string, Schema> = [Schema] extends [StandardSchema]
  ? object extends InputOf<Schema>
    ? { readonly [Key in Name]?: ReadonlyInput<InputOf<Schema>> | undefined }
    : { readonly [Key in Name]: ReadonlyInput<InputOf<Schema>> }
  : { readonly [Key in Name]?: undefined };

/** The input of a call of an operation: the path parameters, the query and the body that it has. */
export type OperationInput<Definition extends OperationDefinition> = (object extends PathParameters<Definition['path']>
  ? { readonly params?: undefined }
  : {
      /** The parameters of the path. */
      readonly params: PathParameters<Definition['path']>;
    }) &
  Part<'query', Definition['query']> &
  Part<'body', Definition['body']>;

/** The `data` of a successful response of an operation. */
export type OperationData<Definition extends OperationDefinition> = InputOf<Definition['response']>;

const properties = ['name', 'method', 'path', 'query', 'body', 'brackets', 'response'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Defines an operation that the client has no method for. Call it with `client.call()`.
 *
 * @throws A TypeError if a property is unknown or malformed, or if the specification documents the operation.
 *
 * @example
 * const createContact = defineOperation({
 *   name: 'contacts.create',
 *   method: 'POST',
 *   path: '/api/contacts',
 *   body: z.object({ first_name: z.string() }),
 *   response: z.object({ id: z.string(), first_name: z.string() }),
 * });
 */
export function defineOperation<const Definition extends OperationDefinition>(definition: Definition): Definition {
  const given: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(definition));
  const unknown = Object.keys(given).find((name) => !properties.includes(name));
  if (unknown !== undefined) {
    const valid = listValid('properties', unknown, properties);
    throw new TypeError(`defineOperation: unknown property "${unknown}".${valid}`);
  }
  const check = (isValid: boolean, property: string, expected: string) => {
    if (!isValid) throw new TypeError(`${property}: must be ${expected}, received ${preview(given[property])}`);
  };
  const { name, method, path } = definition;
  check(/^[a-z]\w*\.[a-z]\w*$/i.test(String(name)), 'name', 'a resource and an operation, for example contacts.create');
  check(methods.includes(method), 'method', `one of ${methods.join(', ')}`);
  check(isPath(path), 'path', 'a path below /api/ with parameters like {id}, each with a name of its own');
  for (const property of ['query', 'body', 'response']) {
    const schema = given[property];
    if (schema === undefined && property !== 'response') continue;
    check(hasMethods(memberOf(schema, '~standard'), 'validate'), property, 'a Standard Schema');
  }
  check(method !== 'GET' || definition.body === undefined, 'body', 'absent, because a GET request cannot have a body');
  const { brackets = false } = definition;
  check(typeof brackets === 'boolean', 'brackets', 'true or false');
  check(!brackets || definition.body !== undefined, 'brackets', 'absent or false, because the operation has no body');
  rejectDocumented(definition);
  return definition;
}

function isPath(path: unknown): boolean {
  if (typeof path !== 'string' || !/^\/api(?:\/(?:[\w~-]+|\{\w+\}))+$/.test(path)) return false;
  const names = path.match(/\{\w+\}/g) ?? [];
  return new Set(names).size === names.length;
}

/** Not a namespace import, which a bundler would keep in each program. */
const documented = [
  customers,
  contacts,
  addresses,
  categories,
  catalogs,
  productParents,
  products,
  prices,
  paymentTerms,
];

function rejectDocumented({ name, method, path }: OperationDefinition): void {
  for (const route of documented.flatMap((resource) => Object.values(resource))) {
    if (route.name !== name && !samePath(route, { method, path })) continue;
    throw new TypeError(
      `${name}: the specification documents ${route.name} (${route.method} ${route.path}). Use client.${route.name}(), or ` +
        'another name, method or path.',
    );
  }
}

/** Whether two operations respond to the same requests. The names of parameters do not matter. */
export function samePath(one: MethodAndPath, other: MethodAndPath): boolean {
  const [path, otherPath] = [one, other].map((each) => each.path.replaceAll(/\{\w+\}/g, '{}'));
  return one.method === other.method && path === otherPath;
}

interface MethodAndPath {
  readonly method: string;
  readonly path: string;
}

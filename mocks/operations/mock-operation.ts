import { defineOperation, type OperationData, type OperationDefinition } from '../../src/contract/define-operation.ts';
import { type PathParameters, permissionOf, type ReadonlyInput } from '../../src/contract/endpoint.ts';
import { preview } from '../../src/contract/printable.ts';
import type { OutputOf } from '../../src/contract/standard-schema.ts';
import { hasNoBody } from '../../src/wire/read-body.ts';
import type { OwnPermission } from '../controls/permissions.ts';
import type { OperationDatabase } from '../resources/call-database.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { HttpError } from '../shared/http-error.ts';
import type { OwnOperation } from '../shared/operation-reference.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { isAsync } from '../shared/synchronous.ts';
import type { CheckedCall, Operation } from './operation.ts';
import { parseInput } from './own-operation-input.ts';
import { checkData, OperationFailure, runHandler } from './own-operation-output.ts';

/** The `data` that `handle` returns. Lists may be frozen. */
type DataOf<Definition extends OperationDefinition> = ReadonlyInput<OperationData<Definition>>;

/** A request for one of your own operations that passed all checks. */
export interface OperationCall<Definition extends OperationDefinition = OperationDefinition> {
  /** The parameters of the path. Ids are in lower case. */
  readonly params: PathParameters<Definition['path']>;
  /** The query, as its schema returns it. */
  readonly query: OutputOf<Definition['query']>;
  /** The body, as its schema returns it. */
  readonly body: OutputOf<Definition['body']>;
  /** The tables of the workspace of the token: `db.contacts.require(params.id)`. */
  readonly db: OperationDatabase;
  /** The id of the workspace of the token. */
  readonly workspace: string;
  /** The user of the token. */
  readonly user: string;
  /**
   * Ends the call with an error response, and undoes its changes.
   *
   * @param status The status, from 400 to 599.
   * @param error The text of the field `error`.
   * @param details The field `details`. Default: none.
   */
  readonly reject: (status: number, error: string, details?: unknown) => never;
}

/** Options of {@link mockOperation}: a function that handles calls, or the data of all responses. */
export type MockOperationOptions<
  Definition extends OperationDefinition = OperationDefinition,
  Data extends DataOf<Definition> = DataOf<Definition>,
> = {
  /** The permission that a token needs. Default: `<path segment>:<read|write>`, for example `contacts:write`. */
  readonly permission?: `${string}:${'read' | 'write'}` | undefined;
  /** The status of a successful response. Default: the policy `createdStatus` for POST, otherwise 200. */
  readonly status?: number | undefined;
} & (
  | {
      /**
       * Handles a call and returns the `data` of the response. Its changes take effect together, or not at all if it
       * throws. It cannot be asynchronous, because a call is atomic.
       */
      readonly handle: (call: OperationCall<Definition>) => Data;
      /** Only without `handle`. */
      readonly response?: undefined;
    }
  | {
      /** The `data` of every response. */
      readonly response: DataOf<Definition>;
      /** Only without `response`. */
      readonly handle?: undefined;
    }
);

/** One of your own operations, for the option `operations` of a mock. Create it with {@link mockOperation}. */
export interface MockOperation extends OwnOperation {
  /** The permission that a token needs. */
  readonly permission: OwnPermission;
  /** The status of a successful response. Default: the policy `createdStatus` for POST, otherwise 200. */
  readonly status: number | undefined;
  /** @internal */
  readonly operation: Operation;
}

/**
 * Lets a mock respond to an operation that the specification does not document. The same checks precede it as for other
 * operations: token, rate limit, permission, body, ids and query. In the path, `{id}` and names that end in `_id` must
 * be UUIDs.
 *
 * @param definition The definition that the client calls the operation with.
 * @throws A TypeError if the definition or an option is not valid, or the fixed response does not match its schema.
 * @example
 * ```ts
 * const deleteContact = defineOperation({
 *   name: 'contacts.delete',
 *   method: 'DELETE',
 *   path: '/api/contacts/{id}',
 *   response: z.object({ id: z.string() }),
 * });
 * const mock = createMockServer({
 *   operations: [
 *     mockOperation(deleteContact, {
 *       handle({ params, db }) {
 *         const { id } = db.contacts.require(params.id);
 *         db.contacts.delete(id);
 *         return { id };
 *       },
 *     }),
 *   ],
 * });
 * ```
 */
export function mockOperation<const Definition extends OperationDefinition, const Data extends DataOf<Definition>>(
  definition: Definition,
  options: MockOperationOptions<Definition, Data>,
): MockOperation {
  const { name, method, path } = defineOperation(definition);
  const { permission = permissionOf(definition), status, handle, response } = checkOptions(name, options);
  if (!handle) assertResponse(definition, response);
  return {
    ...definition,
    permission: permission as OwnPermission,
    status,
    operation: {
      name,
      method,
      path,
      permission,
      errors: [],
      status,
      isReadOnly: false,
      hasBody: definition.body !== undefined,
      hasBrackets: definition.brackets === true,
      bindsTables: true,
      parse: (call) => parseInput(definition, call),
      handle(call) {
        const run = () => handle?.(toOperationCall<Definition>(call));
        return checkData(definition, handle ? runHandler(name, run) : response);
      },
    },
  };
}

function toOperationCall<Definition extends OperationDefinition>(call: CheckedCall): OperationCall<Definition> {
  const { params, query, body, db, workspace, user } = call;
  // The schemas of the definition have checked the input.
  return { params, query, body, db, workspace, user, reject } as unknown as OperationCall<Definition>;
}

const optionNames = { permission: true, status: true, handle: true, response: true } as const;

function checkOptions<Options extends MockOperationOptions>(name: string, options: Options): Options {
  assertOptionNames<MockOperationOptions>(name, options, optionNames);
  const { permission, status, handle } = options;
  const fail = (option: string, expected: string, received: unknown) =>
    new TypeError(`${name}: ${option} must be ${expected}, received ${preview(received)}`);
  if (permission !== undefined && !/^[a-z][\w-]*:(?:read|write)$/i.test(permission)) {
    throw fail('permission', 'a resource and read or write, for example contacts:write', permission);
  }
  // Every response has a body.
  if (status !== undefined && (!Number.isInteger(status) || status < 200 || status > 299 || hasNoBody(status))) {
    throw fail('status', 'a status from 200 to 299 with a body', status);
  }
  if ('response' in options) {
    if (handle === undefined) return options;
    throw new TypeError(`${name}: must have either handle or response, received both`);
  }
  if (typeof handle !== 'function') throw fail('handle', 'a function, unless there is a response', handle);
  if (isAsync(handle)) throw fail('handle', 'synchronous, because a call is atomic', 'an async function');
  return options;
}

function reject(status: number, error: string, details?: unknown): never {
  parseOptions(wholeNumber(400, 599), status, 'reject.status');
  // Here, so that details which JSON cannot represent are an error of the handler.
  const json: { readonly details?: unknown } = JSON.parse(JSON.stringify({ details }));
  throw new HttpError(status, error, json);
}

function assertResponse(definition: OperationDefinition, response: unknown): void {
  try {
    checkData(definition, response);
  } catch (error) {
    throw error instanceof OperationFailure ? new TypeError(error.problem) : error;
  }
}

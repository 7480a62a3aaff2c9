import type * as z from 'zod/mini';
import type { Endpoint, PathParameters } from '../../src/contract/endpoint.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { CallDatabase } from './call-database.ts';

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

/** A request that passed all checks: the token may call the operation, and the body matches the contract. */
export interface OperationContext<E extends Endpoint = Endpoint> {
  readonly params: PathParameters<E['path']>;
  readonly query: Output<E['query']>;
  /** The body, with groups as nested objects. */
  readonly body: Output<E['body']>;
  /** The tables of the workspace of the token. */
  readonly db: CallDatabase;
  /** The user of the token, for `created_by` and `updated_by`. */
  readonly user: string;
  readonly policies: MockPolicies;
}

/** The `data` of a response. Lists may be frozen. */
type Data<Output> = Output extends readonly (infer Item)[] ? readonly Item[] : Output;

/** The handlers of a resource, by operation. Each returns the `data` of its response. */
export type Handlers<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Operation in keyof Endpoints]: (
    context: OperationContext<Endpoints[Operation]>,
  ) => Data<z.output<Endpoints[Operation]['response']>>;
};

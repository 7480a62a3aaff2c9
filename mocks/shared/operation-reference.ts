import type { OperationDefinition } from '../../src/contract/define-operation.ts';
import type { PathParameters } from '../../src/contract/endpoint.ts';
import type { OperationBody, OperationName, OperationParameters } from '../../src/contract/operations.ts';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';
import { isObject } from './json.ts';

/** An operation that a mock has in addition to those of the specification. */
export interface OwnOperation extends OperationDefinition {
  /** The permission that a token needs: `contacts:write`. */
  readonly permission: string;
}

/** An operation of the specification by its name, or the definition of one of your own operations. */
export type OperationReference = OperationName | OperationDefinition;

/** The parameters in the path of an operation. */
export type ParametersOf<Operation> = Operation extends OperationDefinition
  ? PathParameters<Operation['path']>
  : Operation extends OperationName
    ? OperationParameters<Operation>
    : never;

/** The body of an operation as the client takes it. Undefined if it has none. */
export type BodyOf<Operation> = Operation extends OperationDefinition
  ? Operation extends { readonly body: StandardSchema<infer Body> }
    ? Body
    : undefined
  : Operation extends OperationName
    ? OperationBody<Operation>
    : never;

/** Returns the name of an operation that is given by its name or by its definition. Returns other values unchanged. */
export function operationName(operation: unknown): unknown {
  return typeof operation === 'object' && operation !== null && 'name' in operation ? operation.name : operation;
}

/** Returns a fault in which names replace the definitions of operations. Returns other values unchanged. */
export function withNames<Value>(fault: Value): Value {
  if (!isObject(fault) || typeof fault['on'] !== 'object') return fault;
  const { on } = fault;
  return { ...fault, on: Array.isArray(on) ? on.map(operationName) : operationName(on) };
}

import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import { preview } from '../../src/contract/validate.ts';

/** @throws A TypeError if JavaScript passes something that is not the name of an operation. */
export function assertOperation(name: unknown): asserts name is OperationName {
  if (operationNames.some((operation) => operation === name)) return;
  throw new TypeError(`Unknown operation ${preview(name)}. Valid operations: ${operationNames.join(', ')}.`);
}

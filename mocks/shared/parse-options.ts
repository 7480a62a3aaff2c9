import * as z from 'zod/mini';
import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import { preview } from '../../src/contract/printable.ts';
import { listValid, suggestName } from '../../src/contract/unknown-name.ts';
import { describeExpected } from '../../src/contract/validate.ts';
import { isObject } from './json.ts';

/** The number of problems that a message lists. */
const maxProblems = 5;

/**
 * Validates options that come from JavaScript, JSON or the command line. The messages of the schema say what a value
 * must be; the value that was received is added here.
 *
 * @param subject The name of the options in error messages, for example `fault`.
 * @param secret Fields whose values must not appear in a message.
 * @throws A TypeError that names the wrong properties, if the value does not match the schema.
 */
export function parseOptions<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  subject: string,
  secret: readonly string[] = [],
): z.output<S> {
  const result = schema.safeParse(value, { error: describeExpected });
  if (result.success) return result.data;
  const problems = result.error.issues.slice(0, maxProblems).map((issue) => {
    if (issue.code === 'unrecognized_keys') return unknownProperties(schema, issue, subject);
    const name = [subject, ...issue.path].join('.');
    const isSecret = secret.includes(String(issue.path[0]));
    if (isSecret) return `${name}: ${issue.message}`;
    const received = valueAt(value, issue.path);
    return `${name}: ${issue.message}, received ${preview(received)}${suggestValue(issue, received)}`;
  });
  throw new TypeError(problems.join('; '));
}

function unknownProperties(
  schema: z.ZodMiniType,
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  subject: string,
): string {
  const { def } = schema._zod;
  const valid = path.length === 0 && 'shape' in def && isObject(def.shape) ? Object.keys(def.shape) : [];
  const names = keys.map((key) => JSON.stringify([...path, key].join('.'))).join(', ');
  return `${subject}: unknown property ${names}.${valid.length > 0 ? listValid('properties', keys, valid) : ''}`;
}

/** Returns ` Did you mean "x"?` if a text, or an entry of a list, is similar to a valid one. */
function suggestValue(issue: z.core.$ZodIssue, received: unknown): string {
  if (issue.code === 'invalid_union') {
    return (
      issue.errors
        .flat()
        .map((inner) => suggestValue(inner, valueAt(received, inner.path)))
        .find(Boolean) ?? ''
    );
  }
  if (issue.code !== 'invalid_value' || typeof received !== 'string') return '';
  const hint = suggestName(received, issue.values.map(String));
  return hint && `.${hint}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined),
    value,
  );
}

/** A schema of whole numbers. */
export function wholeNumber(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): z.ZodMiniType<number> {
  const range = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  const error = `must be a whole number ${range}`;
  return z.int(error).check(z.minimum(minimum, error), z.maximum(maximum, error));
}

/**
 * Checks the name of an operation of the specification, or of one of your own operations.
 *
 * @throws A TypeError if there is no such operation.
 */
export function assertOperation(
  name: unknown,
  own: readonly { readonly name: string }[] = [],
): asserts name is OperationName {
  const names = [...operationNames, ...own.map((operation) => operation.name)];
  if (names.some((operation) => operation === name)) return;
  throw new TypeError(`Unknown operation ${preview(String(name))}.${listValid('operations', String(name), names)}`);
}

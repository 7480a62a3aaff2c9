import * as z from 'zod/mini';
import { operationNames } from '../../../src/contract/operations.ts';
import { preview } from '../../../src/contract/printable.ts';
import { hasNoBody } from '../../../src/wire/read-body.ts';
import { isObject } from '../../shared/json.ts';
import { type OwnOperation, withNames } from '../../shared/operation-reference.ts';
import { parseOptions, wholeNumber } from '../../shared/parse-options.ts';
import { maxDelay } from '../../shared/time.ts';
import { omit } from '../../store/fields.ts';
import { connectionFailures, type Fault, type FaultStep } from './fault-kinds.ts';
import { checkMatch, matchSchema, parseMatch } from './fault-match.ts';
import { type OperationPattern, patternsOf } from './operation-pattern.ts';

const delayText = 'must be milliseconds below 2^31, or a range {min, max} of them';
const milliseconds = z.number(delayText).check(z.minimum(0, delayText), z.maximum(maxDelay, delayText));
const range = z
  .strictObject({ min: milliseconds, max: milliseconds })
  .check(z.refine(({ min, max }) => min <= max, delayText));
const delay = z.optional(z.union([milliseconds, range], delayText));
const requiredDelay = z.union([milliseconds, range], {
  error: ({ input }) => (input === undefined ? 'must be given if there is no status, fault or hold' : delayText),
});

/** {@link checkPatterns} checks the names, which depend on the operations of the mock. */
const pattern = z.string() as unknown as z.ZodMiniType<OperationPattern>;
const patternText = describePatterns(operationNames);
const probabilityText = 'must be a number from 0 to 1';

const nameText = 'must be a name of at most 64 letters, digits, ".", "_" and "-" that begins with a letter';

const scope = {
  name: z.optional(z.string(nameText).check(z.regex(/^[a-z][\w.-]{0,63}$/i, nameText))),
  on: z.optional(z.union([pattern, z.array(pattern).check(z.minLength(1, patternText))], patternText)),
  match: z.optional(matchSchema),
  times: z.optional(wholeNumber(1)),
  after: z.optional(wholeNumber(0)),
  probability: z.optional(
    z.number(probabilityText).check(z.minimum(0, probabilityText), z.maximum(1, probabilityText)),
  ),
};

/** The parts of a response. */
export const statusEffect = {
  status: wholeNumber(200, 599),
  body: z.optional(z.custom<unknown>(isJsonOrText, 'must be a string or a value that JSON can represent')),
  headers: z.optional(
    z
      .record(z.string(), z.string(), 'must be an object of strings')
      .check(z.check(({ value, issues }) => void issues.push(...headerIssues(value)))),
  ),
};

/** The properties of each kind of effect, by the property that it must have. */
const effects = {
  status: { delay, ...statusEffect },
  fault: { delay, fault: z.enum(connectionFailures) },
  delay: { delay: requiredDelay },
};

const bodyIsSent = z.refine<{ readonly status: number; readonly body?: unknown }>(
  ({ status, body }) => body === undefined || !hasNoBody(status),
  { path: ['body'], error: 'must be absent, since responses with this status have no body' },
);

const { times } = scope;

/** The schema of each kind of step, by the property that it must have. */
const stepSchemas = {
  status: z.strictObject({ times, ...effects.status }).check(bodyIsSent),
  fault: z.strictObject({ times, ...effects.fault }),
  pass: z.strictObject({ times, pass: z.literal(true) }),
  delay: z.strictObject({ times, ...effects.delay }),
};

const stepsText = 'must be an array of at least one step';
const steps: z.ZodMiniType<readonly FaultStep[]> = z
  .array(z.union(Object.values(stepSchemas)), stepsText)
  .check(z.minLength(1, stepsText));

/** The schema of each kind of fault, by the property that it must have. */
export const faultSchemas = {
  status: z.strictObject({ ...scope, ...effects.status }).check(bodyIsSent),
  fault: z.strictObject({ ...scope, ...effects.fault }),
  hold: z.strictObject({ ...scope, hold: z.literal([true, 'response'], 'must be true or "response"') }),
  sequence: z.strictObject({ ...omit(scope, 'times'), sequence: steps }),
  delay: z.strictObject({ ...scope, ...effects.delay }),
};

/**
 * Validates a fault from JavaScript, JSON or the command line.
 *
 * @param own The operations of the mock that the specification does not document. With `'any'`, every name is valid.
 * @throws A TypeError if the fault has no effect, more than one effect, or an unusable property.
 */
export function parseFault(input: unknown, own: readonly OwnOperation[] | 'any' = []): Fault {
  const value = withNames(input);
  const kind = kindOf(value, ['status', 'fault', 'hold', 'sequence'] as const);
  const given = isObject(value) ? value : {};
  if (Array.isArray(given['sequence'])) {
    // The schema of all steps could not tell which kind a wrong step was meant to be.
    for (const [index, each] of given['sequence'].entries()) {
      const subject = `fault.sequence.${index}`;
      const stepKind = kindOf(each, ['status', 'fault', 'pass'] as const);
      parseOptions(stepSchemas[stepKind], checkKind(stepSchemas, stepKind, each, subject), subject);
    }
  }
  if (given['match'] !== undefined) parseMatch(given['match']);
  const fault: Fault = parseOptions(faultSchemas[kind], checkKind(faultSchemas, kind, value, 'fault'), 'fault');
  if (own !== 'any') {
    checkPatterns(fault, own);
    if (fault.match) checkMatch(fault.match, patternsOf(fault), own);
  }
  // The other properties are copies already.
  const hasJson = fault.match ?? fault.sequence ?? (typeof fault.body === 'object' && fault.body !== null);
  return hasJson ? JSON.parse(JSON.stringify(fault)) : fault;
}

/** Returns what was given without undefined properties. Throws if one is unknown, or belongs to another kind. */
function checkKind<Kind extends string>(
  schemas: Readonly<Record<Kind, z.ZodMiniObject>>,
  kind: Kind,
  value: unknown,
  subject: string,
) {
  const shapes = Object.values<z.ZodMiniObject>(schemas).map(({ shape }) => shape);
  const names = shapes.flatMap((shape) => Object.keys(shape)).map((name) => [name, z.optional(z.unknown())]);
  const given = parseOptions(z.strictObject(Object.fromEntries(names)), value, subject);
  const other = Object.keys(given).find(
    (name) => given[name] !== undefined && !Object.hasOwn(schemas[kind].shape, name),
  );
  if (other !== undefined) {
    const needsStatus = (other === 'body' || other === 'headers') && kind !== 'sequence' && kind !== 'hold';
    const reason = needsStatus ? 'without a status' : `if there is a ${kind}`;
    throw new TypeError(`${subject}.${other}: must be absent ${reason}, received ${preview(given[other])}`);
  }
  return Object.fromEntries(Object.entries(given).filter(([, each]) => each !== undefined));
}

function kindOf<Kind extends string>(value: unknown, kinds: readonly Kind[]): Kind | 'delay' {
  return kinds.find((name) => isObject(value) && value[name] !== undefined) ?? 'delay';
}

function patternsFor(names: readonly string[]): string[] {
  const resources = new Set(names.map((name) => name.slice(0, name.indexOf('.'))));
  return ['*', ...[...resources].map((name) => `${name}.*`), ...names];
}

function describePatterns(names: readonly string[]): string {
  return `must be "*", a resource like "products.*", an operation (${names.join(', ')}) or a list of these`;
}

/** @throws A TypeError if a fault has the name of an operation that the mock does not have. */
function checkPatterns(fault: Fault, own: readonly OwnOperation[]): void {
  const names = [...operationNames, ...own.map(({ name }) => name)];
  const valid = z.enum(patternsFor(names));
  parseOptions(z.union([valid, z.array(valid)], describePatterns(names)), fault.on ?? '*', 'fault.on');
}

function isJsonOrText(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false; // cycles, bigint
  }
}

function headerIssues(headers: Readonly<Record<string, string>>): z.core.$ZodRawIssue[] {
  const isValid = (header: [string, string]) => {
    try {
      return Boolean(new Headers([header]));
    } catch {
      return false;
    }
  };
  const invalid = Object.entries(headers).filter((header) => !isValid(header));
  return invalid.map(([name, input]) => ({
    code: 'custom',
    input,
    path: [name],
    message: 'must be a header with a name and a value that HTTP allows',
  }));
}

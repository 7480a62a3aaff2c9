import type * as z from 'zod/mini';
import type { StandardResult } from './standard-schema.ts';

/** One problem of a value. */
export interface Issue {
  /** The field as it is sent: `name`, `shipping[weight]`, `tax_ids.0.tax`. Empty for the whole value. */
  readonly path: string;
  /** A description of the problem: `is required`, `must be a string, received number`. */
  readonly message: string;
}

/** The parsed value, or the issues of an invalid one. */
export type ValidationResult<T> = { ok: true; value: T } | { ok: false; issues: readonly Issue[] };

const formats: Record<string, string> = {
  guid: 'must be a UUID',
  url: 'must be a URL',
  email: 'must be an email address',
  datetime: 'must be an ISO 8601 date and time',
};

/** Validates a value against a contract schema. The returned value has no keys that the schema does not name. */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): ValidationResult<z.output<S>> {
  try {
    const result = schema.safeParse(value, { error: describeIssue });
    return result.success
      ? { ok: true, value: result.data }
      : { ok: false, issues: result.error.issues.flatMap(toIssues) };
  } catch (error) {
    // zod passes lists of issues as arguments. About 100,000 of them exceed the stack.
    if (error instanceof RangeError) return { ok: false, issues: [{ path: '', message: 'has too many issues' }] };
    throw error;
  }
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: wirePath([...issue.path, key]), message: 'is not a known field' }))
    : [{ path: wirePath(issue.path), message: issue.message }];
}

/**
 * Converts the issues of a Standard Schema.
 *
 * @param hasBrackets Whether the value is sent with groups in brackets. Otherwise, paths have only dots: `ship.city`.
 */
export function standardIssues({ issues = [] }: StandardResult, hasBrackets = false): readonly Issue[] {
  return issues.map(({ message, path = [] }) => {
    const keys = path.map((part) => (typeof part === 'object' ? part.key : part));
    return { path: hasBrackets ? wirePath(keys) : keys.map(String).join('.'), message };
  });
}

/** Describes an issue in a few words that can follow the name of a field. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required';
  const expected = describeExpected(issue);
  if (issue.code === 'invalid_type') return `${expected}, received ${typeName(issue.input)}`;
  return issue.code === 'invalid_value' ? `${expected}, received ${valueText(issue.input)}` : expected;
}

/** Describes the values that a schema accepts. */
export function describeExpected(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type': {
      const type = issue.expected === 'record' ? 'object' : issue.expected;
      return `must be ${withArticle(type)}`;
    }
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value));
      return `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
    }
    case 'invalid_format':
      return formats[issue.format] ?? `must be a valid ${issue.format}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return 'is not valid';
  }
}

/** Returns a noun with its article: `a string`, `an Address`. */
export function withArticle(noun: string): string {
  return `${/^(?:[aeio]|u(?!ni|se|rl))/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** Formats a path in wire notation: groups in brackets, array entries after dots. */
export function wirePath(path: readonly PropertyKey[]): string {
  let inArray = false;
  return path
    .map((part, depth) => {
      inArray ||= typeof part === 'number';
      if (depth === 0) return String(part);
      return inArray ? `.${String(part)}` : `[${String(part)}]`;
    })
    .join('');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : typeof value;
}

/** Not `preview`: this module is loaded on demand, and a bundler would split the main bundle, which has `preview`. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return /^(?:number|boolean)$/.test(typeof value) ? String(value) : typeName(value);
}

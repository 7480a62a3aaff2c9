import { anywhere, Failure, isUuid, notFound, type Problem } from './failure.ts';
import type { Context, TableName } from './world.ts';

/** Returns what is wrong with the value. */
export type Check = (value: unknown) => string | undefined;

export interface Field {
  readonly check: Check;
  readonly required?: boolean;
  readonly nullable?: boolean;
}

export type Fields = Record<string, Field>;
export type Body = Record<string, unknown>;

export const anything: Check = () => undefined;
export const boolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be a boolean');
export const number: Check = (value) => (typeof value === 'number' ? undefined : 'must be a number');
const uuid: Check = (value) => (isUuid(value) ? undefined : 'must be a valid UUID');
export const array: Check = (value) => (Array.isArray(value) ? undefined : 'must be an array');

export const text =
  (context: Context, minimum = 0): Check =>
  (value) => {
    if (typeof value !== 'string') return 'must be a string';
    if (value.length < minimum) return `must have at least ${minimum} characters`;
    return context.variant('long-texts-rejected') && value.length > 2000 ? 'is too long' : undefined;
  };

export const title = (context: Context): Check => text(context, context.variant('empty-names-rejected') ? 1 : 0);

export const oneOf =
  (...values: string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value) ? undefined : `must be one of ${values.join(', ')}`;

/** Every element must pass; `first` checks only the first one. */
export const listOf =
  (check: Check, first = false): Check =>
  (value) => {
    if (!Array.isArray(value)) return 'must be an array';
    const elements: unknown[] = first ? value.slice(0, 1) : value;
    return elements.map(check).find((message) => message !== undefined);
  };

/** A UUID of a row of the workspace. */
export const reference =
  (context: Context, table: TableName, resource: string, foreign = false): Check =>
  (value) => {
    if (!isUuid(value)) return 'must be a valid UUID';
    const row = anywhere(context, table, value);
    if (row && !row['deleted_at'] && (foreign || row.workspace_id === context.workspace)) return undefined;
    if (context.variant('reference-404')) throw notFound(context, resource);
    return `${resource} not found`;
  };

/** A UUID that need not belong to a record, but never to one of another workspace. */
export const link =
  (context: Context, table: TableName = 'lookups'): Check =>
  (value) => {
    if (context.variant('unknown-links-rejected')) return reference(context, table, 'Record')(value);
    const row = isUuid(value) ? anywhere(context, table, value) : undefined;
    return row && row.workspace_id !== context.workspace ? 'not found' : uuid(value);
  };

export const identifierFields = (context: Context): Fields => {
  const field = { check: text(context), nullable: true };
  return { id_crm: field, id_erp: field, id_accounting: field };
};

function problemsOf(context: Context, body: Body, fields: Fields, creating: boolean): Problem[] {
  return Object.entries(fields).flatMap(([path, field]) => {
    const value = body[path];
    if (value === undefined) return creating && field.required ? [{ path, message: 'is required' }] : [];
    if (value === null && field.nullable && !(creating && context.variant('no-nulls-at-creation'))) return [];
    const message = field.check(value);
    return message === undefined ? [] : [{ path, message }];
  });
}

export interface Rules {
  readonly creating?: boolean;
  readonly immutable?: readonly string[];
  readonly ignored?: readonly string[];
  readonly strict?: boolean;
}

export const invalid = (problems: readonly Problem[], status = 400): Failure =>
  new Failure(status, 'Validation error', problems);

/** Returns the known fields of the body, or throws. `rescue` gets the valid ones before that. */
export function accept(
  context: Context,
  body: Body,
  fields: Fields,
  rules: Rules,
  rescue?: (values: Body) => void,
): Body {
  const problems = problemsOf(context, body, fields, rules.creating ?? false);
  for (const path of Object.keys(body)) {
    if (path in fields || rules.ignored?.includes(path)) continue;
    const immutable = rules.immutable?.includes(path) && !context.variant('immutable-ignored');
    if (immutable) problems.push({ path, message: 'cannot be changed' });
    else if (rules.strict) problems.push({ path, message: 'is an unknown field and cannot be sent' });
    else if (context.variant('unknown-fields-rejected') && !rules.immutable?.includes(path)) {
      problems.push({ path, message: 'is an unknown field' });
    }
  }
  const bad = new Set(problems.map((problem) => problem.path));
  const values = Object.fromEntries(Object.entries(body).filter(([path]) => path in fields && !bad.has(path)));
  if (problems.length === 0) return values;
  rescue?.(values);
  throw invalid(problems, rules.strict || !context.variant('validation-422') ? 400 : 422);
}

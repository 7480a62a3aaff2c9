import type * as z from 'zod/mini';
import { type Issue, validate } from '../../../src/contract/validate.ts';
import { isObject, readField } from '../../shared/json.ts';

/** Returns the problems of a value, as the contract describes them. Without a schema, there are none. */
export function issuesOf(schema: z.ZodMiniType | undefined, value: unknown): readonly Issue[] {
  if (!schema) return [];
  const result = validate(schema, value);
  return result.ok ? [] : result.issues;
}

/** Returns the issues of a partial value: those of omitted fields are none. */
export function partialIssues(issues: readonly Issue[], value: unknown): readonly Issue[] {
  return issues.filter(({ path }) => !isOmitted(path.split(/[[\].]+/).filter(Boolean), value));
}

function isOmitted([name, ...rest]: readonly string[], value: unknown): boolean {
  if (name === undefined) return value === undefined;
  return isObject(value) && isOmitted(rest, readField(value, name));
}

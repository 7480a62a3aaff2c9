import type { FieldDescription } from '../../../src/contract/describe-schema.ts';
import type { Issue } from '../../../src/contract/validate.ts';
import { isObject } from '../../shared/json.ts';

type Fields = Readonly<Record<string, FieldDescription>>;

/** Returns descriptions of fields that can all be omitted, also in groups. Entries of lists stay complete. */
export function partialFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind, isNullable }]) => [
      name,
      {
        kind: kind.type === 'group' ? { ...kind, fields: partialFields(kind.fields) } : kind,
        isNullable,
        isRequired: false,
      },
    ]),
  );
}

/** Returns the issues of a partial value: those of omitted fields are none. */
export function partialIssues(issues: readonly Issue[], value: unknown): readonly Issue[] {
  return issues.filter(({ path }) => !isOmitted(path.split(/[[\].]+/).filter(Boolean), value));
}

function isOmitted([name, ...rest]: readonly string[], value: unknown): boolean {
  if (name === undefined) return value === undefined;
  return isObject(value) && isOmitted(rest, value[name]);
}

import type * as z from 'zod/mini';
import { type FieldDescription, fieldsOf } from '../../../src/contract/describe-schema.ts';
import type { Issue } from '../../../src/contract/validate.ts';
import { readField, withField } from '../../shared/json.ts';
import { FieldEditor } from './field-editor.tsx';

export type FormValue = Readonly<Record<string, unknown>>;

interface SchemaFormProps {
  /** An object schema of the contract. */
  readonly schema: z.core.$ZodType;
  /** The value so far. Omitted fields are absent. */
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  /** The problems of the value, from `issuesOf`. */
  readonly issues: readonly Issue[];
  /** Fields that are not shown. */
  readonly without?: readonly string[] | undefined;
  /** Whether to mark required fields. Default: true. */
  readonly marksRequired?: boolean | undefined;
  /** Whether fields of groups can be omitted as well. Entries of lists are complete. Default: false. */
  readonly isPartial?: boolean | undefined;
}

/** A form for a value of a schema. Names, kinds, values and required fields come from the schema. */
export function SchemaForm({
  schema,
  value,
  onChange,
  issues,
  without = [],
  marksRequired = true,
  isPartial = false,
}: SchemaFormProps) {
  const all = fieldsOf(schema);
  const fields = Object.entries(isPartial ? partialFields(all) : all).filter(([name]) => !without.includes(name));
  return (
    <div class={marksRequired ? 'schema-form' : 'schema-form unmarked'}>
      {fields.map(([name, field]) => (
        <FieldEditor
          key={name}
          name={name}
          path={name}
          field={field}
          value={readField(value, name)}
          issues={issues}
          onChange={(changed) => onChange(withField(value, name, changed))}
        />
      ))}
    </div>
  );
}

type Fields = Readonly<Record<string, FieldDescription>>;

/** Returns descriptions of fields that can all be omitted, also in groups. Entries of lists stay complete. */
function partialFields(fields: Fields): Fields {
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

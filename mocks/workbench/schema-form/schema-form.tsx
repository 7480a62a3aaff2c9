import type * as z from 'zod/mini';
import { fieldsOf } from '../../../src/contract/describe-schema.ts';
import type { Issue } from '../../../src/contract/validate.ts';
import { FieldEditor } from './field-editor.tsx';
import { partialFields } from './partial.ts';

export type FormValue = Readonly<Record<string, unknown>>;

interface SchemaFormProps {
  /** An object schema of the contract. */
  readonly schema: z.core.$ZodType;
  /** The value so far. Omitted fields are absent. */
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  /** The problems of the value, from `validate`. */
  readonly issues: readonly Issue[];
  /** Fields that are not shown. */
  readonly without?: readonly string[] | undefined;
  /** Whether to mark required fields. Default: true. */
  readonly marksRequired?: boolean | undefined;
  /** Whether fields of groups can be omitted, too. Entries of lists are complete. Default: false. */
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
          value={value[name]}
          issues={issues}
          onChange={(changed) => onChange(withField(value, name, changed))}
        />
      ))}
    </div>
  );
}

/** Returns an object with another value of a field, or without the field if the value is undefined. */
function withField(object: FormValue, name: string, value: unknown): FormValue {
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _removed, ...rest } = object;
  return rest;
}

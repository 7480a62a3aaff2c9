import { useState } from 'preact/hooks';
import { labelOf } from '../../store/fields.ts';
import type { TableName } from '../../store/row-types.ts';
import { useApp } from '../app/context.ts';
import { Field } from '../components/field.tsx';
import { formatCell } from '../components/text.ts';
import type { Row } from '../state/session.ts';

interface ReferenceProps {
  readonly label: string;
  readonly required: boolean;
  readonly error: string | undefined;
  readonly table: TableName;
  readonly value: string;
  readonly placeholder: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The number of records that the field suggests. */
const maxSuggestions = 50;

/** A field for the id of a record. It suggests the records at hand by name. */
export function ReferenceField({ table, value, placeholder, onChange, ...field }: ReferenceProps) {
  const { session, run } = useApp();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const load = () => {
    if (rows.length > 0) return;
    void run(async () => setRows(await session.queryRows(table, { limit: maxSuggestions })));
  };
  const found = rows.find(({ id }) => id === value);
  return (
    <Field {...field} hint={found && formatCell(labelOf(found), 60)}>
      {(control) => (
        <>
          <input
            {...control}
            class="input code"
            type="text"
            value={value}
            placeholder={placeholder ?? `id of ${table}`}
            autocomplete="off"
            spellcheck={false}
            list={`${control.id}-list`}
            onFocus={load}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={`${control.id}-list`}>
            {rows.map((row) => (
              <option key={String(row['id'])} value={String(row['id'])}>
                {formatCell(labelOf(row), 60)}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

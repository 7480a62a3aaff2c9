import { useState } from 'preact/hooks';
import { labelOf } from '../../store/fields.ts';
import type { TableName } from '../../store/row-types.ts';
import { useApp } from '../app/context.ts';
import { TextField } from '../components/field.tsx';
import type { Row } from '../state/session.ts';
import { formatCell } from '../text.ts';

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
export function ReferenceField({ table, placeholder, ...field }: ReferenceProps) {
  const { session, run } = useApp();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const load = () => {
    if (rows.length > 0) return;
    void run(async () => setRows(await session.queryRows(table, { limit: maxSuggestions })));
  };
  const suggestions = rows.map((row) => ({ value: String(row['id']), label: formatCell(labelOf(row), 60) }));
  return (
    <TextField
      {...field}
      isCode
      placeholder={placeholder ?? `id of ${table}`}
      hint={suggestions.find((each) => each.value === field.value)?.label}
      suggestions={suggestions}
      onFocus={load}
    />
  );
}

import { useState } from 'preact/hooks';
import { tableNoun } from '../../shared/table-words.ts';
import type { TableName } from '../../store/row-types.ts';
import { useApp } from '../app/context.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { useSettled } from '../app/use-settled.ts';
import { TextField } from '../components/field.tsx';
import { queryNamedRows } from '../state/named-rows.ts';
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

/** The most records that the field suggests at once. */
const maxSuggestions = 50;

/** A field for the id of a record. It suggests the records that contain the typed text. */
export function ReferenceField({ table, placeholder, ...field }: ReferenceProps) {
  const { session } = useApp();
  const [isUsed, setUsed] = useState(false);
  const search = useSettled(field.value);
  const rows = useLoaded(
    async () => (isUsed ? await queryNamedRows(session, table, { search, limit: maxSuggestions }) : []),
    [isUsed, table, search],
  );
  const suggestions = (rows ?? []).map(({ row, name }) => ({ value: String(row['id']), label: formatCell(name, 60) }));
  return (
    <TextField
      {...field}
      isCode
      placeholder={placeholder ?? `id of ${tableNoun(table)}`}
      hint={suggestions.find((each) => each.value === field.value)?.label}
      suggestions={suggestions}
      onFocus={() => setUsed(true)}
    />
  );
}

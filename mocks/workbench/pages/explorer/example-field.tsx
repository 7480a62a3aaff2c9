import { useState } from 'preact/hooks';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { parameterNames } from '../../../shared/router.ts';
import { SelectField } from '../../components/field.tsx';
import type { NamedRow } from '../../state/named-rows.ts';
import type { Row } from '../../state/session.ts';
import { count, formatCell } from '../../text.ts';

interface ExampleProps {
  readonly endpoint: Endpoint;
  readonly rows: readonly NamedRow[];
  /** Whether the table has more records than these. */
  readonly hasMore: boolean;
  readonly onChoose: (row: Row) => void;
}

/** Fills the form in from a record. */
export function ExampleField({ endpoint, rows, hasMore, onChoose }: ExampleProps) {
  // The arrow keys of a keyboard go on from the record that they chose.
  const [chosen, setChosen] = useState('');
  const hasFields = parameterNames(endpoint.path).length > 0 || endpoint.query || endpoint.body;
  if (!hasFields || rows.length === 0) return null;
  const options = rows.map(({ row, name }) => ({ value: String(row['id']), label: formatCell(name, 60) }));
  return (
    <SelectField
      label="Fill in from a record"
      hint={hasMore && `The first ${count(rows.length, 'record')} of the table.`}
      value={chosen}
      options={[{ value: '', label: 'Choose a record …' }, ...options]}
      onChange={(id) => {
        setChosen(id);
        const chosenRow = rows.find(({ row }) => row['id'] === id)?.row;
        if (chosenRow) onChoose(chosenRow);
      }}
    />
  );
}

import { useState } from 'preact/hooks';
import { csvColumnsOf } from '../../../seed/table-csv.ts';
import type { TableName } from '../../../store/row-types.ts';
import { SelectField } from '../../components/field.tsx';
import { count, formatCell } from '../../text.ts';
import type { CsvFile, CsvMapping } from './csv-columns.ts';

interface CsvMappingProps {
  readonly csv: CsvFile;
  readonly table: TableName;
  readonly mapping: CsvMapping;
  readonly onChange: (mapping: CsvMapping) => void;
}

const ignored = '';

/** The columns of a CSV file, each with the column of the table that it becomes. */
export function CsvMappingFields({ csv, table, mapping, onChange }: CsvMappingProps) {
  const { names, isOpen } = csvColumnsOf(table);
  const [isOpenFirst] = useState(csv.columns.some(({ name }) => mapping[name] !== name));
  const left = csv.columns.filter(({ name }) => mapping[name] === null).length;
  return (
    <details class="csv-columns" open={isOpenFirst}>
      <summary>
        {count(csv.columns.length - left, 'column')} of the file{left > 0 && `, and ${left} ignored`}
      </summary>
      <div class="csv-mapping">
        {csv.columns.map(({ name, example }) => (
          <SelectField
            key={name}
            label={formatCell(name, 60)}
            hint={example && `For example ${formatCell(example, 40)}`}
            value={mapping[name] ?? ignored}
            options={[
              { value: ignored, label: 'Ignore' },
              ...(isOpen && !names.includes(name) ? [name] : []),
              ...names,
            ]}
            onChange={(target) => onChange({ ...mapping, [name]: target === ignored ? null : target })}
          />
        ))}
      </div>
    </details>
  );
}

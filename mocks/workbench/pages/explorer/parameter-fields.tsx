import { useState } from 'preact/hooks';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import type { Issue } from '../../../../src/contract/validate.ts';
import { pathParameters } from '../../code/client-code.ts';
import { SelectField } from '../../components/field.tsx';
import { formatCell } from '../../components/text.ts';
import { ReferenceField } from '../../schema-form/reference-field.tsx';
import { labelOf } from '../../schema-form/references.ts';
import { type FormValue, SchemaForm } from '../../schema-form/schema-form.tsx';
import type { Row } from '../../store/session.ts';
import { tableOfParameter } from './example.ts';

interface ExampleProps {
  readonly endpoint: Endpoint;
  readonly rows: readonly Row[];
  readonly onChoose: (row: Row) => void;
}

/** Fills the form in from a record. */
export function ExampleField({ endpoint, rows, onChoose }: ExampleProps) {
  // The arrow keys of a keyboard go on from the record that they chose.
  const [chosen, setChosen] = useState('');
  const hasFields = pathParameters(endpoint.path).length > 0 || endpoint.query || endpoint.body;
  if (!hasFields || rows.length === 0) return null;
  const options = rows.map((row) => ({ value: String(row['id']), label: formatCell(labelOf(row), 60) }));
  return (
    <SelectField
      label="Fill in from a record"
      value={chosen}
      options={[{ value: '', label: 'Choose a record …' }, ...options]}
      onChange={(id) => {
        setChosen(id);
        const row = rows.find((each) => each['id'] === id);
        if (row) onChoose(row);
      }}
    />
  );
}

interface ParameterProps {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  /** The parameters that need a value. */
  readonly missing: readonly string[];
  readonly onChange: (params: Readonly<Record<string, string>>) => void;
}

/** The parameters of the path. */
export function ParameterFields({ endpoint, params, missing, onChange }: ParameterProps) {
  const names = pathParameters(endpoint.path);
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend>Path</legend>
      {names.map((name) => (
        <ReferenceField
          key={name}
          label={name}
          required
          error={missing.includes(name) ? 'is missing' : undefined}
          table={tableOfParameter(endpoint, name)}
          value={params[name] ?? ''}
          placeholder={undefined}
          onChange={(value) => onChange({ ...params, [name]: value })}
        />
      ))}
    </fieldset>
  );
}

interface QueryProps {
  readonly endpoint: Endpoint;
  readonly query: FormValue;
  readonly issues: readonly Issue[];
  readonly onChange: (query: FormValue) => void;
}

/** The query parameters. */
export function QueryFields({ endpoint, query, issues, onChange }: QueryProps) {
  if (!endpoint.query) return null;
  return (
    <fieldset>
      <legend>Query</legend>
      <SchemaForm schema={endpoint.query} value={query} issues={issues} onChange={onChange} />
    </fieldset>
  );
}

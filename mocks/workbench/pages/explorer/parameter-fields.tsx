import { useState } from 'preact/hooks';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import type { Issue } from '../../../../src/contract/validate.ts';
import { labelOf } from '../../../store/fields.ts';
import { pathParameters } from '../../code/client-code.ts';
import { formatQuery, parseQuery } from '../../code/query.ts';
import { isOwn } from '../../code/resources.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { ReferenceField } from '../../schema-form/reference-field.tsx';
import { type FormValue, SchemaForm } from '../../schema-form/schema-form.tsx';
import { useTypedText } from '../../schema-form/use-typed-text.ts';
import type { Row } from '../../state/session.ts';
import { count, formatCell } from '../../text.ts';
import { tableOfParameter } from './example.ts';

interface ExampleProps {
  readonly endpoint: Endpoint;
  readonly rows: readonly Row[];
  /** Whether the table has more records than these. */
  readonly hasMore: boolean;
  readonly onChoose: (row: Row) => void;
}

/** Fills the form in from a record. */
export function ExampleField({ endpoint, rows, hasMore, onChoose }: ExampleProps) {
  // The arrow keys of a keyboard go on from the record that they chose.
  const [chosen, setChosen] = useState('');
  const hasFields = pathParameters(endpoint.path).length > 0 || endpoint.query || endpoint.body;
  if (!hasFields || rows.length === 0) return null;
  const options = rows.map((row) => ({ value: String(row['id']), label: formatCell(labelOf(row), 60) }));
  return (
    <SelectField
      label="Fill in from a record"
      hint={hasMore && `The first ${count(rows.length, 'record')} of the table.`}
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
      {names.map((name) => {
        const table = tableOfParameter(endpoint, name);
        const field = {
          label: name,
          required: true,
          error: missing.includes(name) ? 'is missing' : undefined,
          value: params[name] ?? '',
          onChange: (value: string) => onChange({ ...params, [name]: value }),
        };
        return table ? (
          <ReferenceField key={name} {...field} table={table} placeholder={undefined} />
        ) : (
          <TextField key={name} {...field} />
        );
      })}
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
  if (isOwn(endpoint)) return <QueryText query={query} onChange={onChange} />;
  return (
    <fieldset>
      <legend>Query</legend>
      <SchemaForm schema={endpoint.query} value={query} issues={issues} onChange={onChange} />
    </fieldset>
  );
}

/** The query as a text, because nobody knows its parameters. */
function QueryText({ query, onChange }: Pick<QueryProps, 'query' | 'onChange'>) {
  const text = useTypedText(query, onChange, { parse: parseQuery, format: formatQuery });
  return <TextField label="Query" isCode placeholder="name=value&other=value" {...text} />;
}

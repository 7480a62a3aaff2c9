import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import type { Issue } from '../../../../src/contract/validate.ts';
import { parameterNames } from '../../../shared/router.ts';
import { formatQuery, parseQuery } from '../../code/query.ts';
import { hasFields } from '../../code/resources.ts';
import { TextField } from '../../components/field.tsx';
import { ReferenceField } from '../../schema-form/reference-field.tsx';
import { type FormValue, SchemaForm } from '../../schema-form/schema-form.tsx';
import { useTypedText } from '../../schema-form/use-typed-text.ts';
import { tableOfParameter } from './example.ts';

interface ParameterProps {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  /** The parameters that are marked, because they need a value. */
  readonly missing: readonly string[];
  readonly onChange: (params: Readonly<Record<string, string>>) => void;
}

/** The parameters of the path. */
export function ParameterFields({ endpoint, params, missing, onChange }: ParameterProps) {
  const names = parameterNames(endpoint.path);
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend>Path</legend>
      {names.map((name) => {
        const table = tableOfParameter(endpoint, name);
        const field = {
          label: name,
          required: true,
          error: missing.includes(name) ? 'is required' : undefined,
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
  if (!hasFields(endpoint.query)) return <QueryText query={query} onChange={onChange} />;
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

import { describeSchema, type FieldDescription, fieldsOf } from '../../../../src/contract/describe-schema.ts';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { validate } from '../../../../src/contract/validate.ts';
import { isObject } from '../../../shared/json.ts';
import { parameterNames } from '../../../shared/router.ts';
import { isTableName } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { initialValue } from '../../schema-form/initial-value.ts';
import type { FormValue } from '../../schema-form/schema-form.tsx';
import { tableOfField } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { type Draft, emptyDraft } from './draft.ts';

/**
 * Returns the table of the records that an operation works with. Tables and resources have the same names. Undefined
 * for an operation of the mock's own that has no table.
 */
export function tableOf(endpoint: Endpoint): TableName | undefined {
  const [last = 'id'] = parameterNames(endpoint.path).slice(-1);
  return tableOfParameter(endpoint, last);
}

/** Returns the table whose ids a path parameter takes. Undefined if it takes any text. */
export function tableOfParameter({ name }: Endpoint, parameter: string): TableName | undefined {
  const [resource = ''] = name.split('.');
  const named = parameter === 'id' && isTableName(resource) ? resource : undefined;
  return tableOfField(parameter) ?? named;
}

/** Fills in the parameters, the query and the body from a record, as far as the contract admits its values. */
export function exampleFrom(endpoint: Endpoint, row: Row): Draft {
  return {
    params: exampleParameters(endpoint, row),
    query: pick(endpoint.query, row),
    body: endpoint.body ? exampleBody(endpoint.body, row) : {},
  };
}

/** Returns the draft that an operation starts with: a request that succeeds if there is a record. */
export function initialDraft(endpoint: Endpoint, row: Row = {}): Draft {
  // Without a query, because a list of all records is the better beginning.
  return { ...exampleFrom(endpoint, row), query: emptyDraft.query };
}

/** The most numbers that are tried for a free name. */
const maxNumber = 1_000;

/**
 * Changes the `api_name` of a record to create, if another record has it.
 *
 * @param findTaken Returns the names that records have.
 */
export async function withFreeName(
  { method }: Endpoint,
  draft: Draft,
  findTaken: (names: readonly string[]) => Promise<readonly unknown[]>,
): Promise<Draft> {
  const { api_name: name } = draft.body;
  if (method !== 'POST' || typeof name !== 'string') return draft;
  const names = Array.from({ length: maxNumber }, (_, index) => (index === 0 ? name : `${name}_${index + 1}`));
  const taken = new Set(await findTaken(names));
  return { ...draft, body: { ...draft.body, api_name: names.find((each) => !taken.has(each)) ?? name } };
}

function exampleParameters(endpoint: Endpoint, row: Row): Readonly<Record<string, string>> {
  const names = parameterNames(endpoint.path);
  const table = tableOf(endpoint);
  return Object.fromEntries(
    names.map((name) => {
      const other = tableOfParameter(endpoint, name);
      // `{id}` of a path with two parameters is the parent of the record.
      const value =
        other === table ? row['id'] : Object.entries(row).find(([field]) => tableOfField(field) === other)?.[1];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );
}

function exampleBody(schema: NonNullable<Endpoint['body']>, row: Row): FormValue {
  const picked = pick(schema, row);
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    const value = picked[name] ?? (field.isRequired ? initialValue(field) : undefined);
    if (value !== undefined) body[name] = value;
  }
  return body;
}

/** Returns the fields of a row that a schema accepts. */
function pick(schema: Endpoint['query'], row: Row): FormValue {
  if (!schema) return {};
  const picked = clean(row, describeSchema(schema));
  if (!isObject(picked)) return {};
  const result = validate(schema, picked);
  if (result.ok) return picked;
  const invalid = new Set(result.issues.map(({ path }) => path.split(/[[.]/)[0]));
  return Object.fromEntries(Object.entries(picked).filter(([name]) => !invalid.has(name)));
}

/** Removes fields that a schema does not have, and empty values, which would only make an example longer. */
function clean(value: unknown, { kind }: FieldDescription): unknown {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return undefined;
  if (kind.type !== 'group' || !isObject(value)) return value;
  const entries = Object.entries(kind.fields)
    .map(([name, field]) => [name, clean(value[name], field)] as const)
    .filter(([, each]) => each !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

import type * as z from 'zod/mini';
import { createMockServer, demo, type MockServer } from '../../../mocks/index.ts';
import { isObject } from '../../../mocks/shared/json.ts';
import { parameterNames } from '../../../mocks/shared/router.ts';
import { labelOf } from '../../../mocks/store/fields.ts';
import type { TableName } from '../../../mocks/store/row-types.ts';
import { flatten } from '../../../mocks/workbench/code/bodies.ts';
import { toClientCode } from '../../../mocks/workbench/code/client-code.ts';
import { toTypeText } from '../../../mocks/workbench/code/type-text.ts';
import { tableOfField } from '../../../mocks/workbench/schema-form/table-metadata.ts';
import { describeSchema, type FieldDescription, fieldsOf } from '../../../src/contract/describe-schema.ts';
import { findOperation, type OperationName, operations } from '../../../src/contract/operations.ts';
import type { MasterDataClient } from '../../../src/index.ts';
import * as schemas from '../../../src/schemas.ts';
import { exampleRequests } from '../../generate/example-requests.ts';
import { resultName } from '../../generate/operations.ts';

/** Texts by name: the fields of a form by their paths, such as `shipping.weight`, or the parameters of a path. */
export type Values = Readonly<Record<string, string>>;

/** A call that the live page offers. */
export interface LiveCall {
  readonly operation: OperationName;
  /** The fields of the body or the query, with the values that they start with. */
  readonly values: Values;
}

/** A record to choose. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** The calls that the page shows as buttons, with a title and short values. */
const featured: Partial<Record<OperationName, { readonly title: string; readonly values: Values }>> = {
  'products.create': {
    title: 'Create a product',
    values: {
      name: 'Folding table',
      api_name: 'folding_table',
      recurrence_type: 'one_off',
      'shipping.weight': '18.5',
      'shipping.weight_unit': 'kg',
    },
  },
  'products.update': {
    title: 'Update a product',
    values: {
      description: 'Folds flat',
      'inventory.sku': 'FW-1',
      'shipping.height': '85',
      'shipping.length_unit': 'cm',
    },
  },
  'prices.update': {
    title: 'Set a price',
    values: { pricing_model: 'flat', amount: '249', 'identifiers.erp': 'FW-249' },
  },
  'products.get': { title: 'Read a product', values: {} },
};

/** A call of each operation of the contract. */
export const calls: readonly LiveCall[] = operations.map(({ name }) => ({
  operation: name,
  values: featured[name]?.values ?? exampleValues(name),
}));

/** The calls with a button of their own. */
export const buttons = Object.entries(featured).map(([operation, { title }]) => ({
  title,
  call: findCall(operation) as LiveCall,
}));

/** Returns the call of an operation. */
export function findCall(operation: string): LiveCall | undefined {
  return calls.find((call) => call.operation === operation);
}

/** Returns the values of the example request of an operation that a form can show. */
function exampleValues(operation: OperationName): Values {
  const { body, query }: { body?: unknown; query?: unknown } = exampleRequests[operation];
  const example = body ?? query;
  const { db } = createMockServer({ seed: demo });
  return typeof example === 'function' ? Object.fromEntries(texts(example(db), '')) : {};
}

function texts(value: unknown, path: string): [path: string, text: string][] {
  if (!isObject(value)) {
    // A form shows lists of texts, but no lists of objects.
    const isShown = !Array.isArray(value) || value.every((element) => !isObject(element));
    return isShown ? [[path, [value].flat().join(', ')]] : [];
  }
  return Object.entries(value).flatMap(([name, member]) => texts(member, path ? `${path}.${name}` : name));
}

/** Returns the parameters of the path of an operation. */
export function parametersOf({ operation }: LiveCall): readonly string[] {
  return parameterNames(findOperation(operation).path);
}

/** Returns the records whose ids a parameter accepts, the newest first. */
export function choicesFor({ db }: MockServer, { operation }: LiveCall, parameter: string): readonly Choice[] {
  const [resource = ''] = operation.split('.');
  // Tables and resources have the same names.
  const table = tableOfField(parameter) ?? (resource as TableName);
  if (table !== 'prices') {
    return db[table]
      .list()
      .map((row) => ({ id: row.id, name: labelOf(row) }))
      .reverse();
  }
  return db.prices
    .list()
    .map(({ id, product_id, pricebook_id }) => {
      const product = db.products.get(product_id)?.name;
      return { id, name: `${product}, ${db.pricebooks.get(pricebook_id)?.api_name}` };
    })
    .reverse();
}

/** A field of a form. */
export interface LiveField extends Pick<FieldDescription, 'kind' | 'isRequired'> {
  /** The path in the body: `shipping.weight`. */
  readonly path: string;
}

/** Returns the fields of a call, as the contract describes them. */
export function fieldsOfCall({ operation, values }: LiveCall): readonly LiveField[] {
  const { body, query } = findOperation(operation);
  const schema = body ?? query;
  return Object.keys(values).map((path) => {
    let fields = schema ? fieldsOf(schema) : {};
    let field: FieldDescription | undefined;
    for (const name of path.split('.')) {
      field = fields[name];
      fields = field?.kind.type === 'group' ? field.kind.fields : {};
    }
    if (!field) throw new Error(`${operation} has no field ${path}`);
    return { path, kind: field.kind, isRequired: field.isRequired };
  });
}

/** The data of a call. */
export interface LiveData {
  readonly params: Values;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The body with nested groups. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Returns the data that a form describes. Empty fields are omitted. */
export function toData(call: LiveCall, params: Values, values: Values): LiveData {
  const fields: Record<string, unknown> = {};
  for (const { path, kind } of fieldsOfCall(call)) {
    const text = values[path] ?? '';
    if (text === '') continue;
    const [name = '', member] = path.split('.');
    const group = fields[name];
    if (member === undefined) fields[name] = toValue(text, kind);
    else fields[name] = { ...(isObject(group) && group), [member]: toValue(text, kind) };
  }
  const { body, query } = findOperation(call.operation);
  return { params, ...(body && { body: fields }), ...(query && { query: fields }) };
}

/** Converts the text of a field. The mock explains why a text is not a number. */
function toValue(text: string, kind: FieldDescription['kind']): unknown {
  if (kind.type === 'list') return text.split(/\s*,\s*/).filter((element) => element !== '');
  const number = kind.type === 'number' ? Number(text) : Number.NaN;
  return Number.isNaN(number) ? text : number;
}

/** Calls an operation with the client. The form cannot guarantee the types of the data, and the mock checks them. */
export async function callClient(client: MasterDataClient, { operation }: LiveCall, data: LiveData): Promise<unknown> {
  const [resource = '', method = ''] = operation.split('.');
  // The operations of the contract and the methods of the client have the same names.
  const methods = Object(client)[resource] as Record<string, (...values: unknown[]) => Promise<unknown>>;
  const { params, body, query } = data;
  return methods[method]?.(...Object.values(params), ...[body ?? query].filter((value) => value !== undefined));
}

/** Returns the code of a call, with the type of its result. */
export function codeOf({ operation }: LiveCall, data: LiveData): string {
  const endpoint = findOperation(operation);
  const type = typeName(operation);
  return `const ${resultName(endpoint)}${type && `: ${type}`} = ${toClientCode({ operation, ...data })}`;
}

/** Returns the request of a call as text: the method, the path, and the body as sent. */
export function requestOf({ operation }: LiveCall, { params, query = {}, body }: LiveData): string {
  const { method, path } = findOperation(operation);
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const line = `${method} ${filled}${search.size > 0 ? `?${search}` : ''}`;
  return body === undefined ? line : `${line}\n\n${JSON.stringify(flatten(body), undefined, 2)}`;
}

/** Returns the name of the type of a response: `CreatedProduct`. Empty if the specification describes no fields. */
export function typeName(operation: OperationName): string {
  const name = recordName(operation);
  return name && isList(operation) ? `${name}[]` : name;
}

/** Returns the type of the records of a response, with its fields. Empty if the specification describes no fields. */
export function typeOf(operation: OperationName): string {
  const name = recordName(operation);
  const text = toTypeText(findOperation(operation).response);
  return name && `interface ${name} ${isList(operation) ? text.replace(/\[\]$/, '') : text}`;
}

function isList(operation: OperationName): boolean {
  return describeSchema(findOperation(operation).response).kind.type === 'list';
}

function recordName(operation: OperationName): string {
  const { response } = findOperation(operation);
  // The union of all schemas, which TypeScript can narrow by the type.
  const { def } = (response as z.core.$ZodType as z.core.$ZodTypes)._zod;
  const record = def.type === 'array' ? def.element : response;
  if (describeSchema(record).kind.type !== 'group') return '';
  const [name] = Object.entries(schemas).find(([, schema]) => schema === record) ?? [];
  if (name === undefined) throw new Error(`the response of ${operation} has no schema with a name`);
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/Schema$/, '');
}

import type { MockServer } from '../../../mocks/index.ts';
import { isObject } from '../../../mocks/shared/json.ts';
import { flatten } from '../../../mocks/workbench/code/bodies.ts';
import { toClientCode } from '../../../mocks/workbench/code/client-code.ts';
import { toTypeText } from '../../../mocks/workbench/code/type-text.ts';
import { type FieldDescription, fieldsOf } from '../../../src/contract/describe-schema.ts';
import { findOperation, type OperationName } from '../../../src/contract/operations.ts';
import type { MasterDataClient } from '../../../src/index.ts';
import * as schemas from '../../../src/schemas.ts';

/** The values of a form, by the path of the field: `shipping.weight`. */
export type Values = Readonly<Record<string, string>>;

/** A call that the live page offers. */
export interface LiveCall {
  readonly operation: OperationName;
  readonly title: string;
  /** The name of the constant in the code. */
  readonly result: string;
  /** The fields of the body, with the values that they start with. */
  readonly values: Values;
  /** Returns the records whose ids the call accepts, the newest first. Undefined if the call takes no id. */
  readonly choices?: (mock: MockServer) => readonly Choice[];
  /** Sends the call. The form cannot guarantee the type of the body, and the mock checks it. */
  readonly send: (client: MasterDataClient, id: string, body: never) => PromiseLike<unknown>;
}

/** A record to choose. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

const products = ({ db }: MockServer): Choice[] =>
  db.products
    .list()
    .map(({ id, name }) => ({ id, name }))
    .reverse();

const prices = ({ db }: MockServer): Choice[] =>
  db.prices
    .list()
    .map(({ id, product_id, pricebook_id }) => {
      const product = db.products.get(product_id)?.name;
      return { id, name: `${product}, ${db.pricebooks.get(pricebook_id)?.api_name}` };
    })
    .reverse();

export const calls: readonly LiveCall[] = [
  {
    operation: 'products.create',
    title: 'Create a product',
    result: 'product',
    values: {
      name: 'Folding table',
      api_name: 'folding_table',
      recurrence_type: 'one_off',
      'shipping.weight': '18.5',
      'shipping.weight_unit': 'kg',
    },
    send: (client, _, body) => client.products.create(body),
  },
  {
    operation: 'products.update',
    title: 'Update a product',
    result: 'product',
    values: {
      description: 'Folds flat',
      'inventory.sku': 'FW-1',
      'shipping.height': '85',
      'shipping.length_unit': 'cm',
    },
    choices: products,
    send: (client, id, body) => client.products.update(id, body),
  },
  {
    operation: 'prices.update',
    title: 'Set a price',
    result: 'price',
    values: { pricing_model: 'flat', amount: '249', 'identifiers.erp': 'FW-249' },
    choices: prices,
    send: (client, id, body) => client.prices.update(id, body),
  },
  {
    operation: 'products.get',
    title: 'Read a product',
    result: 'product',
    values: {},
    choices: products,
    send: (client, id) => client.products.get(id),
  },
];

/** A field of a form. */
export interface LiveField extends Pick<FieldDescription, 'kind' | 'isRequired'> {
  /** The path in the body: `shipping.weight`. */
  readonly path: string;
}

/** Returns the fields of a call, as the contract describes them. */
export function fieldsOfCall({ operation, values }: LiveCall): readonly LiveField[] {
  const { body } = findOperation(operation);
  return Object.keys(values).map((path) => {
    let fields = body ? fieldsOf(body) : {};
    let field: FieldDescription | undefined;
    for (const name of path.split('.')) {
      field = fields[name];
      fields = field?.kind.type === 'group' ? field.kind.fields : {};
    }
    if (!field) throw new Error(`${operation} has no field ${path}`);
    return { path, kind: field.kind, isRequired: field.isRequired };
  });
}

/** Returns the body that a form describes, with nested groups. Empty fields are omitted. */
export function toBody(call: LiveCall, values: Values): Record<string, unknown> | undefined {
  if (!findOperation(call.operation).body) return undefined;
  const body: Record<string, unknown> = {};
  for (const { path, kind } of fieldsOfCall(call)) {
    const value = values[path] ?? '';
    if (value === '') continue;
    const [name = '', member] = path.split('.');
    const number = kind.type === 'number' ? Number(value) : Number.NaN;
    // The mock explains why text is not a number.
    const sent = Number.isNaN(number) ? value : number;
    const group = body[name];
    if (member === undefined) body[name] = sent;
    else body[name] = { ...(isObject(group) && group), [member]: sent };
  }
  return body;
}

/** Returns the code of a call, with the type of its result. */
export function codeOf({ operation, result }: LiveCall, id: string, body: unknown): string {
  const call = toClientCode({ operation, params: { id }, body });
  return `const ${result}: ${typeName(operation)} = ${call}`;
}

/** Returns the request of a call as text: the method, the path, and the body as sent. */
export function requestOf(operation: OperationName, id: string, body: unknown): string {
  const { method, path } = findOperation(operation);
  const line = `${method} ${path.replace('{id}', id)}`;
  return body === undefined ? line : `${line}\n\n${JSON.stringify(flatten(body), undefined, 2)}`;
}

/** Returns the name of the type of a response: `CreatedProduct`. */
export function typeName(operation: OperationName): string {
  const { response } = findOperation(operation);
  const [name] = Object.entries(schemas).find(([, schema]) => schema === response) ?? [];
  if (name === undefined) throw new Error(`the response of ${operation} has no schema with a name`);
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/Schema$/, '');
}

/** Returns the type of a response, with its fields. */
export function typeOf(operation: OperationName): string {
  return `interface ${typeName(operation)} ${toTypeText(findOperation(operation).response)}`;
}

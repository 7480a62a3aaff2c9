import type { OperationName } from '../../../src/contract/operations.ts';
import { isUuid } from '../../store/ids.ts';
import { type BodyField, bodyFieldsOf } from '../body-fields.ts';
import { edgeValues, isKept } from '../edge-values.ts';
import { ifAny } from '../errors.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { type Json, leavesOf, objectsIn, recordIn, textOf } from '../json.ts';
import { type CreateOperation, createOperations, isCreation } from '../operations.ts';
import { type CheckContext, type Rule, says, sectionOf } from '../rule.ts';
import { findCategories } from './products.ts';
import { type Update, updates } from './update-targets.ts';

/** Values that a careless server changes, at creation and as a change, many in each request. */
export const exactRules: readonly Rule[] = [...createOperations.map(creationRule), ...updates.map(updateRule)];

/** Sends a body, and shows the records that the server then returns, each with its operation. */
interface Attempt {
  readonly exchange: Exchange;
  readonly shown: readonly { readonly operation: OperationName; readonly record: Json; readonly exchange: Exchange }[];
}

type Send = (body: Json) => Promise<Attempt>;

function creationRule(operation: CreateOperation): Rule {
  return {
    id: `${operation}.exact`,
    sentences: [
      says(sectionOf(operation), `${operation}: \`data\` is the created record, with the values that were sent`),
    ],
    needs: ['writes'],
    uses: operation === 'addresses.create' ? ['contact'] : operation === 'products.create' ? ['category'] : [],
    async check(context) {
      const links = await linksFor(context, operation);
      const send: Send = async (fields) => {
        const body = { ...(await context.records.bodyFor(operation)), ...fields };
        const exchange = await context.records.tryCreate(operation, body);
        return { exchange, shown: isSuccess(exchange) ? await showCreated(context, exchange) : [] };
      };
      for (const body of bodiesOf(context, operation, links)) await sendExactly(context, body, send);
    },
  };
}

function updateRule(update: Update): Rule {
  const { operation, needs } = update;
  return {
    id: `${operation}.exact`,
    sentences: [says('Endpoints, Conventions', 'PATCH endpoints update only the fields supplied.')],
    needs,
    async check(context) {
      const { id, read } = await update.open(context);
      const send: Send = async (body) => {
        const exchange = await context.service.call(operation, { params: { id }, body });
        if (!isSuccess(exchange)) return { exchange, shown: [] };
        const { record, exchange: reading } = await read('is_setup' in body ? 'is_setup' : undefined);
        const get = reading.call.operation ?? operation;
        return {
          exchange,
          shown: [
            { operation, record: recordIn(exchange.json), exchange },
            { operation: get, record, exchange },
          ],
        };
      };
      const bodies = operation === 'prices.update' ? priceBodies(context) : bodiesOf(context, operation, {});
      // Each field changes in both directions.
      for (const body of [...bodies, ...bodies.slice(0, 1)]) await sendExactly(context, body, send);
    },
  };
}

/** Returns bodies in which each value of each field occurs, with as few bodies as possible. */
function bodiesOf(context: CheckContext, operation: OperationName, links: Json): Json[] {
  const fields = bodyFieldsOf(operation).filter(({ key }) => key !== 'api_name');
  const { records } = context;
  const columns = fields.map((field) => {
    const unique = { name: records.name(), digits: records.uniqueDigits() };
    return [field.key, edgeValues(field, unique)] as const;
  });
  const count = Math.max(...columns.map(([, values]) => Math.min(values.length, maxBodies)));
  return Array.from({ length: count }, (_, index) => ({
    ...Object.fromEntries(
      columns.flatMap(([key, values]) => (values.length === 0 ? [] : [[key, values[index % values.length]] as const])),
    ),
    ...(index === 0 && links),
  }));
}

/** Returns bodies whose fields a model allows together. Each sets what the next one changes, or must not change. */
function priceBodies({ records }: CheckContext): Json[] {
  const digits = records.uniqueDigits();
  const identifiers = (text: string) => ({
    'identifiers[crm]': `${text}-${digits}`,
    'identifiers[erp]': `0${digits}`,
    'identifiers[accounting]': `${text}&Ö-${digits}`,
  });
  return [
    { pricing_model: 'flat', amount: 19.99, ...identifiers('Ab') },
    { pricing_model: 'percent', price_percentage_type: 'product', percent: 12 },
    { pricing_model: 'percent', price_percentage_type: 'product_type', percent: 100 },
    { pricing_model: 'cost_based', cost: 19.99, cost_multiplier: 1.25, floor_price: 0.5, ...identifiers('cD') },
    { pricing_model: 'cost_based', cost: 0, cost_multiplier: 2.5, floor_price: 0 },
    { engagement_type: 'fixed_period', period_duration: 36, is_pay_as_you_go: true },
    { engagement_type: 'forever' },
    { pricing_model: 'volume', is_volume_grid_displayed: true, is_graduated_grid_displayed: false },
    { pricing_model: 'graduated', is_volume_grid_displayed: false, is_graduated_grid_displayed: true },
  ];
}

/** Bodies of one operation. An enum of six values needs more, but other rules send each of them. */
const maxBodies = 4;

/** Sends a body without the fields that the server rejects, and compares what it shows. */
async function sendExactly(context: CheckContext, body: Json, send: Send): Promise<void> {
  const attempt = await send(body);
  if (isSuccess(attempt.exchange)) return await compare(context, body, attempt, send);
  if (attempt.exchange.status === 403) return;
  const accepted: Json = {};
  for (const [key, value] of Object.entries(body)) {
    const single = await send({ [key]: value });
    if (isSuccess(single.exchange)) accepted[key] = value;
    else reportRejection(context, key, value, single.exchange);
  }
  if (Object.keys(accepted).length === 0) return;
  const again = await send(accepted);
  if (isSuccess(again.exchange)) return await compare(context, accepted, again, send);
  context.observe(
    `fields that are accepted by themselves are rejected together: ${describeResponse(again.exchange)}`,
    again.exchange,
  );
}

/** A format that no sentence states may be required. The values of an enum and of a boolean are stated. */
function reportRejection(context: CheckContext, key: string, value: unknown, exchange: Exchange): void {
  const field = bodyFieldsOf(exchange.call.operation ?? 'customers.create').find((each) => each.key === key);
  const isStated = field !== undefined && (field.type === 'boolean' || isNamed(field, value));
  const message = `\`${key}\` ${describeValue(value)} ${describeResponse(exchange)}`;
  if (isStated && exchange.status < 500) context.report(message, exchange);
  else context.observe(message, exchange);
}

function isNamed({ type, values }: BodyField, value: unknown): boolean {
  if (type === 'enum') return typeof value === 'string' && values.includes(value);
  return type === 'enums' && Array.isArray(value) && value.length > 0;
}

async function compare(context: CheckContext, body: Json, attempt: Attempt, send: Send): Promise<void> {
  const keys = Object.keys(body);
  const wrong = wrongKeys(keys, attempt);
  for (const key of wrong.slice(0, maxExplained)) {
    // The smallest request that shows it.
    const single = keys.length === 1 ? attempt : await send({ [key]: body[key] });
    const isAlone = wrongKeys([key], single).length > 0;
    const place = wrongPlace(key, isAlone ? single : attempt);
    const rest = isAlone ? '' : ' if it is sent with other fields';
    const message = `\`${key}\` ${describeValue(body[key])} is not kept${rest}: ${place?.operation} shows another value`;
    context.report(message, place?.exchange ?? attempt.exchange);
  }
}

/** The ids of a workspace are not in messages. */
function describeValue(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (isUuid(item) ? '<uuid>' : item));
}

/** Fields of one body that are explained. */
const maxExplained = 5;

function wrongKeys(keys: readonly string[], attempt: Attempt): string[] {
  return keys.filter((key) => wrongPlace(key, attempt) !== undefined);
}

/** Returns the first record that does not show the value that was sent. A repeated creation has another name. */
function wrongPlace(key: string, { exchange, shown }: Attempt): Attempt['shown'][number] | undefined {
  const sent: Json = Object(exchange.call.body);
  return shown.find(({ operation, record }) => !isShown(operation, record, key, sent[key]));
}

/** Whether a record shows a value that was sent. The contract reports a field that is missing. */
function isShown(operation: OperationName, record: Json, key: string, value: unknown): boolean {
  const isProduct = operation.startsWith('products.');
  if (isProduct && key === 'description' && record['description_inherit_from_product'] === true) return true;
  if (isProduct && key === 'recurrence_type') return isKept(Object(record['settings'])[key] ?? value, value);
  const linked = { catalog_ids: 'catalogs', category_ids: 'categories' }[key];
  if (linked !== undefined && Array.isArray(record[linked])) {
    return isKept(
      objectsIn(record[linked]).map(({ id }) => id),
      value,
    );
  }
  const leaves = leavesOf(record);
  if (!leaves.has(key)) return true;
  const stored = leaves.get(key);
  // The display name of a product combines the name with the options of the variant.
  if (isProduct && key === 'name') return typeof stored === 'string' && stored.includes(String(value));
  return isKept(stored, value);
}

/** Reads a new record wherever it is shown. */
async function showCreated(context: CheckContext, exchange: Exchange): Promise<Attempt['shown']> {
  const operation = exchange.call.operation ?? 'customers.create';
  const record = recordIn(exchange.json);
  const created = { operation, record, exchange };
  const get = `${operation.replace('.create', '')}.get`;
  const id = textOf(record, 'id');
  if (id === '' || operation === 'productParents.create' || !isCreation(operation)) return [created];
  const read = await context.service.call(get as OperationName, { params: { id }, isValid: true });
  return isSuccess(read)
    ? [created, { operation: get as OperationName, record: recordIn(read.json), exchange }]
    : [created];
}

/** Returns links to more than one record, and to records that exist. */
async function linksFor({ records, service, fixtures }: CheckContext, operation: CreateOperation): Promise<Json> {
  if (operation === 'customers.create') {
    const tax_ids = [
      { tax: 'eu_vat', tax_value: 'DE811569869' },
      { tax: 'Ust-Nr & more', tax_value: '012/345' },
    ];
    const customers = await ifAny(records.list('customers.list'));
    const segment_id = customers?.records.map((customer) => textOf(customer, 'segment_id')).find(Boolean);
    return { tax_ids, ...(segment_id !== undefined && { segment_id }) };
  }
  if (operation === 'addresses.create') {
    const contact =
      fixtures.contact && (await ifAny(service.record('contacts.get', { params: { id: fixtures.contact } })));
    if (!contact) return {};
    return { customer_id: contact.record['customer_id'], contact_id: contact.id };
  }
  if (operation !== 'products.create') return {};
  const one = await ifAny(records.own('catalogs.create'));
  const other = await ifAny(records.create('catalogs.create'));
  const category_ids = await findCategories({ records, fixtures });
  const catalog_ids = [one?.id, other?.id].filter((id) => id !== undefined);
  return { ...(catalog_ids.length > 0 && { catalog_ids }), ...(category_ids.length > 0 && { category_ids }) };
}

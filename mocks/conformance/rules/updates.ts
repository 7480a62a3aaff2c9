import { findOperation } from '../../../src/contract/operations.ts';
import { parseTimestamp } from '../../../src/contract/timestamp.ts';
import { isObject } from '../../shared/json.ts';
import { type BodyField, bodyFieldsOf, sampleValues } from '../body-fields.ts';
import { isEqual, isEquivalent } from '../compare-values.ts';
import { ifAny, NotRunError } from '../errors.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, type Json, leavesOf, objectsIn, textOf } from '../json.ts';
import { unusedId } from '../operations.ts';
import { type CheckContext, expectThat, type Rule, says, sectionOf } from '../rule.ts';
import { waitForClock } from '../server-clock.ts';
import { responseFields } from '../service.ts';
import type { Sentence } from '../specification/specified-fields.ts';
import { changedFields } from './changed-fields.ts';
import { type Target, type Update, type UpdateOperation, updates } from './update-targets.ts';

const onlySent = says('Endpoints, Conventions', 'PATCH endpoints update only the fields supplied.');
const cleared = says('Endpoints, Conventions', 'Fields typed `T | null` are cleared by sending null.');
const brackets = says(
  'Endpoints, Conventions',
  'Request body keys written as `group[key]` (products, prices) are literal flat JSON key names containing brackets.',
);

export const updateRules: readonly Rule[] = updates.flatMap((update) => [
  fieldsRule(update),
  nullRule(update),
  ...(update.immutable.length > 0 ? [immutableRule(update)] : []),
  ...(update.hasState ? [stateRule(update)] : []),
]);

/** Each field by itself: it changes to the value that was sent, and nothing else changes. */
function fieldsRule(update: Update): Rule {
  const { operation, needs } = update;
  const fields = bodyFieldsOf(operation);
  const hasGroups = fields.some(({ key }) => key.includes('['));
  const sentences: Sentence[] = [
    onlySent,
    says(
      sectionOf(operation),
      `${findOperation(operation).method} ${findOperation(operation).path}: body, all optional`,
    ),
    ...(hasGroups ? [brackets] : []),
  ];
  return {
    id: `${operation}.fields`,
    sentences,
    needs,
    async check(context) {
      const target = await update.open(context);
      await fill(context, operation, target);
      const sibling = await openSibling(context, operation, target.id);
      let { record } = await target.read();
      for (const field of fields) {
        // An update that returns a price also changes it.
        if (operation === 'prices.update') record = (await target.read(field.key)).record;
        record = await checkField(context, operation, target, field, record);
      }
      await sibling?.();
    },
  };
}

/** Reads another record of the kind. Returns the check that the updates have not changed it. */
async function openSibling(
  { records, service, fixtures, report }: CheckContext,
  operation: UpdateOperation,
  id: string,
): Promise<(() => Promise<void>) | undefined> {
  const others = {
    'addresses.update': ['addresses.get', () => records.own('addresses.create')],
    'products.update': ['products.get', () => records.own('products.create')],
    'contacts.update': ['contacts.get', () => records.contact()],
    'categories.update': ['categories.get', async () => ({ id: fixtures.discountedCategory ?? '' })],
    // The rule `prices.independent` compares the prices of a product.
    'prices.update': undefined,
  } as const;
  const [get, open] = others[operation] ?? [];
  const other = open && (await ifAny(open()));
  if (!get || !other || other.id === '' || isEquivalent(other.id, id)) return undefined;
  const read = () => service.record(get, { params: { id: other.id } });
  const before = await read();
  return async () => {
    const { record, exchange } = await read();
    const changed = changedFields(get, before.record, record).map((name) => `\`${name}\``);
    if (changed.length > 0) report(`${operation} changes ${changed.join(', ')} of another record`, exchange);
  };
}

/** Sets all fields that do not depend on others, so that each update by itself can show that it changes another one. */
async function fill(context: CheckContext, operation: UpdateOperation, { id, read }: Target): Promise<void> {
  const companions = operation === 'prices.update' ? companionsOfPrice : {};
  const fields = bodyFieldsOf(operation).filter(({ key }) => !(key in companions));
  const samples = fields.flatMap((field) => {
    const values = sampleValues(field, context.records.uniqueDigits());
    return values ? [[field.key, values[1]] as const] : [];
  });
  const body = Object.fromEntries(samples);
  const before = (await read()).record;
  const updated = await context.service.call(operation, { params: { id }, body });
  if (!isSuccess(updated) || operation === 'prices.update') return;
  const after = (await read()).record;
  const changed = changedFields(operation, before, after).filter((name) => !Object.hasOwn(body, name));
  const names = changed.map((name) => `\`${name}\``).join(', ');
  expectThat(context, changed.length === 0, `an update without ${names} changes ${names}`, updated);
  const lost = samples.filter(([key, value]) => !shows(operation, after, key, value)).map(([key]) => `\`${key}\``);
  const message = `${lost.join(', ')} of several fields in an update do not have the values that were sent`;
  expectThat(context, lost.length === 0, message, updated);
}

/** Whether a record shows a value that was sent, or may show another one. */
function shows(operation: UpdateOperation, record: Json, key: string, value: unknown): boolean {
  return (
    isInherited(key, record) ||
    isEquivalent(leavesOf(record).get(key), value) ||
    // The display name of a product combines the name with the options of the variant.
    (operation === 'products.update' && key === 'name' && textOf(record, 'name').includes(String(value)))
  );
}

/** Fields of a price that may depend on others, with fields that may have to be sent with them. */
const companionsOfPrice: Readonly<Record<string, Json>> = {
  pricing_model: { amount: 12 },
  amount: { pricing_model: 'flat' },
  is_volume_grid_displayed: { pricing_model: 'volume' },
  is_graduated_grid_displayed: { pricing_model: 'graduated' },
  percent: { pricing_model: 'percent', price_percentage_type: 'all' },
  price_percentage_type: { pricing_model: 'percent', percent: 10 },
  cost_multiplier: { pricing_model: 'cost_based', cost: 10 },
  cost: { pricing_model: 'cost_based', cost_multiplier: 2 },
  floor_price: { pricing_model: 'cost_based', cost: 10, cost_multiplier: 2 },
  engagement_type: { period_duration: 12 },
  period_duration: { engagement_type: 'fixed_period' },
};

/** Updates a field. Returns the record as it is afterwards. */
async function checkField(
  context: CheckContext,
  operation: UpdateOperation,
  target: Target,
  field: BodyField,
  before: Json,
): Promise<Json> {
  const samples = sampleValues(field, context.records.uniqueDigits());
  if (!samples) return before;
  const { key } = field;
  const current = leavesOf(before).get(key);
  const value = isEqual(current, samples[0]) ? samples[1] : samples[0];
  const params = { id: target.id };
  const companions = operation === 'prices.update' ? companionsOfPrice[key] : undefined;
  const isStored = (record: Json) => shows(operation, record, key, value);
  const message = `\`${key}\` does not have the value that was sent`;

  const updated = await context.service.call(operation, { params, body: { [key]: value }, isValid: !companions });
  const { record: after } = await target.read(key);
  if (companions && !(isSuccess(updated) && isStored(after))) {
    const state = isSuccess(updated) ? 'is not stored' : describeResponse(updated);
    context.observe(`\`${key}\` by itself ${state}`, updated);
    const again = await context.service.call(operation, { params, body: { ...companions, [key]: value } });
    if (!isSuccess(again)) return after;
    const { record } = await target.read(key);
    expectThat(context, isStored(record), message, again);
    return record;
  }
  if (!isSuccess(updated)) {
    context.report(`\`${key}\` cannot be updated: ${describeResponse(updated)}`, updated);
    return after;
  }
  expectThat(context, isStored(after), message, updated);
  const changed = changedFields(operation, before, after).filter((name) => name !== key && !isDerived(name, key));
  const names = changed.map((name) => `\`${name}\``).join(', ');
  // The fields of a price can depend on its model.
  if (companions && changed.length > 0) context.observe(`the update of \`${key}\` also changes ${names}`, updated);
  else expectThat(context, changed.length === 0, `the update of \`${key}\` also changes ${names}`, updated);
  compareResponse(context, operation, updated, { before, stored: after });
  return after;
}

/** The response of an update is the stored record, apart from fields of only one shape. */
function compareResponse(
  context: CheckContext,
  operation: UpdateOperation,
  updated: Exchange,
  { before, stored }: { readonly before: Json; readonly stored: Json },
): void {
  const data = dataOf(updated.json);
  if (!isObject(data)) return;
  const shared = responseFields(operation).filter((name) => name in data && name in stored);
  const stale = shared.filter((name) =>
    // The clocks of a program and of its database can differ. An old time is none of either.
    name === 'updated_at' && operation !== 'prices.update'
      ? isOlder(data[name], stored[name]) && !isOlder(before[name], data[name])
      : name !== 'updated_at' && !isEquivalent(data[name], stored[name]),
  );
  const message = `the response of ${operation} differs from the stored record in ${stale.join(', ')}`;
  expectThat(context, stale.length === 0, message, updated);
}

function isOlder(time: unknown, other: unknown): boolean {
  return (parseTimestamp(String(time)) ?? 0) < (parseTimestamp(String(other)) ?? 0);
}

/** Null clears each field that can be null. */
function nullRule(update: Update): Rule {
  const { operation, needs } = update;
  return {
    id: `${operation}.null`,
    sentences: [cleared, onlySent],
    needs,
    async check(context) {
      const target = await update.open(context);
      const nullable = bodyFieldsOf(operation).filter(({ isNullable }) => isNullable);
      const set = nullable.flatMap((field) => {
        const samples = sampleValues(field, context.records.uniqueDigits());
        return samples ? [[field.key, samples[0]] as const] : [];
      });
      const params = { id: target.id };
      const isPrice = operation === 'prices.update';
      if (set.length > 0) {
        const options = { params, body: Object.fromEntries(set), isValid: !isPrice };
        const exchange = await context.service.call(operation, options);
        // Values that a model does not allow together can be valid by themselves.
        if (isPrice && !isSuccess(exchange)) {
          for (const [key, value] of set) await context.service.call(operation, { params, body: { [key]: value } });
        }
      }
      let before = (await target.read()).record;
      for (const { key } of nullable) {
        const mayDepend = isPrice && key in companionsOfPrice;
        const exchange = await context.service.call(operation, { params, body: { [key]: null }, isValid: !mayDepend });
        const { record } = await target.read();
        const after = leavesOf(record).get(key);
        const isCleared = isSuccess(exchange) && after === null;
        const state = isSuccess(exchange) ? 'is not null afterwards' : describeResponse(exchange);
        const message = `\`${key}\` cannot be cleared: ${state}`;
        if (mayDepend && !isSuccess(exchange)) context.observe(message, exchange);
        else expectThat(context, isCleared, message, exchange);
        const changed = isPrice ? [] : changedFields(operation, before, record).filter((name) => name !== key);
        const names = changed.map((name) => `\`${name}\``).join(', ');
        expectThat(context, changed.length === 0, `null in \`${key}\` also changes ${names}`, exchange, onlySent);
        before = record;
      }
    },
  };
}

/** Immutable fields stay, whether the server rejects or ignores them. */
function immutableRule(update: Update): Rule {
  const { operation, needs, immutable } = update;
  return {
    id: `${operation}.immutable`,
    sentences: [says(sectionOf(operation), `${immutable.map((field) => `\`${field}\``).join(', ')} cannot be changed`)],
    needs,
    async check(context) {
      const target = await update.open(context);
      const before = await target.read();
      for (const field of immutable) {
        const value = field === 'api_name' ? context.records.apiName() : await otherId(context, field, before.record);
        const params = { id: target.id };
        const exchange = await context.service.call(operation, { params, body: { [field]: value } });
        const after = await target.read();
        const isSame = isEqual(after.record[field], before.record[field]);
        expectThat(context, isSame, `\`${field}\` was changed`, exchange);
        // Set back what should not have changed.
        const body = { [field]: before.record[field] };
        if (!isSame) await context.service.call(operation, { params, body, hasRecordValues: true });
      }
    },
  };
}

/** An update changes the state of the record, and the time of its last update. */
function stateRule({ operation, needs, open }: Update): Rule {
  return {
    id: `${operation}.is-active`,
    sentences: [
      says('States and transitions', 'Category, Product: PATCH with `is_active`: value as sent; `updated_at` changes'),
    ],
    needs,
    async check(context) {
      const target = await open(context);
      const { record: before } = await target.read();
      await waitForClock(context.service, context.records, textOf(before, 'updated_at'));
      const is_active = before['is_active'] !== true;
      const exchange = await context.service.call(operation, { params: { id: target.id }, body: { is_active } });
      if (!isSuccess(exchange)) throw new NotRunError(`${operation} ${describeResponse(exchange)}`);
      const read = await ifAny(target.read());
      const message = `with \`is_active\` ${is_active}, the record cannot be read any more`;
      expectThat(context, read !== undefined, message, exchange);
      if (!read) return;
      const { record: after } = read;
      const isSet = after['is_active'] === is_active;
      expectThat(context, isSet, '`is_active` does not have the value that was sent', exchange);
      const hasMoved = textOf(after, 'updated_at') !== textOf(before, 'updated_at');
      expectThat(context, hasMoved, '`updated_at` does not change', exchange);
      compareResponse(context, operation, exchange, { before, stored: after });
      const isSameTime = textOf(after, 'created_at') === textOf(before, 'created_at');
      expectThat(context, isSameTime, '`created_at` changes', exchange, onlySent);
    },
  };
}

/** The id of another record that the field could name. */
async function otherId(context: CheckContext, field: string, record: Json): Promise<string> {
  if (field === 'customer_id') return (await context.records.create('customers.create')).id;
  if (field === 'product_id') return (await context.records.own('products.create')).id;
  const product = await context.records.own('products.create');
  const other = objectsIn(product.record['prices']).find((price) => price[field] !== record[field]);
  return textOf(other, field) || unusedId();
}

/** Whether a field shows another value than the stored one. */
function isInherited(key: string, record: Json): boolean {
  return key === 'description' && record['description_inherit_from_product'] === true;
}

/** Whether a field follows from another one. */
function isDerived(name: string, changed: string): boolean {
  return name === 'description' && changed === 'description_inherit_from_product';
}

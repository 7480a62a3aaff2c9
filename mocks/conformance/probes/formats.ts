import { policyValues } from '../../controls/policies.ts';
import { isObject } from '../../shared/json.ts';
import { type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, type Json, leavesOf, objectsIn, textOf } from '../json.ts';
import type { CreateOperation } from '../operations.ts';
import { findCommonValue, findCreations, found, type Probe, undetermined, unknownValue } from '../probe.ts';
import { says } from '../rule.ts';
import { isOptionalText } from '../specification/sentences.ts';

/** The number of responses that are looked at. */
const maxExchanges = 200;

export const timestampFormat: Probe<'timestampFormat'> = {
  sentence: says('What the service does', 'Timestamps are ISO 8601 strings. The precision is not shown.'),
  async find({ exchanges }) {
    const observe = (exchange: Exchange) => timestampForm(valueIn(exchange, 'created_at'));
    const dated = withValue(exchanges, 'created_at');
    return dated.length > 0
      ? findCommonValue(dated, observe, policyValues.timestampFormat)
      : undetermined('no response has a timestamp');
  },
};

export const idCase: Probe<'idCase'> = {
  sentence: says('What the service does', 'Identifiers of records are UUIDs. The letter case is not shown.'),
  async find({ exchanges }) {
    const lettered = withValue(exchanges, 'id').filter((exchange) => /[a-f]/i.test(valueIn(exchange, 'id')));
    return lettered.length > 0
      ? findCommonValue(lettered, (exchange) => letterCase(valueIn(exchange, 'id')), policyValues.idCase)
      : undetermined('no response has an id with a letter');
  },
};

const creations: readonly CreateOperation[] = ['catalogs.create', 'productParents.create', 'products.create'];

export const unsetText: Probe<'unsetText'> = {
  sentence: says(
    'Resources and their fields, Catalog',
    '`reference`, `description`: string. Unset values are not shown.',
  ),
  // In a record of the kit, a text without a value was never set. Another record may have an empty text that was set.
  async find({ records, exchanges, allowWrites }) {
    const created = allowWrites ? await findCreations(records, creations) : [];
    const states = new Map<unknown, { readonly field: string; readonly exchange: Exchange }>();
    for (const exchange of created.length > 0 ? created : exchanges.filter(isSuccess)) {
      for (const [path, value] of leavesOf(recordOf(exchange))) {
        if ((value === '' || value === null) && isOptionalText(path)) states.set(value, { field: path, exchange });
      }
    }
    const [empty, none] = [states.get(''), states.get(null)];
    if (empty && none) return unknownValue(`"" for \`${empty.field}\`, null for \`${none.field}\``, none.exchange);
    if (none) return found('null', none.exchange);
    return empty ? found('empty', empty.exchange) : undetermined('no record that was read has an unset text field');
  },
};

function withValue(exchanges: readonly Exchange[], field: string): Exchange[] {
  const isUsable = (exchange: Exchange) => isSuccess(exchange) && valueIn(exchange, field) !== '';
  return exchanges.filter(isUsable).slice(0, maxExchanges);
}

function valueIn({ json }: Pick<Exchange, 'json'>, field: string): string {
  return textOf(recordOf({ json }), field);
}

/** The record of a response, or the first record of a list. */
function recordOf({ json }: Pick<Exchange, 'json'>): Json {
  const data = dataOf(json);
  return (isObject(data) ? data : objectsIn(data)[0]) ?? {};
}

function timestampForm(text: string): string {
  if (/:\d\d\.\d{3}Z$/.test(text)) return 'milliseconds';
  if (/:\d\dZ$/.test(text)) return 'seconds';
  return /\.\d{6}\+00:00$/.test(text) ? 'microseconds' : text.replaceAll(/\d/g, '0');
}

function letterCase(id: string): string {
  if (id === id.toLowerCase()) return 'lower';
  return id === id.toUpperCase() ? 'upper' : 'mixed';
}

import { type MockPolicies, optionalTexts } from '../controls/policies.ts';
import { isObject } from '../shared/json.ts';
import { isUuid } from '../store/ids.ts';
import { metadata, tableNames } from '../store/metadata.ts';

/** Fields that are returned as they were sent. */
const freeFields: ReadonlySet<string> = new Set(tableNames.flatMap((name) => metadata[name].freeColumns));

const idField = /(?:^|_)ids?$/;
const timestampField = /^(?:created|updated|deleted)_at$/;
const milliseconds = /\.(\d{3})Z$/;

/** Applies the policies `idCase`, `timestampFormat` and `unsetText` to the data of a response. */
export function formatData(data: unknown, policies: MockPolicies): unknown {
  const { idCase, timestampFormat, unsetText } = policies;
  if (idCase === 'lower' && timestampFormat === 'milliseconds' && unsetText === 'empty') return data;
  return formatValue(data, '', policies);
}

function formatValue(value: unknown, key: string, policies: MockPolicies): unknown {
  if (freeFields.has(key)) return value;
  if (typeof value === 'string') return formatText(value, key, policies);
  if (Array.isArray(value)) return value.map((item) => formatValue(item, key, policies));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, formatValue(item, name, policies)]));
}

function formatText(text: string, key: string, { idCase, timestampFormat, unsetText }: MockPolicies): string | null {
  if (text === '' && unsetText === 'null' && optionalTexts.has(key)) return null;
  if (idCase === 'upper' && idField.test(key) && isUuid(text)) return text.toUpperCase();
  if (timestampFormat === 'milliseconds' || !timestampField.test(key)) return text;
  return text.replace(milliseconds, timestampFormat === 'seconds' ? 'Z' : '.$1000+00:00');
}

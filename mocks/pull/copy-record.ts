import { describeSchema, type FieldDescription, type FieldKind } from '../../src/contract/describe-schema.ts';
import { contract } from '../../src/contract/index.ts';
import { isTimestamp } from '../../src/contract/timestamp.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { isDeeper, isObject } from '../shared/json.ts';
import { setField } from '../store/fields.ts';
import { isUuid } from '../store/ids.ts';
import { type PersonalKind, personalFields } from './personal-fields.ts';
import type { Replace } from './replacements.ts';

/** The resources that a pull reads, with the shape of their records. */
export const pulledSchemas = {
  customers: contract.customers.get.response,
  contacts: contract.contacts.get.response,
  addresses: contract.addresses.create.response,
  categories: contract.categories.get.response,
  catalogs: contract.catalogs.get.response,
  productParents: contract.productParents.list.response.def.element,
  products: contract.products.get.response,
  paymentTerms: contract.paymentTerms.list.response.def.element,
} as const;

/** The name of a resource that a pull reads. */
export type Resource = keyof typeof pulledSchemas;

export const resources = Object.keys(pulledSchemas) as readonly Resource[];

/** A record of the service, with the fields of the contract. Its values are not validated. */
export type PulledRecord = Readonly<Record<string, unknown>>;

/**
 * Copies the fields of a record that the contract describes, and replaces personal data. Other fields are dropped,
 * because they could be personal as well.
 *
 * @param replace Undefined to keep personal data.
 * @param keep The names of personal fields to keep: see {@link assertKept}.
 */
export function copyRecord(
  resource: Resource,
  record: unknown,
  replace: Replace | undefined,
  keep: readonly string[],
): PulledRecord {
  const source = isObject(record) ? record : {};
  const marks = personalFields[resource] ?? {};
  const replaceAt = (path: string, value: unknown) => {
    // A field that somebody forgot to mark is personal.
    const mark = marks[path] ?? 'freeText';
    if (!replace || mark === 'harmless' || namesOf(resource, path).some((name) => keep.includes(name))) return value;
    return replaceTexts(value, (text) => replace(mark, text, source));
  };
  const copied = copyValue(describeSchema(pulledSchemas[resource]), source, '', replaceAt);
  return isObject(copied) ? copied : {};
}

/**
 * Checks the names of personal fields: `email`, `customers.name` or `paymentTerms`.
 *
 * @throws A TypeError if a name is not the name of a personal field.
 */
export function assertKept(keep: readonly string[]): void {
  const valid = [
    ...new Set(resources.flatMap((resource) => personalPaths(resource).flatMap((path) => namesOf(resource, path)))),
  ];
  for (const name of keep) {
    if (valid.includes(name)) continue;
    throw new TypeError(`Unknown personal field "${name}".${listValid('personal fields', name, valid)}`);
  }
}

function personalPaths(resource: Resource): readonly string[] {
  const isPersonal = ([, mark]: readonly [string, PersonalKind | 'harmless']) => mark !== 'harmless';
  // A pull does not read the products of a parent, whose fields are unknown.
  return Object.entries(personalFields[resource] ?? {})
    .filter((entry) => isPersonal(entry) && !(resource === 'productParents' && entry[0] === '*'))
    .map(([path]) => path);
}

/** Returns the names by which a user can select a field: `products.identifiers.crm`, `identifiers.crm` or `crm`. */
function namesOf(resource: Resource, path: string): readonly string[] {
  if (path === '*') return [resource];
  return [`${resource}.${path}`, path, path.slice(path.lastIndexOf('.') + 1)];
}

const maxDepth = 90;

type CopyText = (path: string, value: unknown) => unknown;

function copyValue({ kind }: FieldDescription, value: unknown, path: string, copyText: CopyText): unknown {
  if (value === null || value === undefined) return value;
  switch (kind.type) {
    case 'group':
      return isObject(value) ? copyGroup(kind, value, path, copyText) : undefined;
    case 'list':
      return Array.isArray(value) ? value.map((entry) => copyValue(kind.element, entry, path, copyText)) : undefined;
    case 'json':
      // No mock could store a deeper value.
      return isDeeper(value, maxDepth) ? undefined : copyText(path || '*', value);
    case 'text':
      return kind.format === 'guid' || kind.format === 'datetime' ? value : copyText(path, value);
    default:
      return value;
  }
}

function copyGroup(
  { fields }: FieldKind & { readonly type: 'group' },
  value: Readonly<Record<string, unknown>>,
  path: string,
  copyText: CopyText,
): PulledRecord {
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!Object.hasOwn(value, name)) continue;
    copy[name] = copyValue(field, value[name], path ? `${path}.${name}` : name, copyText);
  }
  return copy;
}

/** Whether a text is an id or a time. Records with undocumented fields have them, and they are not personal there. */
function isIdOrTime(text: string): boolean {
  return isUuid(text) || isTimestamp(text);
}

/**
 * Whether a name in free JSON is that of a field. Other names can be texts of a person: an email address, or the number
 * of a phone or a customer.
 */
function isFieldName(name: string): boolean {
  return /^\w+$/.test(name) && !/\d{6}/.test(name);
}

/** Replaces the value of a text field, even if the service returns a number, or the texts in free JSON. */
function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (value === '') return value;
  if (typeof value === 'string' || typeof value === 'number') return replace(String(value));
  const replaceInside = (inner: unknown): unknown => {
    if (typeof inner === 'string') return inner === '' || isIdOrTime(inner) ? inner : replace(inner);
    if (Array.isArray(inner)) return inner.map(replaceInside);
    if (!isObject(inner)) return inner;
    const copy: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(inner)) {
      setField(copy, isFieldName(name) ? name : replace(name), replaceInside(field));
    }
    return copy;
  };
  return replaceInside(value);
}

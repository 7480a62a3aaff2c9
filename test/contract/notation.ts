/**
 * The type names of the tables in these tests, with valid and invalid values for each. They are independent of the
 * contract, and the tests compare both value by value.
 */
import * as z from 'zod/mini';
import { fieldsOf } from '../mock/helpers.ts';

/**
 * A type: a word of {@link words}, `'a' | 'b'` for an enum, with `[]` behind it for an array, with ` | null` where it
 * may be null; or the fields of an object; or those of the objects in an array.
 */
export type Type = string | Fields | readonly [Fields];

/** Fields by name. One that may be left out has a `?` behind its name. */
export interface Fields {
  readonly [field: string]: Type;
}

interface Values {
  readonly fitting: readonly [unknown, ...unknown[]];
  readonly wrong: readonly unknown[];
}

const uuid = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b';

const words: Readonly<Record<string, Values>> = {
  string: { fitting: ['text', ''], wrong: [1, true, [], {}] },
  number: { fitting: [1, 0, -1.5], wrong: ['1', true, [], Number.NaN, Number.POSITIVE_INFINITY] },
  boolean: { fitting: [true, false], wrong: ['true', 1, 0, 'yes'] },
  true: { fitting: [true], wrong: [false, 'true'] },
  UUID: {
    fitting: [uuid, uuid.toUpperCase(), '00000000-0000-0000-0000-000000000000', '018f2d3a-7b1c-7def-8a01-23456789abcd'],
    wrong: ['42', '', uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`, 1],
  },
  timestamp: {
    fitting: [
      '2026-03-02T12:00:00.000Z',
      '2026-03-02T12:00:00Z',
      '2026-03-02T12:00:00+01:00',
      '2026-03-02T12:00:00',
      '2026-03-02T12:00Z',
      '2026-03-02T12:00:00+02',
      '2026-03-02T12:00:00.5-0330',
      '20260302T120000,25Z',
    ],
    wrong: ['yesterday', '2026-03-02', '2026-13-02T12:00:00Z', '2026-02-29T12:00:00Z', 'T12:00Z', 1_772_452_800_000],
  },
  URL: { fitting: ['https://assets.example.com/halm.svg'], wrong: ['halm.svg', '', 1] },
  'e-mail': {
    fitting: [
      'greta@halm.example',
      'a.b+c@d.example',
      'r&d@halm.example',
      'a/b@d',
      'info@müller.example',
      'ü@d.example',
    ],
    wrong: ['greta', 'greta@', '@halm.example', 'a@b@c.example', 'a b@c.example', 'a@b.example\n', '', 1],
  },
  country: { fitting: ['DE', 'US', 'GB'], wrong: ['de', 'DEU', 'XX', 'UK', 'Germany', '', 49] },
  snake_case: {
    fitting: ['desk', 'standing_desks', 'office_2026', 'a1_b2'],
    wrong: ['Desk', 'standing desks', 'standing-desks', '_desk', 'desk_', 'a__b', '1desk', 'schön', '', 1],
  },
  'two characters': { fitting: ['AB', 'Desk', '12'], wrong: ['A', '', 12] },
  positive: { fitting: [0.01, 1, 899.5], wrong: [0, -1, '1'] },
  percent: { fitting: [0, 100, 33.3], wrong: [-0.1, 100.1, '50'] },
  anything: { fitting: [{}, 1, 'x', null, []], wrong: [] },
  'number or string': { fitting: [1, 'month'], wrong: [true, [], {}] },
};

/** A value, and whether it has the type that it is a variation of. */
export interface Variation {
  readonly what: string;
  readonly value: unknown;
  readonly fits: boolean;
}

/** A value of a type. */
export function sample(type: Type): unknown {
  if (typeof type === 'string') return valuesOf(type).fitting[0];
  if (isArray(type)) return [sample(type[0])];
  return Object.fromEntries(Object.entries(type).map(([field, inner]) => [field.replace(/\?$/, ''), sample(inner)]));
}

/** Values that differ from {@link sample} in one place: some that still have the type, and some that do not. */
export function variations(type: Type): Variation[] {
  if (typeof type === 'string') return wordVariations(type);
  if (isArray(type)) {
    const entries = variations(type[0]).map(({ what, value, fits }) => ({ what: `[0]${what}`, value: [value], fits }));
    return [...entries, { what: ' = []', value: [], fits: true }, ...wrong([null, 'x', {}, [null]])];
  }
  const whole = fieldsOf(sample(type));
  const inFields = Object.entries(type).flatMap(([key, inner]) => {
    const field = key.replace(/\?$/, '');
    const { [field]: _, ...without } = whole;
    return [
      { what: `.${field} left out`, value: without, fits: key.endsWith('?') },
      ...variations(inner).map(({ what, value, fits }) => ({
        what: `.${field}${what}`,
        value: { ...whole, [field]: value },
        fits,
      })),
    ];
  });
  return [{ what: '', value: whole, fits: true }, ...inFields, ...wrong([null, 'x', []])];
}

function wordVariations(type: string): Variation[] {
  const { fitting, wrong: others } = valuesOf(type);
  const nullFits = type.endsWith(' | null') || type === 'anything';
  return [
    ...fitting.map((value) => ({ what: ` = ${JSON.stringify(value)}`, value, fits: true })),
    ...wrong(others),
    { what: ' = null', value: null, fits: nullFits },
  ];
}

function wrong(values: readonly unknown[]): Variation[] {
  return values.map((value) => ({ what: ` = ${JSON.stringify(value)}`, value, fits: false }));
}

function valuesOf(type: string): Values {
  const notNull = type.replace(/ \| null$/, '');
  if (notNull.endsWith('[]')) {
    const { fitting, wrong: others } = valuesOf(notNull.replace(/^\(|\)?\[\]$/g, ''));
    return { fitting: [[...fitting], []], wrong: ['x', {}, ...others.map((value) => [fitting[0], value])] };
  }
  const literals = [...notNull.matchAll(/'([^']*)'/g)].map(([, literal]) => literal);
  const [first, ...rest] = literals;
  if (first !== undefined) return { fitting: [first, ...rest], wrong: ['other', '', first.toUpperCase(), 1] };
  const values = words[notNull];
  if (!values) throw new TypeError(`no word ${notNull}`);
  return values;
}

/** The names of fields, groups and entries within one another: `shipping.weight`, `prices[].id`. */
export function names(type: Type, prefix = ''): string[] {
  if (typeof type === 'string') return [prefix];
  if (isArray(type)) return names(type[0], `${prefix}[]`);
  return Object.entries(type).flatMap(([field, inner]) =>
    names(inner, `${prefix && `${prefix}.`}${field.replace(/\?$/, '')}`),
  );
}

const jsonSchema = z.object({
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
});

/** The same of a zod schema. */
export function schemaNames(schema: z.ZodMiniType): string[] {
  const walk = (node: unknown, prefix: string): string[] => {
    const { properties, items } = jsonSchema.safeParse(node).data ?? {};
    if (properties) {
      return Object.entries(properties).flatMap(([name, inner]) => walk(inner, `${prefix && `${prefix}.`}${name}`));
    }
    const entries = items === undefined ? [] : walk(items, `${prefix}[]`);
    return entries.some((name) => name !== `${prefix}[]`) ? entries : [prefix];
  };
  return walk(z.toJSONSchema(schema, { unrepresentable: 'any' }), '');
}

/** Fields whose wire keys have brackets, in the groups that the SDK writes. */
export function grouped(flat: Fields): Fields {
  const fields: Record<string, Type> = {};
  const groups = new Map<string, Record<string, Type>>();
  for (const [key, type] of Object.entries(flat)) {
    const [, group, name] = /^(\w+)\[(\w+)\]\?$/.exec(key) ?? [];
    if (group === undefined || name === undefined) fields[key] = type;
    else groups.set(group, { ...groups.get(group), [`${name}?`]: type });
  }
  for (const [group, inner] of groups) fields[`${group}?`] = inner;
  return fields;
}

function isArray(type: Fields | readonly [Fields]): type is readonly [Fields] {
  return Array.isArray(type);
}

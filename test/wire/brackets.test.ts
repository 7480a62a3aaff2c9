import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { BracketKeyError } from '../../src/errors/index.ts';
import { decodeBrackets, encodeBrackets } from '../../src/wire/brackets.ts';
import { fc } from '../fast-check.ts';
import { runs } from '../sample.ts';

const unsafe = ['__proto__', 'constructor', 'prototype'];

/** Names of fields, including names that every object inherits, and any characters. */
const name = fc
  .oneof(
    fc.constantFrom('a', 'b', 'c', 'toString', 'hasOwnProperty', '0', 'shipping'),
    fc.string({ unit: 'binary', minLength: 1 }),
  )
  .filter((text) => !/[[\]]/.test(text) && !unsafe.includes(text));

/** Values that are not flattened: anything but plain objects, which can be inside arrays. */
const value = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.array(fc.oneof(fc.string(), fc.object({ maxDepth: 1 }), fc.array(fc.integer()))),
);

/** Nested objects without empty groups, which have no flat form. */
const { group: nested } = fc.letrec<{ group: Record<string, unknown>; entry: unknown }>((tie) => ({
  group: fc.dictionary(name, tie('entry'), { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
  entry: fc.oneof({ maxDepth: 5, withCrossShrink: true }, value, tie('group')),
}));

/** Flat objects with bracketed keys that do not collide. */
const flat = fc
  .array(fc.tuple(fc.array(name, { minLength: 1, maxLength: 4 }), value), { maxLength: 8 })
  .map((entries) => {
    const kept: [string[], unknown][] = [];
    for (const [path, content] of entries) {
      const collides = kept.some(([other]) => other.every((part, i) => i >= path.length || part === path[i]));
      if (!collides) kept.push([path, content]);
    }
    return Object.fromEntries(
      kept.map(([[first, ...rest], content]) => [first + rest.map((part) => `[${part}]`).join(''), content]),
    );
  });

describe('the codec', () => {
  test('decodes what it encoded', () => {
    fc.assert(
      fc.property(nested, (value) => isDeepStrictEqual(decodeBrackets(encodeBrackets(value)), value)),
      { numRuns: runs(500) },
    );
  });

  test('encodes what it decoded', () => {
    fc.assert(
      fc.property(flat, (value) => isDeepStrictEqual(encodeBrackets(decodeBrackets(value)), value)),
      { numRuns: runs(500) },
    );
  });

  test('changes neither its argument nor a group in it', () => {
    fc.assert(
      fc.property(nested, (value) => {
        const before = structuredClone(value);
        decodeBrackets(encodeBrackets(value));
        return isDeepStrictEqual(value, before);
      }),
      { numRuns: runs(300) },
    );
  });

  test('returns a value or throws a BracketKeyError for any keys, and pollutes nothing', () => {
    const key = fc
      .array(fc.constantFrom('a', 'b', '[', ']', '[a]', ...unsafe), { maxLength: 8 })
      .map((parts) => parts.join(''));
    const clean = Reflect.ownKeys(Object.prototype);
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.integer())), (entries) => {
        for (const run of [() => decodeBrackets(entries), () => encodeBrackets(Object.fromEntries(entries))]) {
          try {
            expect(Object.getPrototypeOf(run())).toBe(Object.prototype);
          } catch (error) {
            expect(error).toBeInstanceOf(BracketKeyError);
          }
        }
        expect(Reflect.ownKeys(Object.prototype)).toEqual(clean);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('encodeBrackets', () => {
  test('writes groups as bracketed keys, to any depth', () => {
    expect(encodeBrackets({ name: 'Desk', shipping: { weight: 2, size: { unit: 'cm' } } })).toEqual({
      name: 'Desk',
      'shipping[weight]': 2,
      'shipping[size][unit]': 'cm',
    });
  });

  test('omits undefined and empty groups, and keeps null', () => {
    const body = { a: undefined, b: null, c: {}, d: { e: undefined, f: {}, g: null } };
    expect(encodeBrackets(body)).toStrictEqual({ b: null, 'd[g]': null });
  });

  test('does not flatten arrays, dates and instances of classes', () => {
    class Money {
      readonly amount = 2;
    }
    const tiers = [{ from: { quantity: 1 } }];
    const at = new Date(0);
    const money = new Money();
    const encoded = encodeBrackets({ tiers, group: { at, money, list: [] } });
    expect(encoded).toEqual({ tiers, 'group[at]': at, 'group[money]': money, 'group[list]': [] });
    expect(Object.values(encoded)[0]).toBe(tiers);
  });

  test('writes objects without a prototype as groups', () => {
    expect(encodeBrackets({ a: Object.assign(Object.create(null), { b: 1 }) })).toEqual({ 'a[b]': 1 });
  });

  test.each([
    ['', 'is an empty key'] as const,
    ...['a[b]', 'a]', '['].map((key) => [key, 'has brackets. Pass a nested object.'] as const),
    ...unsafe.map((key) => [key, 'is not allowed as a key'] as const),
  ])('rejects the key %j, at any depth: %s', (key, problem) => {
    const group: unknown = JSON.parse(`{${JSON.stringify(key)}: 1}`);
    for (const body of [group, { a: group }, { a: { b: group } }]) {
      expect(() => encodeBrackets(Object(body))).toThrow(new BracketKeyError(key, problem));
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each<[unknown, string]>([
    [new Map([['name', 'Desk']]), 'Map'],
    [new FormData(), 'FormData'],
    [['name', 'Desk'], 'an array'],
    [new Date(0), 'Date'],
    ['name', '"name"'],
    [null, 'null'],
    [undefined, 'undefined'],
  ])('rejects another value than an object with fields, whose content would be lost: %s', (value, received) => {
    expect(() => Reflect.apply(encodeBrackets, undefined, [value])).toThrow(
      new TypeError(`encodeBrackets: must be a plain object, received ${received}`),
    );
  });

  test('writes 100 levels, and rejects more', () => {
    const nest = (levels: number) => {
      let body: object = { a: 1 };
      for (let level = 1; level < levels; level += 1) body = { a: body };
      return body;
    };
    const flat = `a${'[a]'.repeat(99)}`;
    expect(encodeBrackets(nest(100))).toEqual({ [flat]: 1 });
    expect(decodeBrackets({ [flat]: 1 })).toEqual(nest(100));
    for (const levels of [101, 100_000]) {
      expect(() => encodeBrackets(nest(levels))).toThrow(/^"a\[a\].*…" is nested more than 100 levels deep$/);
    }
    const cycle: Record<string, unknown> = {};
    cycle['a'] = cycle;
    expect(() => encodeBrackets(cycle)).toThrow('is nested more than 100 levels deep');
  });
});

describe('decodeBrackets', () => {
  test.each([101, 1000, 100_000])('rejects a key with %d levels, with a short message', (levels) => {
    const key = `a${'[a]'.repeat(levels - 1)}`;
    expect(() => decodeBrackets({ [key]: 1 })).toThrow(/^"a[^ ]{99}…" is nested more than 100 levels deep$/);
  });

  test('omits undefined', () => {
    expect(decodeBrackets({ a: undefined, 'b[c]': undefined, d: null })).toStrictEqual({ d: null });
  });

  test('writes bracketed keys as groups', () => {
    expect(decodeBrackets({ 'shipping[weight]': 2, name: 'Desk', 'shipping[size][unit]': 'cm' })).toEqual({
      shipping: { weight: 2, size: { unit: 'cm' } },
      name: 'Desk',
    });
  });

  test('takes the entries of a form', () => {
    const form = new FormData();
    form.set('inventory[sku]', 'SD-1');
    expect(decodeBrackets(form)).toEqual({ inventory: { sku: 'SD-1' } });
  });

  test.each([
    [{ a: 1, 'a[b]': 2 }],
    [{ 'a[b]': 2, a: 1 }],
    [{ 'a[b]': 1, 'a[b][c]': 2 }],
    [{ 'a[b][c]': 2, 'a[b]': 1 }],
    [{ a: [], 'a[0]': 2 }],
    [[['a', 1] as const, ['a', 2] as const]],
    [[['a[b]', 1] as const, ['a[b]', 2] as const]],
  ])('rejects keys that collide: %j', (body) => {
    expect(() => decodeBrackets(body)).toThrow(/^"a.*" collides with another key$/);
  });

  test.each(['', '[', ']', '[a]', 'a[', 'a]', 'a[]', 'a[b', 'a[b]c', 'a[[b]]', 'a[b]]', 'a[b][]', 'a][b'])(
    'rejects the brackets of %j',
    (key) => {
      expect(() => decodeBrackets({ [key]: 1 })).toThrow('has stray, unclosed or empty brackets');
    },
  );

  test.each(unsafe.flatMap((name) => [name, `${name}[a]`, `a[${name}]`, `a[b][${name}]`, `a[${name}][polluted]`]))(
    'rejects %s, and pollutes nothing',
    (key) => {
      expect(() => decodeBrackets([[key, 'polluted']])).toThrow(new BracketKeyError(key, 'is not allowed as a key'));
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );

  test('rejects a nested object where bracketed keys belong', () => {
    expect(() => decodeBrackets({ shipping: { weight: 2 } })).toThrow(
      '"shipping" has a nested object where bracketed keys belong',
    );
  });

  test('names the key in the error', () => {
    try {
      decodeBrackets({ 'a[b': 1 });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ name: 'BracketKeyError', key: 'a[b' });
    }
  });
});

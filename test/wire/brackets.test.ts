import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BracketKeyError } from '../../src/errors/index.ts';
import { decodeBrackets, encodeBrackets } from '../../src/wire/brackets.ts';

const unsafe = ['__proto__', 'constructor', 'prototype'];

/** Names of fields, with those among them that every object inherits, and characters of all kinds. */
const name = fc
  .oneof(
    fc.constantFrom('a', 'b', 'c', 'toString', 'hasOwnProperty', '0', 'shipping'),
    fc.string({ unit: 'binary', minLength: 1 }),
  )
  .filter((text) => !/[[\]]/.test(text) && !unsafe.includes(text));

/** Values that stay whole: anything but plain objects, which may well be inside arrays. */
const value = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.date(),
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

const runs = { numRuns: 500 };

describe('the codec', () => {
  test('gives back what it encoded', () => {
    fc.assert(
      fc.property(nested, (value) => isDeepStrictEqual(decodeBrackets(encodeBrackets(value)), value)),
      runs,
    );
  });

  test('gives back what it decoded', () => {
    fc.assert(
      fc.property(flat, (value) => isDeepStrictEqual(encodeBrackets(decodeBrackets(value)), value)),
      runs,
    );
  });

  test('never changes what it is given, and shares no group with it', () => {
    fc.assert(
      fc.property(nested, (value) => {
        const before = structuredClone(value);
        decodeBrackets(encodeBrackets(value));
        return isDeepStrictEqual(value, before);
      }),
      { numRuns: 300 },
    );
  });

  test('answers any keys with a value or a BracketKeyError, and pollutes nothing', () => {
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
      runs,
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

  test('leaves out undefined and empty groups, and keeps null', () => {
    const body = { a: undefined, b: null, c: {}, d: { e: undefined, f: {}, g: null } };
    expect(encodeBrackets(body)).toStrictEqual({ b: null, 'd[g]': null });
  });

  test('keeps arrays, dates and instances of classes whole', () => {
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

  test('takes objects without a prototype for groups', () => {
    expect(encodeBrackets({ a: Object.assign(Object.create(null), { b: 1 }) })).toEqual({ 'a[b]': 1 });
  });

  test.each(['', 'a[b]', 'a]', '[', ...unsafe])('refuses the key %j, at any depth', (key) => {
    const group: unknown = JSON.parse(`{${JSON.stringify(key)}: 1}`);
    for (const body of [group, { a: group }, { a: { b: group } }]) {
      expect(() => encodeBrackets(Object(body))).toThrow(BracketKeyError);
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('decodeBrackets', () => {
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
  ])('refuses keys that collide: %j', (body) => {
    expect(() => decodeBrackets(body)).toThrow(/^"a.*" collides with another key$/);
  });

  test.each(['', '[', ']', '[a]', 'a[', 'a]', 'a[]', 'a[b', 'a[b]c', 'a[[b]]', 'a[b]]', 'a[b][]', 'a][b'])(
    'refuses the brackets of %j',
    (key) => {
      expect(() => decodeBrackets({ [key]: 1 })).toThrow('has stray, unclosed or empty brackets');
    },
  );

  test.each(unsafe.flatMap((name) => [name, `${name}[a]`, `a[${name}]`, `a[b][${name}]`, `a[${name}][polluted]`]))(
    'refuses %s, and pollutes nothing',
    (key) => {
      expect(() => decodeBrackets([[key, 'polluted']])).toThrow(BracketKeyError);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );

  test('refuses a nested object where bracketed keys belong', () => {
    expect(() => decodeBrackets({ shipping: { weight: 2 } })).toThrow(
      '"shipping" has a nested object where bracketed keys belong',
    );
  });

  test('says which key it is', () => {
    try {
      decodeBrackets({ 'a[b': 1 });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ name: 'BracketKeyError', key: 'a[b' });
    }
  });
});

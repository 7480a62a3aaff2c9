import { expect, test } from 'vitest';
import { hasSameFields } from '../../../mocks/store/fields.ts';

test.each<[object, object]>([
  [{ a: null }, { a: {} }],
  [{ a: 'x' }, { a: { 0: 'x' } }],
  [{ a: ['x'] }, { a: { 0: 'x' } }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }],
])('%j and %j are different rows', (one, other) => {
  expect([hasSameFields(one, other), hasSameFields(other, one)]).toEqual([false, false]);
  expect(hasSameFields(one, structuredClone(one))).toBe(true);
});

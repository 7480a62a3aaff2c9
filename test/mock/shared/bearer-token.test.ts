import { expect, test } from 'vitest';
import { bearerToken, isSameToken } from '../../../mocks/shared/bearer-token.ts';
import { fc } from '../../fast-check.ts';

test('isSameToken is true for equal tokens only', () => {
  const token = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 });
  fc.assert(
    fc.property(token, token, (given, secret) => {
      expect(isSameToken(given, secret)).toBe(given !== '' && given === secret);
    }),
  );
  expect(isSameToken(undefined, 'a')).toBe(false);
  expect(isSameToken('a', undefined)).toBe(false);
});

test('bearerToken reads the token of an Authorization header', () => {
  expect(bearerToken('bearer  abc')).toBe('abc');
  for (const other of [undefined, null, '', 'abc', 'Basic abc', 'Bearer a b']) {
    expect(bearerToken(other)).toBeUndefined();
  }
});

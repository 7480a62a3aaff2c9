import { expect, test, vi } from 'vitest';
import { bearerToken, isSameToken, SecretMap } from '../../../mocks/shared/bearer-token.ts';
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

test('SecretMap finds what a Map finds', () => {
  const secret = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
  const step = fc.oneof(fc.tuple(fc.constant('set'), secret, fc.nat()), fc.tuple(fc.constant('delete'), secret));
  fc.assert(
    fc.property(fc.array(step), fc.array(secret), (steps, searched) => {
      const model = new Map<string, number>();
      const secrets = new SecretMap<number>();
      for (const [method, key, value = 0] of steps) {
        if (method === 'set') {
          model.set(key, value);
          secrets.set(key, value);
        } else {
          expect(secrets.delete(key)).toBe(model.delete(key));
        }
      }
      expect([...secrets]).toEqual([...model]);
      for (const key of searched) {
        expect([secrets.find(key), secrets.get(key), secrets.has(key)]).toEqual([
          model.get(key),
          model.get(key),
          model.has(key),
        ]);
      }
    }),
  );
});

test('SecretMap compares only secrets with the same hash, so that many of them do not slow a call down', () => {
  const secrets = new SecretMap<number>();
  const tokens = Array.from({ length: 5000 }, (_, n) => `mdmock_${n}_${'x'.repeat(64)}`);
  for (const [n, token] of tokens.entries()) secrets.set(token, n);
  const charCodeAt = vi.spyOn(String.prototype, 'charCodeAt');
  const found = secrets.find(tokens[4321] ?? '');
  const comparisons = charCodeAt.mock.calls.length;
  charCodeAt.mockRestore();
  expect(found).toBe(4321);
  expect(comparisons).toBeLessThan(1000);
});

test('bearerToken reads the token of an Authorization header', () => {
  expect(bearerToken('bearer  abc')).toBe('abc');
  for (const other of [undefined, null, '', 'abc', 'Basic abc', 'Bearer a b']) {
    expect(bearerToken(other)).toBeUndefined();
  }
});

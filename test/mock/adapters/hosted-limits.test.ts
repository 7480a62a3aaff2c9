import { expect, test } from 'vitest';
import { resolveLimits } from '../../../mocks/adapters/cloudflare/limits.ts';

test('rejects limits of hosted sandboxes with an unknown name or a wrong value', () => {
  const wrong: object = { maxBodyBytes: 5 };
  expect(() => resolveLimits(wrong)).toThrow('limits: unknown option "maxBodyBytes".');
  expect(() => resolveLimits({ rows: 0.5 })).toThrow('limits.rows: ');
  expect(resolveLimits({ rows: 5 })).toMatchObject({ rows: 5, sandboxes: 1000 });
});

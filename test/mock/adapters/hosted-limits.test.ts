import { expect, test } from 'vitest';
import { assertHostedFault, resolveLimits } from '../../../mocks/servers/cloudflare/hosted-limits.ts';

test('rejects limits of hosted sandboxes with an unknown name or a wrong value', () => {
  const wrong: object = { maxBodyBytes: 5 };
  expect(() => resolveLimits(wrong)).toThrow('limits: unknown option "maxBodyBytes".');
  expect(() => resolveLimits({ rows: 0.5 })).toThrow('limits.rows: ');
  expect(resolveLimits({ rows: 5 })).toMatchObject({ rows: 5, sandboxes: 1000 });
});

test('rejects faults of hosted sandboxes that wait for too long, also in a sequence', () => {
  const limits = resolveLimits({ delay: 100 });
  assertHostedFault({ delay: { min: 0, max: 100 } }, limits);
  assertHostedFault({ sequence: [{ delay: 100 }, { status: 503 }, { pass: true }] }, limits);
  const text = 'must be at most 100 in a hosted sandbox, received 101';
  expect(() => assertHostedFault({ delay: 101 }, limits)).toThrow(`fault.delay: ${text}`);
  for (const delay of [101, { min: 0, max: 101 }]) {
    expect(() => assertHostedFault({ sequence: [{ pass: true }, { delay }] }, limits)).toThrow(
      `fault.sequence.1.delay: ${text}`,
    );
  }
});

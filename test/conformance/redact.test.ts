import { describe, expect, test } from 'vitest';
import { createSecretRedactor } from '../../mocks/conformance/redact.ts';
import { runConformance } from '../../mocks/conformance.ts';
import { createMockServer } from '../../mocks/index.ts';
import { detail, sample } from '../sample.ts';
import { lines, runAll } from './helpers.ts';

describe('tokens in texts', () => {
  const long = 'secret+token/with=20';

  test.each([
    ['a long token anywhere', [long], `x${long}y`, 'x[token]y'],
    ['its URL form', [long], encodeURIComponent(long), '[token]'],
    ['its form in JSON', ['a "quoted" token'], '{"error":"a \\"quoted\\" token"}', '{"error":"[token]"}'],
    ['no short token', ['token', 'dev'], 'Invalid API token of a developer', 'Invalid API token of a developer'],
    ['the longer of two', ['secret-secret-secret', 'secret-secret-secret-2'], 'secret-secret-secret-2', '[token]'],
    ['nothing', [undefined, ''], 'a text', 'a text'],
  ])('%s', (_, tokens, text, expected) => {
    expect(createSecretRedactor(tokens)(text)).toBe(expected);
  });

  const words = [
    'individual',
    'shipping',
    'customer_id',
    'category',
    'Validation',
    'products',
    'Lindenweg 4',
    'fixed_period',
  ];
  test.each(sample(words, 'kitRuns'))('the word %s as the value of a header changes no finding', async (value) => {
    const report = await runAll({}, undefined, { headers: { 'x-tenant': value } });
    expect(lines(report)).toEqual([]);
  });

  detail('the value of a header is replaced if it is no word of the contract', () => {
    expect(createSecretRedactor([], { 'x-key': 'shipping-7f3a' })('a shipping-7f3a')).toBe('a [token]');
  });

  detail('a short token changes no finding', async () => {
    const mock = createMockServer({ token: 'tok' });
    const { policies } = await runConformance({ baseUrl: mock.baseUrl, token: 'tok', fetch: mock.fetch });
    expect(policies.find(({ policy }) => policy === 'invalidTokenText')).toMatchObject({ value: 'Invalid API token' });
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { createMockServer, type MockServer } from '../../../mocks/index.ts';
import { assertReceived, assertReceivedNothing, matchers } from '../../../mocks/matchers.ts';
import '../../../mocks/matchers-vitest.ts';
import { call } from '../helpers.ts';

let mock: MockServer;
let id: string;

beforeEach(() => {
  mock = createMockServer({ token: 'secret-token' });
  id = mock.create.product({ name: 'Rack' }).id;
});

/** A mock of another process, whose journal is asynchronous. */
const remote = (local = mock) => ({
  journal: { limit: Promise.resolve(local.journal.limit), list: async () => local.journal.list() },
});

/** Returns the message of the error that a function throws, or of the promise that it returns. */
async function messageOf(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('expected an error');
}

const updateWeight = (weight: number) =>
  call(mock, 'PATCH', `/api/products/${id}`, { name: 'Big rack', 'shipping[weight]': weight });

describe('toHaveReceived', () => {
  test('passes if a request of the operation matches each condition', async () => {
    await updateWeight(2);
    await call(mock, 'GET', '/api/addresses?customer_id=7&page=1&page=2');

    expect(mock).toHaveReceived('products.update');
    expect(mock).toHaveReceived('products.update', { body: { shipping: { weight: 2 } } });
    expect(mock).toHaveReceived('products.update', { params: { id }, status: 200, times: 1 });
    expect(mock).toHaveReceived('products.update', { body: { name: expect.stringMatching(/rack$/) } });
    expect(mock).toHaveReceived('products.update', { body: expect.objectContaining({ name: 'Big rack' }) });
    expect(mock).toHaveReceived('products.update', { where: ({ body }) => body.name === 'Big rack' });
    expect(mock).toHaveReceived('addresses.list', { query: { customer_id: '7', page: ['1', '2'] } });
  });

  test('fails if a condition is not met', async () => {
    await updateWeight(2);

    expect(mock).not.toHaveReceived('products.get');
    expect(mock).not.toHaveReceived('products.update', { body: { shipping: { weight: 3 } } });
    expect(mock).not.toHaveReceived('products.update', { body: { name: 'Big rack', shipping: { weight: 3 } } });
    expect(mock).not.toHaveReceived('products.update', { body: { name: expect.any(Number) } });
    expect(mock).not.toHaveReceived('products.update', { params: { id: 'other' } });
    expect(mock).not.toHaveReceived('products.update', { query: { a: '1' } });
    expect(mock).not.toHaveReceived('products.update', { status: 404 });
    expect(mock).not.toHaveReceived('products.update', { where: () => false });
    expect(() => expect(mock).toHaveReceived('products.get')).toThrow('Expected: products.get');
  });

  test('treats ids in another case as the same', async () => {
    await call(mock, 'PATCH', `/api/products/${id.toUpperCase()}`, { category_ids: [id.toUpperCase(), 'A'] });
    await call(mock, 'GET', `/api/addresses?customer_id=${id.toUpperCase()}`);

    expect(mock).toHaveReceived('products.update', { params: { id }, body: { category_ids: [id, 'A'] } });
    expect(mock).toHaveReceived('addresses.list', { query: { customer_id: id } });
    expect(mock).not.toHaveReceived('products.update', { body: { category_ids: [id, 'a'] } });
  });

  test('counts the requests that match', async () => {
    await updateWeight(2);
    await updateWeight(2);
    await updateWeight(3);

    expect(mock).toHaveReceived('products.update', { times: 3 });
    expect(mock).toHaveReceived('products.update', { times: 2, body: { shipping: { weight: 2 } } });
    expect(mock).toHaveReceived('products.update', { times: 0, body: { shipping: { weight: 4 } } });
    expect(mock).not.toHaveReceived('products.update', { times: 2 });
    expect(() => expect(mock).toHaveReceived('products.update', { times: 1 })).toThrow(
      'Expected: products.update once\nReceived: products.update 3 times\n',
    );
    const weights = (weight: number) => () =>
      expect(mock).toHaveReceived('products.update', { times: 9, body: { shipping: { weight } } });
    expect(weights(2)).toThrow('\nReceived: products.update 3 times, 2 of which match\n');
    expect(weights(3)).toThrow('\nReceived: products.update 3 times, one of which matches\n');
    expect(weights(4)).toThrow('\nReceived: products.update 3 times, none of which match\n');
  });

  test('compares arrays as a whole and their objects in part', async () => {
    const taxIds = [{ tax: 'eu_vat', tax_value: 'DE1' }];
    await call(mock, 'POST', '/api/customers', { name: 'Acme', type: 'company', tax_ids: taxIds });

    expect(mock).toHaveReceived('customers.create', { body: { tax_ids: [{ tax: 'eu_vat' }] } });
    expect(mock).not.toHaveReceived('customers.create', { body: { tax_ids: [] } });
    expect(mock).not.toHaveReceived('customers.create', { body: { tax_ids: [{ tax: 'us_ein' }] } });
    // A field that is undefined must be absent.
    expect(mock).toHaveReceived('customers.create', { body: { logo: undefined } });
    expect(mock).not.toHaveReceived('customers.create', { body: { tax_ids: undefined } });
  });

  test('shows the difference to each request', async () => {
    await updateWeight(2);
    await call(mock, 'GET', `/api/products/${id}`);
    await call(mock, 'POST', '/api/elsewhere', {});

    const message = await messageOf(() =>
      expect(mock).toHaveReceived('products.update', {
        body: { name: expect.any(Number), shipping: { weight: 3, height: 1 } },
      }),
    );
    expect(message).toBe(
      [
        'Expected: products.update, with body {"name":"Any<Number>","shipping":{"weight":3,"height":1}}',
        'Received: products.update once, which does not match',
        '',
        `  #1 PATCH /api/products/${id}, status 200`,
        '    body.name: expected Any<Number>, received "Big rack"',
        '    body.shipping.weight: expected 3, received 2',
        '    body.shipping.height: expected 1, received nothing',
      ].join('\n'),
    );
    expect(await messageOf(() => expect(mock).toHaveReceived('prices.update'))).toBe(
      'Expected: prices.update\n' + 'Received: products.update (once), products.get (once), POST /api/elsewhere (once)',
    );
    expect(await messageOf(() => expect(mock).not.toHaveReceived('products.update', { status: 200 }))).toBe(
      [
        'Expected: not products.update, with status 200',
        'Received: products.update once',
        '',
        `  #1 PATCH /api/products/${id}, status 200`,
        '    body: {"name":"Big rack","shipping":{"weight":2}}',
      ].join('\n'),
    );
  });

  test('shows faults, and no tokens', async () => {
    mock.faults.add({ on: 'products.get', times: 1, fault: 'drop-connection' });
    await call(mock, 'GET', `/api/products/${id}?token=secret-token`).catch(() => {});

    const message = await messageOf(() => expect(mock).toHaveReceived('products.get', { status: 200 }));
    expect(message).toContain(`  #1 GET /api/products/${id}?token=[token], no response (fault: drop-connection)`);
    expect(message).toContain('    status: expected 200, received 0');
    expect(message).not.toContain('secret-token');
  });

  test('returns a promise for a mock of another process', async () => {
    await updateWeight(2);

    await expect(remote()).toHaveReceived('products.update', { times: 1 });
    await expect(remote()).not.toHaveReceived('products.get');
    await expect(expect(remote()).toHaveReceived('products.get', { timeout: 0 })).rejects.toThrow(
      'Received: products.update (once)',
    );
    await expect(expect(remote()).toHaveReceivedNothing()).rejects.toThrow('Expected: no requests');
  });

  describe('on a mock of another process that receives one request after each look', () => {
    /** Counts the looks at the journal. */
    let looks: number;
    const busy = () => ({
      journal: {
        list: async () => {
          const entries = mock.journal.list();
          looks += 1;
          await updateWeight(looks);
          return entries;
        },
      },
    });
    beforeEach(() => {
      looks = 0;
    });
    // A machine of any speed has seen the requests by then.
    const timeout = 2 ** 30;

    test('waits until the requests are as expected', async () => {
      await expect(busy()).toHaveReceived('products.update', { timeout });
      expect(looks).toBe(2);
      await expect(busy()).toHaveReceived('products.update', { body: { shipping: { weight: 4 } }, timeout });
      await assertReceived(busy(), 'products.update', { times: 7, timeout });
      expect(mock.journal.size).toBe(8);
    });

    test('waits until the requests are not as unexpected', async () => {
      await expect(busy()).not.toHaveReceivedNothing();
      expect(looks).toBe(2);
      await expect(busy()).not.toHaveReceived('products.update', { times: 2, timeout });
      expect(looks).toBe(4);
    });

    test('does not wait if further requests cannot help', async () => {
      await updateWeight(1);
      await updateWeight(2);
      const expectations = [
        () => expect(busy()).toHaveReceived('products.update', { times: 1, timeout }),
        () => expect(busy()).not.toHaveReceived('products.update', { timeout }),
        () => expect(busy()).toHaveReceivedNothing(),
      ];
      for (const [index, expectation] of expectations.entries()) {
        await expect(expectation()).rejects.toThrow('Expected: ');
        expect(looks).toBe(index + 1);
      }
    });
  });

  test.each([
    [
      'an unknown operation',
      () => expect(mock).not.toHaveReceived('products.patch' as 'products.update'),
      /^Unknown operation "products\.patch"\. Valid operations: customers\.create, /,
    ],
    [
      'an unknown condition',
      () => expect(mock).not.toHaveReceived('products.update', { bodies: {} } as object),
      /unknown property "bodies"\. Valid properties: times, params, query, body, status, timeout, where\.$/,
    ],
    [
      'a number of times below 0',
      () => expect(mock).toHaveReceived('products.update', { times: -1 }),
      'expected.times: must be a whole number from 0, received -1',
    ],
    [
      'a pattern that would match everything',
      () => expect(mock).not.toHaveReceived('products.update', { body: { shipping: /x/ } as object }),
      'body.shipping: must be JSON or a matcher such as expect.any(String), received a RegExp',
    ],
    [
      'a pattern that no request of the test is compared with',
      () => expect(mock).not.toHaveReceived('products.create', { body: { name: /x/ } as object }),
      'body.name: must be JSON or a matcher such as expect.any(String), received a RegExp',
    ],
    [
      'an error as a pattern',
      () => expect(mock).not.toHaveReceived('products.create', { body: { name: new Error('x') } as object }),
      'body.name: must be JSON or a matcher such as expect.any(String), received an Error',
    ],
    [
      'a pattern that contains itself',
      () => {
        const body: Record<string, unknown> = {};
        body['shipping'] = body;
        expect(mock).not.toHaveReceived('products.create', { body });
      },
      'body.shipping: must be JSON or a matcher such as expect.any(String), received a value that contains itself',
    ],
    [
      'a value that is not a mock',
      () => expect(mock.journal).toHaveReceived('products.update'),
      'toHaveReceived: must be called with a mock, received an object',
    ],
    [
      'a mock without a journal',
      () => expect(createMockServer({ journal: 0 })).toHaveReceivedNothing(),
      'toHaveReceivedNothing: the option journal of the mock is 0, which turns it off',
    ],
    [
      'a mock of another process without a journal',
      () => expect(remote(createMockServer({ journal: 0 }))).not.toHaveReceived('products.update'),
      'toHaveReceived: the option journal of the mock is 0, which turns it off',
    ],
  ])('rejects %s, also with not', async (_case, run, message) => {
    await updateWeight(2);
    const found = await messageOf(run);
    expect(found).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  });

  test('does not count if the journal has removed entries', async () => {
    mock = createMockServer({ journal: 2 });
    for (const path of ['/api/customers', '/api/customers', '/api/payment-terms']) await call(mock, 'GET', path);

    expect(mock).toHaveReceived('customers.list');
    expect(await messageOf(() => expect(mock).toHaveReceived('customers.list', { times: 1 }))).toMatch(
      /^The journal has removed its first 1 entries/,
    );
    expect(await messageOf(() => expect(mock).not.toHaveReceived('customers.create'))).toMatch(
      /^The journal has removed/,
    );
  });
});

describe('toHaveReceivedNothing', () => {
  test('passes if the journal is empty', async () => {
    expect(mock).toHaveReceivedNothing();
    expect(await messageOf(() => expect(mock).not.toHaveReceivedNothing())).toBe(
      'Expected: at least one request\nReceived: no requests',
    );

    await call(mock, 'GET', '/api/customers');
    expect(mock).not.toHaveReceivedNothing();
    expect(await messageOf(() => expect(mock).toHaveReceivedNothing())).toBe(
      'Expected: no requests\nReceived: customers.list (once)\n\n  #1 GET /api/customers, status 200',
    );
  });
});

describe('assertReceived', () => {
  test('throws an AssertionError of Node if the requests are not as expected', async () => {
    await updateWeight(2);

    assertReceived(mock, 'products.update', { times: 1, body: { shipping: { weight: 2 } } });
    const failure = { name: 'AssertionError', code: 'ERR_ASSERTION' };
    expect(() => assertReceived(mock, 'products.get')).toThrow(expect.objectContaining(failure));
    expect(() => assertReceivedNothing(mock)).toThrow(expect.objectContaining(failure));

    mock.journal.clear();
    assertReceivedNothing(mock);
  });

  test('returns a promise for a mock of another process', async () => {
    await assertReceivedNothing(remote());
    await expect(assertReceivedNothing(remote(createMockServer({ journal: 0 })))).rejects.toThrow('which turns it off');
    await expect(assertReceived(remote(), 'products.get', { timeout: 0 })).rejects.toThrow('Received: no requests');
  });
});

test('the matchers work without a context', async () => {
  expect(await matchers.toHaveReceived.call(undefined, mock, 'products.get')).toMatchObject({ pass: false });
});

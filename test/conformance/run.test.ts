import { describe, expect, test } from 'vitest';
import { exitCodeOf, type PoliciesFile, parseFixtures, runConformance } from '../../mocks/conformance.ts';
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';
import { operationNames } from '../../src/contract/operations.ts';
import { detail } from '../sample.ts';
import { unhandledRejections } from '../unhandled-rejections.ts';
import { lines, runAll, skipWaits, start } from './helpers.ts';

describe('the mock', () => {
  detail('conforms, and every rule and operation passes', async () => {
    const report = await runAll();
    expect(lines(report)).toEqual([]);
    expect(report.rules.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(report.operations.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(report.operations.map(({ operation }) => operation)).toEqual(operationNames);
    expect(exitCodeOf(report)).toBe(0);
  });

  detail('conforms without writes, with a reason for each check that did not run', async () => {
    const { mock } = start();
    const before = mock.snapshot();
    const report = await runConformance({ baseUrl: mock.baseUrl, token: mock.token, fetch: mock.fetch });
    expect(report.outcome).toBe('conforms');
    expect(report.created).toEqual([]);
    expect(report.rules.filter(({ status, reason }) => status === 'not run' && !reason)).toEqual([]);
    expect(mock.journal.list().every(({ method }) => method === 'GET')).toBe(true);
    expect(JSON.stringify(mock.snapshot())).toBe(JSON.stringify(before));
  });

  detail('says which fixture an operation needs, although the limited token was rejected', async () => {
    const { mock, limitedToken } = start();
    const { baseUrl, token, fetch } = mock;
    const report = await runConformance({ baseUrl, token, limitedToken, fetch, allowWrites: true });
    const result = report.operations.find(({ operation }) => operation === 'contacts.update');
    expect(result?.statuses).toHaveProperty('403');
    expect(result?.reason).toMatch(/^needs the id of a contact that it may change/);
  });

  detail('says that the token lacks permission for an operation', async () => {
    const { mock } = start();
    const token = mock.tokens.issue({ permissions: ['customers:read'] });
    const report = await runConformance({ baseUrl: mock.baseUrl, token, fetch: mock.fetch });
    const result = report.operations.find(({ operation }) => operation === 'addresses.list');
    expect(result).toMatchObject({ status: 'not run', reason: 'the token lacks permission' });
  });

  detail('says that no call of an operation succeeded', async () => {
    const { mock } = start();
    const fetch = (input: string, init: RequestInit) =>
      /payment-terms|product-parents\/[^/]+\/products/.test(input)
        ? Promise.resolve(Response.json({ success: false, error: 'Not found' }, { status: 404 }))
        : mock.fetch(input, init);
    const report = await runConformance({ ...optionsOf(mock), fetch });
    const reasons = report.operations.filter(({ operation }) => /paymentTerms|getProduct/.test(operation));
    expect(reasons.map(({ reason }) => reason)).toEqual(['no call succeeded', 'no call succeeded']);
  });

  detail('conforms when it is empty', async () => {
    const mock = createMockServer();
    const report = await runConformance({ baseUrl: mock.baseUrl, token: mock.token, fetch: mock.fetch });
    expect(lines(report)).toEqual([]);
    expect(report.operations.find(({ operation }) => operation === 'customers.get')?.reason).toBe(
      'the records that were read lead to none of these',
    );
    expect(report.rules.find(({ id }) => id === 'customers.links')?.reason).toBe('the workspace has no customer');
  });

  detail('conforms below a path', async () => {
    const mock = createMockServer({ seed: demo, baseUrl: 'https://api.example.com/base' });
    const report = await runConformance({ baseUrl: `${mock.baseUrl}/`, token: mock.token, fetch: mock.fetch });
    expect(lines(report)).toEqual([]);
    expect(report.rules.filter(({ status }) => status === 'failed')).toEqual([]);
  });
});

describe('a list with pages', () => {
  skipWaits();

  detail('is read below a path that contains /api/', async () => {
    const mock = createMockServer({
      seed: demo,
      baseUrl: 'https://gateway.example.com/api/master',
      policies: { pagination: 'link:2' },
    });
    const report = await runConformance(optionsOf(mock));
    expect(lines(report)).toEqual([]);
    expect(report.policies.find(({ policy }) => policy === 'pagination')).toMatchObject({ value: 'link:2' });
  });

  detail('says nothing about records of a page that failed', async () => {
    const report = await runAll({ pagination: 'link:3' }, (mock) => async (input, init) => {
      const isLaterPage = String(input).includes('product-parents?page=');
      return isLaterPage
        ? Response.json({ success: false, error: 'No page' }, { status: 400 })
        : mock.fetch(input, init);
    });
    expect(lines(report)).toEqual(['contract productParents.list: a valid request returned status 400 "No page"']);
    expect(report.observations).toEqual([]);
  });
});

describe('headers of the options', () => {
  detail('replace those of the kit, but not the tokens', async () => {
    const { mock } = start();
    const headers = { Accept: 'application/vnd.example+json', Authorization: 'Basic dXNlcjpwYXNzd29yZA==' };
    const report = await runConformance({ ...optionsOf(mock), headers });
    expect([report.outcome, report.stopped]).toEqual(['conforms', undefined]);
    expect(mock.journal.last().headers['accept']).toBe('application/vnd.example+json');
    expect(report.rules.find(({ id }) => id === 'auth.missing-token')).toMatchObject({ status: 'passed' });
  });

  detail('with a word of the kit change no finding', async () => {
    const headers = { 'x-source': 'conformance', 'x-format': 'application/json' };
    expect(lines(await runAll({}, undefined, { headers }))).toEqual([]);
  });
});

describe('writes', () => {
  detail('change only records of the run and the fixtures', async () => {
    const { mock, fixtures, secondToken } = start();
    const before = new Map(tables(mock).flatMap(({ rows }) => rows.map((row) => [row.id, row])));
    const report = await runConformance({
      baseUrl: mock.baseUrl,
      token: mock.token,
      fetch: mock.fetch,
      allowWrites: true,
      fixtures,
      secondToken,
      run: 'test',
    });
    const allowed = new Set(Object.values(fixtures));
    for (const { rows } of tables(mock)) {
      for (const row of rows) {
        const old = before.get(row.id);
        if (old && !allowed.has(row.id)) expect(row).toEqual(old);
      }
    }
    expect(report.created.length).toBeGreaterThan(20);
    expect(report.created.filter(({ name }) => !/^(?:conformance-test |conformance )/.test(name))).toEqual([]);
  });

  detail('restore the fields of fixtures', async () => {
    const { mock, fixtures } = start();
    const contact = () => ({ ...mock.db.contacts.get(fixtures.contact), updated_at: '' });
    const category = () => ({ ...mock.db.categories.get(fixtures.category), updated_at: '' });
    const before = [contact(), category()];
    await runConformance({ ...mock.clientOptions, token: mock.token, allowWrites: true, fixtures });
    expect([contact(), category()]).toEqual(before);
  });
});

describe('policies', () => {
  detail('of a committed file that the server deviates from are differences', async () => {
    const report = await runAll({ notFoundStatus: 410 }, undefined, {
      policies: { version: 1, kit: '0.0.0', date: '', policies: { notFoundStatus: 404 }, undetermined: [] },
    });
    expect(lines(report)).toEqual(['policy notFoundStatus: must be 404, received 410']);
    expect(exitCodeOf(report)).toBe(1);
  });

  detail('of a committed file are differences if the mock does not have the value of the server', async () => {
    const fetchOf = (mock: MockServer) => async (input: string | URL | Request, init?: RequestInit) => {
      const response = await mock.fetch(input, init);
      return / not found"/.test(await response.clone().text())
        ? new Response(response.body, { status: 418, headers: response.headers })
        : response;
    };
    const report = await runAll({}, fetchOf, {
      policies: { version: 1, kit: '0.0.0', date: '', policies: { notFoundStatus: 404 }, undetermined: [] },
    });
    expect(lines(report)).toEqual([
      'policy notFoundStatus: must be 404, received a value that the mock does not have: 418',
    ]);
    expect(exitCodeOf(report)).toBe(1);
  });

  detail('of the report reproduce the server in a mock', async () => {
    const report = await runAll({ notFoundStatus: 410, validationDetails: 'fields' });
    const mock = createMockServer({ policies: JSON.parse(JSON.stringify(report.policiesFile)) });
    expect(mock.policies).toMatchObject({ notFoundStatus: 410, validationDetails: 'fields', createdStatus: 201 });
  });

  test.each([
    [
      { madeUp: 1 },
      'Unknown policy "madeUp" in a policies file of masterdata-sdk 9.9.9. Valid policies: createdStatus, ',
    ],
    [{ notFoundStatus: 999 }, 'notFoundStatus'],
    [null, 'policies: must be an object of policies by name'],
  ])('of a file with %j are an error', async (policies, message) => {
    const file = { version: 1, kit: '9.9.9', date: '', policies, undetermined: [] } as unknown as PoliciesFile;
    expect(() => createMockServer({ policies: file })).toThrow(message);
    await expect(runAll({}, undefined, { policies: file })).rejects.toThrow(message);
  });

  detail('of a file of another version are an error', () => {
    const file = { version: 2, policies: {} } as unknown as PoliciesFile;
    expect(() => createMockServer({ policies: file })).toThrow('policies: version must be 1, received 2');
  });

  detail('that the mock does not know are reported with the response', async () => {
    const withUnknownStatus = (mock: MockServer) => async (input: string | URL | Request, init?: RequestInit) => {
      const response = await mock.fetch(input, init);
      return response.status === 404
        ? new Response(response.body, { status: 451, headers: response.headers })
        : response;
    };
    const report = await runAll({}, withUnknownStatus);
    const policy = report.policies.find(({ policy }) => policy === 'notFoundStatus');
    expect(policy).toMatchObject({ status: 'unknown', reason: '451', example: { status: 451 } });
    expect(report.policiesFile.undetermined).toContain('notFoundStatus');
    expect(report.unknownValues.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      'policy notFoundStatus',
      'policy trailingSlash',
    ]);
    expect([report.outcome, exitCodeOf(report)]).toEqual(['conforms', 0]);
    const strict = await runAll({}, withUnknownStatus, { strict: true });
    expect([strict.outcome, exitCodeOf(strict)]).toEqual(['differs', 1]);
  });
});

describe('status 403', () => {
  detail('for an unknown id is a difference if the token may use the operation', async () => {
    const report = await runAll({}, ({ fetch }) => async (input, init) => {
      const response = await fetch(input, init);
      return / not found"/.test(await response.clone().text())
        ? Response.json({ success: false, error: 'Forbidden' }, { status: 403 })
        : response;
    });
    expect(lines(report)).toContain(
      'rule customers.get.not-found: an unknown id returned status 403 "Forbidden", expected the error "Customer not found"',
    );
    const failed = report.rules.filter(({ status }) => status === 'failed').map(({ id }) => id);
    expect(failed).toEqual(expect.arrayContaining(['contacts.get.not-found', 'prices.update.not-found']));
  });

  test.each(['customers', 'contacts', 'addresses', 'products'])(
    'of a token without the permission to read %s is neither a difference nor a policy',
    async (resource) => {
      const { mock } = start({ policies: { trailingSlash: 'accept' } });
      const others = ['customers', 'contacts', 'addresses', 'categories', 'catalogs', 'products'] as const;
      const permissions = others.filter((each) => each !== resource).map((each) => `${each}:read` as const);
      const token = mock.tokens.issue({ permissions });
      const report = await runConformance({ baseUrl: mock.baseUrl, token, fetch: mock.fetch, strict: true });
      expect([report.outcome, report.unknownValues, report.observations]).toEqual(['conforms', [], []]);
      const policies = new Map<string, unknown>(report.policies.map((policy) => [policy.policy, policy]));
      expect(policies.get('malformedIdStatus')).toMatchObject({ status: 'found', value: 400 });
      expect(policies.get('unknownParameters')).toMatchObject({ status: 'found', value: 'ignore' });
      expect(policies.get('trailingSlash')).toMatchObject(
        resource === 'customers'
          ? { status: 'undetermined', reason: 'customers.list returned status 403 "Forbidden"' }
          : { status: 'found', value: 'accept' },
      );
      const rule = report.rules.find(({ id }) => id === `${resource}.get.not-found`);
      expect(rule).toMatchObject({ status: 'not run', reason: 'the token lacks permission' });
      const terms = report.rules.find(({ id }) => id === 'paymentTerms.list.exists');
      expect(terms).toMatchObject({ status: 'not run', reason: 'the token lacks permission' });
    },
  );

  detail('of a token without a permission to write proves nothing', async () => {
    const { mock, fixtures } = start();
    const token = mock.tokens.issue({ permissions: ['*:read', 'customers:write', 'addresses:write'] });
    const report = await runConformance({ ...mock.clientOptions, token, allowWrites: true, fixtures, strict: true });
    expect([report.outcome, report.observations]).toEqual(['conforms', []]);
    const rule = (id: string) => report.rules.find((each) => each.id === id);
    const unmet = { status: 'not run', reason: 'the token lacks permission' };
    expect(rule('contacts.update.values')).toMatchObject(unmet);
    expect(rule('contacts.update.immutable')).toMatchObject(unmet);
    expect(rule('catalogs.create.values')).toMatchObject(unmet);
    expect(rule('addresses.update.values')).toMatchObject({ status: 'passed' });
    expect(report.policies.find(({ policy }) => policy === 'nullOnCreate')).toMatchObject({ value: 'reject' });
  });
});

describe('a rule without anything to check is not run', () => {
  detail('with a second token that may only read', async () => {
    const { mock, secondToken } = start();
    const workspace = mock.tokens.list().find(({ token }) => token === secondToken)?.workspace ?? '';
    const reader = mock.tokens.issue({ permissions: ['*:read'], workspace });
    const report = await runConformance({ ...optionsOf(mock), allowWrites: true, secondToken: reader });
    const rule = (id: string) => report.rules.find((each) => each.id === id);
    expect(rule('isolation.reads')).toMatchObject({ status: 'passed' });
    expect(rule('isolation.writes')).toMatchObject({ status: 'not run', reason: 'the second token lacks permission' });
    const other = mock.tokens.issue({ permissions: ['payment-terms:read', 'addresses:read'], workspace });
    const reading = await runConformance({ ...optionsOf(mock), secondToken: other });
    expect(reading.rules.find(({ id }) => id === 'isolation.filter')).toMatchObject({ status: 'passed' });
  });

  detail('with a second token that may not read', async () => {
    const mock = createMockServer();
    mock.create.product({});
    const workspace = mock.db.workspaces.insert({ name: 'Second' }).id;
    const secondToken = mock.tokens.issue({ permissions: ['addresses:read'], workspace });
    const report = await runConformance({ ...optionsOf(mock), secondToken });
    const rule = (id: string) => report.rules.find((each) => each.id === id);
    expect(rule('isolation.reads')).toMatchObject({ status: 'not run', reason: 'the second token lacks permission' });
  });

  detail('on a server that has no prices', async () => {
    const report = await runAll({}, ({ fetch }) => async (input, init) => {
      const response = await fetch(input, init);
      const text = await response.text();
      const without = text.replaceAll(/"prices":\[[^\]]*\]/g, '"prices":[]');
      return new Response(without, { status: response.status, headers: response.headers });
    });
    const rule = (id: string) => report.rules.find((each) => each.id === id);
    expect(rule('products.price-entries')).toMatchObject({
      status: 'not run',
      reason: 'the products that were read have only flat prices, or no prices',
    });
    expect(rule('products.prices')).toMatchObject({ status: 'not run', reason: 'a new product has no price' });
  });

  detail('on a server that fails instead of validating', async () => {
    const report = await runAll(
      {},
      ({ fetch }) =>
        async (input, init) =>
          init?.method === 'POST' && !String(init.body).includes('"type"') && String(input).endsWith('/customers')
            ? Response.json({ success: false, error: 'oops' }, { status: 500 })
            : await fetch(input, init),
    );
    const rule = (id: string) => report.rules.find((each) => each.id === id);
    expect(rule('validation.details')).toMatchObject({
      status: 'not run',
      reason: 'a body without `type` returned status 500 "oops"',
    });
    expect(rule('customers.create.required')).toMatchObject({ status: 'failed' });
  });

  detail('on an empty server', async () => {
    const mock = createMockServer();
    const workspace = mock.db.workspaces.insert({ name: 'Second' }).id;
    const secondToken = mock.tokens.issue({ workspace });
    const report = await runConformance({ ...optionsOf(mock), secondToken });
    const passed = report.rules.filter(({ status }) => status === 'passed').map(({ id }) => id);
    expect(passed.filter((id) => !/^auth\.|\.not-found$|malformed-id$|\.exists$/.test(id))).toEqual([]);
  });

  detail('with addresses of one customer only', async () => {
    const mock = createMockServer();
    mock.create.address({});
    const report = await runConformance(optionsOf(mock));
    expect(report.rules.find(({ id }) => id === 'addresses.list.filter')).toMatchObject({
      status: 'not run',
      reason: 'all addresses belong to one customer',
    });
  });
});

describe('a list with more pages than the kit reads', () => {
  skipWaits();

  test('says nothing about a record that it does not show', async () => {
    const { mock } = start({ policies: { pagination: 'link:2' } });
    for (let count = 0; count < 100; count += 1) mock.create.product({});
    const report = await runConformance({ ...optionsOf(mock), allowWrites: true });
    expect([report.differences, report.observations]).toEqual([[], []]);
    expect(report.policies.find(({ policy }) => policy === 'inheritedDescription')).toMatchObject({
      status: 'undetermined',
      reason: 'the list of parents has more pages than the kit reads',
    });
  });
});

describe('values of fixtures', () => {
  /** Runs the kit on a server that lets the second token write to all contacts. */
  const run = async (showValues: boolean) => {
    const { mock, fixtures, secondToken } = start();
    mock.db.contacts.update(fixtures.contact, { last_name: 'Personalname' });
    const { token } = mock;
    const report = await runConformance({
      ...optionsOf(mock),
      allowWrites: true,
      fixtures,
      secondToken,
      showValues,
      record: true,
      fetch: (input, init) => {
        const headers = new Headers(init.headers);
        if (init.method === 'PATCH' && input.includes('/contacts/')) headers.set('authorization', `Bearer ${token}`);
        return mock.fetch(input, { ...init, headers });
      },
    });
    expect(lines(report)).toContain('rule isolation.writes: contacts.update updates a record of another workspace');
    return JSON.stringify(report);
  };

  detail('are in a report only with showValues', async () => {
    expect(await run(false)).not.toContain('Personalname');
    expect(await run(true)).toContain('Personalname');
  });

  detail('are not in a report if the body is broken JSON', async () => {
    const cutOff: (mock: MockServer) => MockServer['fetch'] = (mock) => async (input, init) => {
      const response = await mock.fetch(input, init);
      const text = await response.text();
      return new Response(/customers/.test(String(input)) ? text.slice(0, -1) : text, response);
    };
    const read = async (showValues: boolean) =>
      JSON.stringify(await runAll({}, cutOff, { record: true, allowWrites: false, showValues }));
    expect(await read(false)).not.toContain('Halm');
    expect(await read(true)).toContain('Halm');
  });

  detail('are not in a report if a record has the members of an error', async () => {
    const addMembers: (mock: MockServer) => MockServer['fetch'] = (mock) => async (input, init) => {
      const response = await mock.fetch(input, init);
      const text = await response.text();
      const members = '"details":{"of":"Personalname"},"error":"Personalname","first_name":7';
      return new Response(text.replaceAll(/"(?:first_name|segment_id)":[^,]+/g, members), response);
    };
    const report = await runAll({}, addMembers, { record: true, maxRequests: 300 });
    expect(lines(report).length).toBeGreaterThan(0);
    expect(JSON.stringify(report)).not.toContain('Personalname');
  });
});

describe('options', () => {
  const id = '6a0f1c52-0d1b-4f6e-9f57-2f0f5a9c1d03';

  test.each([
    [{ baseUrl: 'nonsense' }, 'baseUrl: must be an absolute URL of http or https, received nonsense'],
    [{ baseUrl: 'https://user:secret@example.com' }, 'baseUrl: must have no credentials'],
    [{ token: '' }, 'token: must be printable ASCII'],
    [{ token: 'a b' }, 'token: must be printable ASCII'],
    [{ secondToken: 'é' }, 'secondToken: must be printable ASCII'],
    [{ rate: 0 }, 'rate: must be above 0, received 0'],
    [{ timeout: 1.5 }, 'timeout: must be a whole number from 1 to 2147483647, received 1.5'],
    [{ timeout: 2 ** 31 }, 'timeout: must be a whole number from 1 to 2147483647, received 2147483648'],
    [{ timeout: Number.POSITIVE_INFINITY }, 'timeout: must be a whole number from 1 to 2147483647, received Infinity'],
    [{ maxRequests: Number.NaN }, 'maxRequests: must be a whole number from 1, received NaN'],
    [{ maxRequests: 0.5 }, 'maxRequests: must be a whole number from 1, received 0.5'],
    [{ concurrency: 0 }, 'concurrency: must be a whole number from 1, received 0'],
    [{ walks: 1.5 }, 'walks: must be a whole number from 0, received 1.5'],
    [{ fixtures: { contact: 'nobody' } }, 'fixtures: contact must be a UUID'],
    [
      { fixtures: { pricedProduct: '6a0f1c52-0d1b-4f6e-9f57-2f0f5a9c1d06' } },
      'fixtures: pricedProduct is the product of `price`, which is missing. Add `price`.',
    ],
    [
      { fixtures: { category: id, deletableCategory: id.toUpperCase() } },
      'fixtures: deletableCategory must be another category than `category`, because the kit deletes it',
    ],
    [
      { fixtures: { discountedCategory: id, deletableCategory: id } },
      'fixtures: deletableCategory must be another category than `discountedCategory`, because the kit deletes it',
    ],
    [{ secondToken: 't' }, 'secondToken: must be another token than `token`'],
    [{ limitedToken: 't' }, 'limitedToken: must be another token than `token`'],
    [
      { allowWrite: true },
      'Unknown option "allowWrite". Did you mean "allowWrites"? Valid options: baseUrl, token, fetch, ',
    ],
    [{ allowWrites: 'yes' }, 'allowWrites: must be a boolean, received "yes"'],
    [{ record: 'file.json' }, 'record: must be a boolean, received "file.json"'],
    [{ fetch: 'fetch' }, 'fetch: must be a function, received "fetch"'],
    [{ headers: { 'a b': 'c' } }, 'headers: must be an object of header names and values that HTTP allows'],
    [{ signal: {} }, 'signal: must be an AbortSignal, received an object'],
  ])('%j is an error', async (options, message) => {
    const given: object = { baseUrl: 'https://api.example.com', token: 't', ...options };
    await expect(Reflect.apply(runConformance, undefined, [given])).rejects.toThrow(message);
  });

  detail('fixtures of an unknown name are an error', () => {
    expect(() => parseFixtures({ contacts: 'x' })).toThrow('Did you mean "contact"?');
    expect(() => parseFixtures({ customer: 'x' })).toThrow(
      'fixtures: customer is not a known field. Valid names: contact, category, deletableCategory, discountedCategory, ' +
        'price, pricedProduct.',
    );
  });

  detail('callbacks that throw or reject change nothing', async () => {
    const { mock } = start();
    const fails = () => {
      throw new Error('no');
    };
    const rejects = () => Promise.reject(new Error('no'));
    for (const callback of [fails, rejects]) {
      const callbacks = { onProgress: callback, onNotice: callback };
      const reasons = await unhandledRejections(async () => {
        const report = await runConformance({ ...mock.clientOptions, token: mock.token, ...callbacks });
        expect(report.outcome).toBe('conforms');
      });
      expect(reasons).toEqual([]);
    }
  });
});

function optionsOf({ baseUrl, token, fetch }: MockServer) {
  return { baseUrl, token, fetch };
}

function tables({ db }: ReturnType<typeof start>['mock']) {
  return [
    db.customers,
    db.contacts,
    db.addresses,
    db.categories,
    db.catalogs,
    db.productParents,
    db.products,
    db.prices,
  ].map((table) => ({ rows: table.list() }));
}

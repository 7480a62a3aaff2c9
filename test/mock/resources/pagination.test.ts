import { describe, expect, test } from 'vitest';
import type { Pagination } from '../../../mocks/controls/policies.ts';
import { call, fieldsOf, invalidFields, startMock } from '../helpers.ts';

/** The ids and the `Link` headers of all pages, from the first. */
async function pages(mock: ReturnType<typeof startMock>, path: string) {
  const all: { ids: unknown[]; link: string | undefined }[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, headers, body } = await call({ ...mock, baseUrl: 'https://api.example.com' }, 'GET', next);
    expect(status).toBe(200);
    const data: unknown = fieldsOf(body)['data'];
    const link: string | undefined = headers['link'];
    all.push({ ids: Array.isArray(data) ? data.map((row) => fieldsOf(row)['id']) : [], link });
    next = link === undefined ? undefined : /^<(.*)>; rel="next"$/.exec(link)?.[1];
  }
  return all;
}

describe('the policy pagination', () => {
  test('off returns a list in one response', async () => {
    const mock = startMock();
    mock.create.customer.list(60);
    const [page, ...others] = await pages(mock, '/api/customers?page=2');
    expect([page?.ids.length, page?.link, others]).toEqual([60, undefined, []]);
  });

  test('link returns 50 records at a time, in their order', async () => {
    const mock = startMock({ policies: { pagination: 'link' } });
    const ids = mock.create.customer.list(120).map(({ id }) => id);
    const all = await pages(mock, '/api/customers');
    expect(all.map((page) => page.ids.length)).toEqual([50, 50, 20]);
    expect(all.map(({ link }) => link)).toEqual([
      '</api/customers?page=2>; rel="next"',
      '</api/customers?page=3>; rel="next"',
      undefined,
    ]);
    expect(all.flatMap((page) => page.ids)).toEqual(ids);
  });

  test('link:N returns N records at a time, for each list, with its filters and below a base path', async () => {
    const mock = startMock({ policies: { pagination: 'link:2' }, baseUrl: 'https://api.example.com/v1' });
    const customer_id = mock.create.customer().id;
    const ids = mock.create.address.list(4, { customer_id }).map(({ id }) => id);
    mock.create.address();
    const all = await pages(mock, `/v1/api/addresses?customer_id=${customer_id}`);
    expect(all).toEqual([
      { ids: ids.slice(0, 2), link: `</v1/api/addresses?customer_id=${customer_id}&page=2>; rel="next"` },
      { ids: ids.slice(2), link: undefined },
    ]);
    mock.create.productParent.list(3);
    mock.create.paymentTerm.list(5);
    expect((await pages(mock, '/v1/api/product-parents')).map((page) => page.ids.length)).toEqual([2, 1]);
    expect((await pages(mock, '/v1/api/payment-terms')).map((page) => page.ids.length)).toEqual([2, 2, 1]);
  });

  test('a page behind the last is empty, and records are never paged', async () => {
    const mock = startMock({ policies: { pagination: 'link:1' } });
    const customer = mock.create.customer();
    expect(await pages(mock, '/api/customers?page=9')).toEqual([{ ids: [], link: undefined }]);
    const response = await call(mock, 'GET', `/api/customers/${customer.id}?page=9`);
    expect(response).toMatchObject({ status: 200, body: { data: { id: customer.id } } });
  });

  test.each(['0', '-1', '1.5', 'x', '', '1e3', '99999999999999999999'])(
    'page=%s is a validation error',
    async (page) => {
      const mock = startMock({ policies: { pagination: 'link' } });
      expect(invalidFields(await call(mock, 'GET', `/api/customers?page=${page}`))).toEqual(['page']);
    },
  );

  test('the headers of the rate limit stay', async () => {
    const mock = startMock({ policies: { pagination: 'link:1' }, rateLimit: { limit: 5 } });
    mock.create.customer.list(2);
    const { headers } = await call(mock, 'GET', '/api/customers');
    expect(headers).toMatchObject({ link: expect.any(String), 'ratelimit-limit': '5' });
  });

  test.each(['on', 'link:0', 'link:x', 'link:', 'link:-1', 50])('%j is an error', (value) => {
    const policies = { pagination: value as Pagination };
    expect(() => startMock({ policies })).toThrow(
      `policies.pagination: must be off, link or link:<page size>, received ${JSON.stringify(value)}`,
    );
  });
});

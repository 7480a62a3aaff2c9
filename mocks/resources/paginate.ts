import type { MockPolicies } from '../controls/policies.ts';
import { type MockRequest, pathOf } from '../shared/http-messages.ts';
import { repeatedParameters, validationError } from './errors.ts';

/** The number of records on a page of the policy `pagination: 'link'`. */
const defaultPageSize = 50;

/** A part of a list, and the header that leads to the next part. */
export interface Page {
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the page of a list that the query parameter `page` asks for, from 1, in the order of the policy `listOrder`.
 * Without the policy `pagination`, returns the whole list. Returns other data, and the data of other methods than GET,
 * unchanged. The `Link` header has the path of the next page, so that it does not depend on the host that the caller
 * uses.
 *
 * @throws An `HttpError` if `page` is not a whole number above 0.
 */
export function paginate(
  data: unknown,
  { method, url }: Pick<MockRequest, 'method' | 'url'>,
  policies: MockPolicies,
): Page {
  const { pagination, listOrder } = policies;
  if (method !== 'GET' || !Array.isArray(data)) return { data, headers: undefined };
  const list: readonly unknown[] = listOrder === 'newest-first' ? [...data].reverse() : data;
  if (pagination === 'off') return { data: list, headers: undefined };
  const pageSize = Number(pagination.split(':')[1] ?? defaultPageSize);
  const path = pathOf(url);
  const query = new URLSearchParams(url.slice(path.length));
  const [page = '1', ...others] = query.getAll('page');
  if (others.length > 0) throw repeatedParameters(['page'], policies);
  if (!/^[1-9]\d{0,8}$/.test(page)) {
    throw validationError([{ path: 'page', message: 'must be a whole number above 0' }], policies);
  }
  const end = Number(page) * pageSize;
  query.set('page', String(Number(page) + 1));
  return {
    data: list.slice(end - pageSize, end),
    headers: end < list.length ? { link: `<${path}?${query}>; rel="next"` } : undefined,
  };
}

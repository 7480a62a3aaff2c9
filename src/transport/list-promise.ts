import { findLink } from '../wire/link-header.ts';
import { ApiPromise } from './api-promise.ts';
import { type ParsedResponse, parseResponse, sendCall } from './call.ts';
import type { PreparedRequest } from './prepare-request.ts';
import type { HttpExchange } from './response.ts';
import { unexpectedResponse } from './response-error.ts';
import { resolveUrl } from './url.ts';

/**
 * The promise of a list. `await` returns the records of the response. If the service splits the list into pages,
 * iterate to read all of them: the first page is requested by itself, and the next pages as you go. The client follows
 * `Link: <…>; rel="next"` within the origin of the service. If a list that you await is incomplete, the client logs a
 * warning.
 *
 * @example
 * const customers = await client.customers.list();
 * for await (const customer of client.customers.list()) console.log(customer.name);
 */
export class ListPromise<T> extends ApiPromise<T[]> implements AsyncIterable<T> {
  /**
   * Warns if a list that was awaited may be incomplete: a truncated list is never silent.
   *
   * @internal
   */
  protected override onRead(page: Page<T>): void {
    const { operation } = page.exchange.request.call;
    if (nextLink(page.exchange) === undefined) warnOfMembers(page);
    else {
      warn(
        page,
        'the service has more: the response links to a next page. ' +
          `To read all pages, iterate: for await (const record of client.${operation}()).`,
      );
    }
  }

  /** Reads the records of all pages. Rejects like `await`, with the error of the first page that fails. */
  [Symbol.asyncIterator](): AsyncIterator<T> {
    const first = this.parse();
    // The iterator rejects with the error when it is advanced, which may be later.
    first.catch(() => {});
    return readPages(first);
  }
}

/** A page of a list. */
type Page<T> = ParsedResponse<T[]>;

/** A service that sends more empty pages in a row may never end the list. */
const maxEmptyPages = 100;

/** Reads the records of all pages, one page after the other. */
async function* readPages<T>(first: Promise<Page<T>>): AsyncGenerator<T, void, undefined> {
  const visited = new Set<string>();
  let emptyPages = 0;
  let page = await first;
  while (true) {
    const { exchange, envelope } = page;
    visited.add(exchange.request.url);
    yield* envelope.data;
    const link = nextLink(exchange);
    if (link === undefined) {
      warnOfMembers(page);
      return;
    }
    emptyPages = envelope.data.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages === maxEmptyPages) throw pageError(exchange, `${maxEmptyPages} pages in a row have no records`);
    page = await parseResponse(await sendCall(nextRequest(link, exchange, visited), exchange.state.tokens));
  }
}

function warnOfMembers(page: Page<unknown>): void {
  const members = Object.keys(page.envelope).filter((name) => name !== 'success' && name !== 'data');
  if (members.length === 0) return;
  const names = members.slice(0, 5).map((name) => page.exchange.redact(name).slice(0, 40));
  const more = members.length > names.length ? ', …' : '';
  warn(
    page,
    `there may be more: next to data, the response has ${names.join(', ')}${more}, which the specification does not document.`,
  );
}

function warn({ exchange, envelope }: Page<unknown>, reason: string): void {
  const { call, settings } = exchange.request;
  const { operation } = call;
  const { length } = envelope.data;
  const count = length === 1 ? '1 record' : `${length} records`;
  settings.log.warn?.(`${operation} returned ${count}, but ${reason}`, { operation });
}

/** Returns the target of the `Link` header with `rel="next"`. */
function nextLink({ request, response }: HttpExchange): string | undefined {
  return findLink(response.headers.get('link'), 'next', response.url || request.url);
}

/** Resolves a link. Throws an error if the client must not follow it. */
function nextRequest(link: string, exchange: HttpExchange, visited: ReadonlySet<string>): PreparedRequest {
  const { request, response } = exchange;
  const from = response.url || request.url;
  const target = URL.canParse(link, from) ? new URL(link, from) : undefined;
  if (!target) throw pageError(exchange, 'the link to the next page is not a URL');
  if (target.username || target.password) throw pageError(exchange, 'the link to the next page contains credentials');
  if (target.origin !== new URL(request.url).origin) {
    throw pageError(exchange, `the next page is on another origin, ${target.origin}, which must not receive the token`);
  }
  const base = resolveUrl(request.settings.baseUrl);
  const next = target.origin + target.pathname;
  const url = next + target.search;
  if (visited.has(url)) throw pageError(exchange, 'the link to the next page leads back to an earlier page');
  const path = exchange.redact(next.startsWith(`${base}/`) ? next.slice(base.length) : target.pathname);
  return {
    ...request,
    label: `${request.call.method} ${path}`,
    call: Object.freeze({ ...request.call, path, url: exchange.redact(next) }),
    url,
  };
}

/** Returns the error of a list whose next page the client does not request. */
function pageError(exchange: HttpExchange, problem: string): Error {
  return exchange.state.fail(unexpectedResponse(exchange, exchange.redact(problem)));
}

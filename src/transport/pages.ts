import { describeUnexpected, type UnexpectedResponseParts } from './describe-response.ts';
import type { PreparedRequest } from './request.ts';
import type { HttpExchange } from './response.ts';

/** A page of a list, named by the link of another page. */
export interface Page {
  /** The path, as hooks see it. */
  readonly path: string;
  /** The URL without its query. */
  readonly url: string;
  /** The query with its question mark, or an empty string. */
  readonly search: string;
}

/** The functions of the main bundle that reading pages needs. */
export interface PageSteps<T> {
  /** Sends the request of the first page, once. */
  first(): Promise<HttpExchange>;
  next(page: Page): Promise<HttpExchange>;
  /** Returns the records of a page. `inspect` is called with the envelope. */
  parse(exchange: HttpExchange, inspect: (envelope: object, records: T[]) => void | Promise<void>): Promise<T[]>;
  /** Creates and reports an error. */
  error(request: PreparedRequest, parts: UnexpectedResponseParts): Error;
  warn(message: string): void;
}

/** Reads the records of all pages, one page after the other. */
export async function* readPages<T>(operation: string, steps: PageSteps<T>): AsyncGenerator<T, void, undefined> {
  const visited = new Set<string>();
  for (let exchange = await steps.first(); ; ) {
    const { call, search } = exchange.request;
    visited.add(call.url + search);
    let members: readonly string[] = [];
    const records = await steps.parse(exchange, (envelope) => {
      members = unknownMembers(envelope);
    });
    yield* records;
    const link = nextLink(exchange);
    if (link === undefined) {
      if (members.length) steps.warn(describeMembers(operation, records.length, members));
      return;
    }
    const page = pageOf(link, exchange);
    if (typeof page === 'string') throw steps.error(exchange.request, describeUnexpected(exchange, page));
    if (visited.has(page.url + page.search)) {
      const problem = 'the link to the next page leads back to an earlier page';
      throw steps.error(exchange.request, describeUnexpected(exchange, problem));
    }
    exchange = await steps.next(page);
  }
}

/** Describes why a list that was awaited may be incomplete. Returns `undefined` if it is complete. */
export function describeIncomplete(
  operation: string,
  exchange: HttpExchange,
  envelope: object,
  count: number,
): string | undefined {
  const members = unknownMembers(envelope);
  if (nextLink(exchange) !== undefined) {
    return (
      `${operation} returned ${counted(count)}, but the service has more: the response links to a next page. ` +
      `To read all pages, iterate: for await (const record of client.${operation}()).`
    );
  }
  return members.length ? describeMembers(operation, count, members) : undefined;
}

function describeMembers(operation: string, count: number, members: readonly string[]): string {
  const names = members.slice(0, 5).map((name) => name.slice(0, 40));
  return (
    `${operation} returned ${counted(count)}, but there may be more: next to data, the response has ` +
    `${names.join(', ')}${members.length > names.length ? ', …' : ''}, which the specification does not document.`
  );
}

function counted(count: number): string {
  return count === 1 ? '1 record' : `${count} records`;
}

function unknownMembers(envelope: object): string[] {
  return Object.keys(envelope).filter((name) => name !== 'success' && name !== 'data');
}

/** Returns the target of the `Link` header with `rel="next"`. */
function nextLink({ response }: HttpExchange): string | undefined {
  for (const [, target, parameters = ''] of (response.headers.get('link') ?? '').matchAll(
    /<([^<>]*)>((?:[^",]|"[^"]*")*)/g,
  )) {
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    if ((quoted ?? token ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return undefined;
}

/** Resolves a link. Returns a page, or the problem of a link that must not be followed. */
function pageOf(link: string, { request, response }: HttpExchange): Page | string {
  const { url, path } = request.call;
  const from = response.url || url;
  const target = URL.canParse(link, from) ? new URL(link, from) : undefined;
  if (!target) return 'the link to the next page is not a URL';
  if (target.origin !== new URL(url).origin) {
    return `the next page is on another origin, ${target.origin}, which must not receive the token`;
  }
  const base = url.slice(0, url.length - path.length);
  const next = target.origin + target.pathname;
  return {
    path: next.startsWith(`${base}/`) ? next.slice(base.length) : target.pathname,
    url: next,
    search: target.search,
  };
}

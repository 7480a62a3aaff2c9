import type { Fetch, FetchInit, FetchResponse } from '../types/fetch.ts';

const maxRedirects = 5;

/**
 * Follows the redirects of a GET within its origin. Another origin would receive the headers, and its response would
 * look like a response of the service. Returns the first redirect that leads to another origin or exceeds the maximum.
 */
export async function followRedirects(
  first: FetchResponse,
  firstUrl: string,
  init: FetchInit,
  fetch: Fetch,
): Promise<FetchResponse> {
  let response = first;
  let url = firstUrl;
  for (let redirects = 0; redirects < maxRedirects; redirects += 1) {
    const target = redirectTarget(response, url);
    if (target === undefined) break;
    // An unread body would keep its connection busy.
    await response.arrayBuffer();
    url = target;
    response = await fetch(url, init);
  }
  return response;
}

function redirectTarget({ status, headers }: FetchResponse, url: string): string | undefined {
  const location = headers.get('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === null || !URL.canParse(location, url))
    return undefined;
  const target = new URL(location, url);
  return target.origin === new URL(url).origin ? target.href : undefined;
}

import { isBrowser } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { ConfigurationError } from '../errors/index.ts';
import type { FetchInit, FetchResponse } from '../types/fetch.ts';
import { loadOnDemand } from './load-on-demand.ts';
import type { PreparedRequest } from './request.ts';

/** Sends a request. `fetch` itself would follow a redirect to any origin, and turn a POST into a GET without a body. */
export async function fetchResponse(
  { call, search, body }: PreparedRequest,
  settings: Pick<Settings, 'fetch' | 'ky'>,
  headers: Record<string, string>,
  signal: AbortSignal | null,
): Promise<FetchResponse> {
  const url = call.url + search;
  const init: FetchInit = {
    method: call.method,
    headers,
    body: body || null,
    signal,
    // Browsers do not show where a redirect leads.
    redirect: isBrowser() ? 'error' : 'manual',
  };
  const { ky } = settings;
  const fetch = ky ? (await loadOnDemand()).kyFetch(ky) : settings.fetch;
  const response = await fetch(url, init);
  if (typeof response?.text !== 'function') throw new ConfigurationError('fetch: must return a Response');
  if (call.method !== 'GET' || !/^3/.test(`${response.status}`)) return response;
  const { followRedirects } = await loadOnDemand();
  return followRedirects(response, url, init, fetch);
}

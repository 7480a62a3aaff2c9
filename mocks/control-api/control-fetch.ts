import type { MockServer } from '../engine/create-mock-server.ts';
import { FetchRequest, toResponse } from '../engine/fetch.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import { ControlApi, isControlPath } from './control-api.ts';

/**
 * Returns a function with the signature of `fetch` that serves the control API of a mock in the same process, at
 * `/__mock/` of any origin. Pass it to `connectMock`. Other requests are sent to the mock itself.
 */
export function createControlFetch(mock: MockServer): MockServer['fetch'] {
  // Code of the same page can use the mock directly, so there is nothing to protect.
  const { origin, path } = parseBaseUrl(mock.baseUrl);
  const api = new ControlApi(mock, {
    authorize: () => undefined,
    baseUrl: (_, apiPath = path) => origin + apiPath,
  });
  return async (input, init) => {
    const request = input instanceof Request && !init ? input : new Request(input, init);
    const control = new FetchRequest(request, init?.body);
    if (!isControlPath(control.url, path)) return mock.fetch(input, init);
    request.signal.throwIfAborted();
    const response = await api.handle(control);
    request.signal.throwIfAborted();
    return toResponse(response, request.method);
  };
}

import { requireJson } from '../operations/request-body.ts';
import { HttpError } from '../shared/http-error.ts';
import type { MockRequest } from '../shared/http-messages.ts';
import { parseJson } from '../shared/json.ts';

/**
 * Returns the JSON of a body. Returns undefined if there is none.
 *
 * @throws An {@link HttpError} if the body has another type, is too large, or is not JSON.
 */
export async function readJson(request: MockRequest, maxBytes: number): Promise<unknown> {
  const length = Number(request.header('content-length') ?? 0);
  // A request in the page has no header that tells the length.
  const isEmpty = length === 0 && !request.header('transfer-encoding') && !request.header('content-type');
  if (isEmpty) return undefined;
  // Browsers let pages of any origin send other types, for example those of forms, without a preflight.
  requireJson(request);
  const text = await request.text(maxBytes);
  if (text === undefined) throw new HttpError(413, `Request body too large: the limit is ${maxBytes} bytes`);
  if (text === '') return undefined;
  const json = parseJson(text);
  if (json === undefined) throw new HttpError(400, 'The request body must be JSON');
  return json;
}

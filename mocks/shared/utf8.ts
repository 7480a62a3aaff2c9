import { HttpError } from './http-error.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

/** Returns the number of bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).byteLength;
}

/**
 * Decodes a request body.
 *
 * @throws An {@link HttpError} if the bytes are not UTF-8. Replacement characters would be stored as data.
 */
export function decodeUtf8(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new HttpError(400, 'The request body is not valid UTF-8');
  }
}

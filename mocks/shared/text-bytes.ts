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

/**
 * Decodes a text file: UTF-8 with or without a byte order mark, or UTF-16, which Windows PowerShell writes.
 *
 * @param fatal Whether another encoding is an error, so that no character is lost. Default: true.
 * @throws An Error if the bytes have another encoding.
 */
export function decodeText(bytes: Uint8Array, { fatal } = { fatal: true }): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal }).decode(bytes);
  } catch (cause) {
    throw new Error('must be in UTF-8, or in UTF-16 with a byte order mark. Save the file as UTF-8.', { cause });
  }
}

/** Finds UTF-16 by its mark, or by the zero byte of an ASCII character, which no text in UTF-8 begins with. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

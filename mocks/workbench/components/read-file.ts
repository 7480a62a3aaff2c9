import { errorMessage } from '../../shared/errors.ts';
import { decodeText } from '../../shared/text-bytes.ts';
import { escapeInvisible, formatCell } from '../text.ts';

/**
 * Returns the text of a file of the user.
 *
 * @throws A TypeError if the file has another encoding than UTF-8 and UTF-16, so that no character is lost.
 */
export async function readText(file: File): Promise<string> {
  try {
    return decodeText(new Uint8Array(await file.arrayBuffer()));
  } catch (cause) {
    throw new TypeError(`File ${escapeInvisible(file.name)}: ${errorMessage(cause)}`, { cause });
  }
}

/**
 * Parses the text of a file.
 *
 * @throws A TypeError if it is not JSON.
 */
export function parseJsonFile(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Browsers describe the position, with an excerpt.
    throw new TypeError(`File ${name}: must be JSON. ${formatCell(errorMessage(error))}.`);
  }
}

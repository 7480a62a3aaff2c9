import { errorMessage } from '../../shared/errors.ts';
import { escapeInvisible, formatCell } from '../text.ts';

/**
 * Returns the text of a file of the user.
 *
 * @throws A TypeError if the file is not UTF-8, so that no character is lost.
 */
export async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch (cause) {
    throw new TypeError(`File ${escapeInvisible(file.name)}: must be in UTF-8. Save it with this encoding.`, { cause });
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

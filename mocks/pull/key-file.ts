import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode, errorMessage } from '../shared/errors.ts';
import { decodeText } from '../shared/text-bytes.ts';

const keyBytes = 32;

/** Returns the key file of the user, which no repository contains. */
export function defaultKeyFile(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const configuration =
    environment['XDG_CONFIG_HOME'] ||
    (process.platform === 'win32' && environment['APPDATA']) ||
    join(homedir(), '.config');
  return join(configuration, 'masterdata-sdk', 'pull.key');
}

/**
 * Reads the key that replacements depend on, or creates it in a file that only the user may read.
 *
 * @throws An Error if the file has another content, or cannot be read or created.
 */
export function readKey(file: string): { readonly key: Uint8Array; readonly isNew: boolean } {
  try {
    const key = randomBytes(keyBytes);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Fails if the file exists: an existing key is never replaced.
    writeFileSync(file, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    return { key, isNew: true };
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw new Error(`${file}: the key cannot be created: ${errorMessage(error)}`);
  }
  const text = decodeText(readFileSync(file)).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(
      `${file}: must be a key of 64 hexadecimal digits. Pass another --key, or delete the file to create a new key, which changes all replacements.`,
    );
  }
  return { key: Buffer.from(text, 'hex'), isNew: false };
}

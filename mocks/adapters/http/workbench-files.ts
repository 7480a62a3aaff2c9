import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { errorCode } from '../../shared/error-code.ts';
import { json, type MockResponse } from '../../shared/messages.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
};

/** The page runs its own script, draws its own styles, and talks to the server that it came from. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Returns the name of the file of the workbench that a GET request asks for. The page itself is at `/__mock/`, where
 * programs get the list of routes. Returns undefined for other requests.
 *
 * @param url Path and query, with the prefix of a sandbox or without.
 */
export function workbenchFileName(url: string, accept: string): string | undefined {
  const [, path = ''] = /^(?:\/sandboxes\/[^/?]+)?\/__mock([^?]*)/.exec(url) ?? [];
  if (path === '/') return accept.includes('text/html') ? 'index.html' : undefined;
  return /^\/workbench\/([\w-]+\.[\w.]+)$/.exec(path)?.[1];
}

/** Reads a file of the workbench. The files are public and contain no data. */
export async function readWorkbenchFile(name: string): Promise<MockResponse> {
  if (directory !== undefined) {
    try {
      return fileResponse(name, await readFile(join(directory, name), 'utf8'));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return json(404, { error: `Workbench file ${name} not found. Run npm run build, or open the page again.` });
}

function fileResponse(name: string, body: string): MockResponse {
  // The name of a script contains a hash of its content.
  const isHashed = /-[0-9A-Z]{8}\./.test(name);
  return {
    status: 200,
    headers: {
      'content-type': types[extname(name)] ?? 'text/plain',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}

/** The built page, in the package or in a checkout. A bundle of the server does not have it. */
const directory = findUp(join('dist', 'workbench'), import.meta.dirname ?? __dirname);

function findUp(name: string, from: string): string | undefined {
  const path = join(from, name);
  if (existsSync(path)) return path;
  const parent = dirname(from);
  return parent === from ? undefined : findUp(name, parent);
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { errorCode } from '../../shared/errors.ts';
import { json } from '../../shared/http-messages.ts';
import { workbenchHeaders } from '../workbench-page.ts';
import type { SendableResponse } from './send.ts';

const compress = promisify(gzip);

/**
 * Reads a file of the workbench, compressed if the browser accepts it. The files are public and contain no data.
 *
 * @param encodings The header `accept-encoding`.
 */
export async function readWorkbenchFile(name: string, encodings: string): Promise<SendableResponse> {
  directory ??= { path: findUp(join('dist', 'workbench'), import.meta.dirname ?? __dirname) };
  if (directory.path !== undefined) {
    try {
      const body = await readFile(join(directory.path, name));
      const headers = { ...workbenchHeaders(name), vary: 'accept-encoding' };
      if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(encodings)) return { status: 200, headers, body };
      return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: await compress(body) };
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
  return json(404, { error: `Workbench file ${name} not found. Run npm run build, or open the page again.` });
}

/**
 * The built page, in the package or in a checkout. A bundle of the server does not have it. It is looked up on first
 * use, so that an import reads no file: Deno would ask for permission.
 */
let directory: { readonly path: string | undefined } | undefined;

function findUp(name: string, from: string): string | undefined {
  const path = join(from, name);
  if (existsSync(path)) return path;
  const parent = dirname(from);
  return parent === from ? undefined : findUp(name, parent);
}

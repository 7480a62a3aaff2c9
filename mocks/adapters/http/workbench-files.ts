import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../shared/errors.ts';
import { json, type MockResponse } from '../../shared/http-messages.ts';
import { workbenchHeaders } from '../workbench-page.ts';

/** Reads a file of the workbench. The files are public and contain no data. */
export async function readWorkbenchFile(name: string): Promise<MockResponse> {
  directory ??= { path: findUp(join('dist', 'workbench'), import.meta.dirname ?? __dirname) };
  if (directory.path !== undefined) {
    try {
      return { status: 200, headers: workbenchHeaders(name), body: await readFile(join(directory.path, name), 'utf8') };
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

import { HttpError } from '../../shared/http-error.ts';
import { routedMethod } from '../../shared/http-messages.ts';
import { workbenchFileName, workbenchHeaders, workbenchRedirect } from '../workbench-page.ts';
import type { WorkerEnvironment } from './platform.ts';
import { respond } from './respond.ts';

/**
 * Returns a file of the workbench, if a request asks for one. Undefined if it does not, or if the Worker has no assets.
 *
 * @throws A {@link HttpError} with status 404 if the assets lack the file.
 */
export async function serveWorkbench(request: Request, { ASSETS }: WorkerEnvironment): Promise<Response | undefined> {
  const { method } = request;
  if (!ASSETS || routedMethod(method) !== 'GET') return undefined;
  const { origin, pathname } = new URL(request.url);
  const accept = request.headers.get('accept') ?? '';
  const redirect = workbenchRedirect(pathname, accept);
  if (redirect) return respond(redirect, method);
  const name = workbenchFileName(pathname, accept);
  if (name === undefined) return undefined;
  const file = await ASSETS.fetch(new Request(`${origin}/${name}`, { method }));
  if (!file.ok) {
    throw new HttpError(
      404,
      `Workbench file ${name} not found. Open the page again, or deploy dist/workbench as assets.`,
    );
  }
  // Not the headers of the assets: they lack the policies of the page.
  return new Response(file.body, { headers: { ...workbenchHeaders(name), 'x-robots-tag': 'noindex' } });
}

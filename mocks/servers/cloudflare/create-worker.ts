import * as z from 'zod/mini';
import { type ControlResult, ControlRouter, listPaths } from '../../control-api/define-routes.ts';
import { parseQuery, readJson } from '../../control-api/request-input.ts';
import { sandboxRoutes, unknownSandbox } from '../../control-api/routes/sandboxes.ts';
import { healthResponse, isHealthCheck, serverRoutes } from '../../control-api/routes/server.ts';
import { tokenSchema } from '../../controls/tokens.ts';
import { FetchRequest } from '../../engine/fetch.ts';
import { assertSandboxName, isSandboxName, randomSandboxName } from '../../sandboxes/sandbox-name.ts';
import { assertTokenLength } from '../../shared/bearer-token.ts';
import { HttpError } from '../../shared/http-error.ts';
import { json } from '../../shared/http-messages.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { assertLongToken, siteError } from '../site.ts';
import { findWorkbench, workbenchHeaders } from '../workbench-page.ts';
import { authorizeControl, authorizeServer, authorizeUnknown } from './access.ts';
import { type DurableObjectNamespace, objectNamed, type WorkerEnvironment } from './platform.ts';
import { readRequest } from './read-request.ts';
import { isUnknownSandbox, respond, respondToPreflight, respondWithError } from './respond.ts';
import { directoryName, KnownNames, requestDirectory } from './sandbox-directory.ts';

/** A Worker, as a module exports it by default. */
export interface SandboxWorker {
  /** Passes a request to its sandbox, or manages sandboxes. Never rejects. */
  fetch(request: Request, environment: WorkerEnvironment): Promise<Response>;
}

const createBody = z.extend(sandboxRoutes['POST /sandboxes'].body.schema, { token: z.optional(tokenSchema) });
const maxCreateBytes = 10_000;

/**
 * Creates the Worker that passes requests to sandboxes. It also creates, lists and deletes them at `/__mock/sandboxes`,
 * for clients with the secret `CONTROL_TOKEN`, and serves a page for this at `/__mock/`.
 */
export function createWorker(): SandboxWorker {
  const known = new WeakMap<DurableObjectNamespace, KnownNames>();
  return {
    async fetch(request, environment) {
      const names = known.get(environment.SANDBOXES) ?? new KnownNames();
      known.set(environment.SANDBOXES, names);
      try {
        return respondToPreflight(request) ?? (await route(request, environment, names));
      } catch (error) {
        return respondWithError(error, request);
      }
    },
  };
}

async function route(request: Request, environment: WorkerEnvironment, names: KnownNames): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, area = '', name = '', rest = ''] = pathname.split('/');
  const isInSandbox = area === 'sandboxes' && isSandboxName(name);
  // The Worker responds itself: a health check must not load a sandbox, and must not say which names exist.
  const url = isInSandbox ? pathname.slice(`/sandboxes/${name}`.length) : pathname;
  if (isHealthCheck({ method: request.method, url })) return respond(healthResponse, request.method);
  if (isInSandbox && rest !== '') {
    return (await serveWorkbench(request, environment)) ?? serveSandbox(request, environment, names);
  }
  if (pathname === '/robots.txt') {
    return respond(
      { status: 200, headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /\n' },
      request.method,
    );
  }
  const page = area === '__mock' || pathname === '/' ? await serveWorkbench(request, environment) : undefined;
  if (page) return page;
  if (area === '__mock') {
    authorizeServer(request, environment);
    const { target, params } = router.find(request.method, pathname);
    parseQuery(ownRoutes[target], searchParams);
    return handlers[target]({ request, environment, names, name: params['name'] ?? '' });
  }
  throw new HttpError(
    404,
    `Unknown path ${pathname}. Sandboxes are at /sandboxes/{name}/api/, and POST /__mock/sandboxes creates one.`,
  );
}

/** Passes a request to its sandbox. A request for an unknown name must not create a Durable Object. */
async function serveSandbox(request: Request, environment: WorkerEnvironment, names: KnownNames): Promise<Response> {
  const [, , name = '', area] = new URL(request.url).pathname.split('/');
  const isControl = area === '__mock';
  try {
    if (!isControl) assertLongToken(request.headers.get('authorization'));
    if (await names.has(environment, name)) {
      const response = await objectNamed(environment, name).fetch(request);
      if (!isUnknownSandbox(response)) return response;
      // It was deleted, in another isolate or after its ttl.
      names.delete(name);
    }
    if (isControl) authorizeControl(request, environment, undefined);
    else authorizeUnknown(request, environment);
    throw unknownSandbox(name);
  } catch (error) {
    return respond(siteError(error, isControl), request.method);
  }
}

/** An authorized request to the control API of the Worker. */
interface ControlCall {
  readonly request: Request;
  readonly environment: WorkerEnvironment;
  readonly names: KnownNames;
  /** The name of a sandbox in the path. */
  readonly name: string;
}

/** The routes of the Worker itself, which has no mock of its own. Each sandbox has the others. */
const ownRoutes = { ...serverRoutes, ...sandboxRoutes };
type OwnRoute = keyof typeof ownRoutes;

const handlers: Readonly<Record<OwnRoute, (call: ControlCall) => Response | Promise<Response>>> = {
  'GET /': ({ request }) => {
    const listed: ControlResult<(typeof serverRoutes)['GET /']> = { paths: listPaths(ownRoutes) };
    return respond(json(200, listed), request.method);
  },
  'GET /health': ({ request }) => respond(healthResponse, request.method),
  'POST /sandboxes': ({ request, environment }) => create(request, environment),
  'GET /sandboxes': ({ request, environment }) => list(request, environment),
  'GET /sandboxes/{name}': manage,
  'DELETE /sandboxes/{name}': manage,
};

const router = new ControlRouter<OwnRoute>();
for (const path of Object.keys(handlers) as OwnRoute[]) router.add(path, path);

/** Describes or deletes a sandbox. */
async function manage({ request, environment, names, name }: ControlCall): Promise<Response> {
  assertSandboxName(name);
  names.delete(name);
  const found = await requestDirectory(environment, 'GET', name);
  if (!found.ok) return found;
  const url = new URL(`/sandbox/${name}`, request.url);
  return objectNamed(environment, name).fetch(new Request(url, { method: request.method }));
}

async function list(request: Request, environment: WorkerEnvironment): Promise<Response> {
  const { origin } = new URL(request.url);
  const sandboxes = (await listNames(environment)).map((name) => ({ name, baseUrl: `${origin}/sandboxes/${name}` }));
  const listed: ControlResult<(typeof sandboxRoutes)['GET /sandboxes']> = { sandboxes };
  return respond(json(200, listed), request.method);
}

async function create(request: Request, environment: WorkerEnvironment): Promise<Response> {
  const received = new FetchRequest(await readRequest(request, maxCreateBytes), undefined);
  const json = (await readJson(received, maxCreateBytes)) ?? {};
  const { name = randomSandboxName(), token } = parseOptions(createBody, json, 'sandbox', ['token']);
  assertSandboxName(name);
  assertTokenLength(token);
  const reserved = await requestDirectory(environment, 'POST', name);
  if (!reserved.ok) return reserved;
  const url = new URL(`/sandbox/${name}`, request.url);
  return objectNamed(environment, name).fetch(new Request(url, { method: 'POST', body: token ?? '' }));
}

async function listNames(environment: WorkerEnvironment): Promise<readonly string[]> {
  const response = await objectNamed(environment, directoryName).fetch(new Request('https://directory/names'));
  const { names } = namesSchema.parse(await response.json());
  return names;
}

const namesSchema = z.object({ names: z.array(z.string()) });

/**
 * Returns a file of the workbench, if a request asks for one. Undefined if it does not, or if the Worker has no assets.
 *
 * @throws A {@link HttpError} with status 404 if the assets lack the file.
 */
async function serveWorkbench(request: Request, { ASSETS }: WorkerEnvironment): Promise<Response | undefined> {
  const { method } = request;
  const { origin, pathname } = new URL(request.url);
  const found = findWorkbench(method, pathname, request.headers.get('accept') ?? '');
  if (!ASSETS || found === undefined) return undefined;
  if (typeof found !== 'string') return respond(found, method);
  const file = await ASSETS.fetch(new Request(`${origin}/${found}`, { method }));
  if (!file.ok) {
    throw new HttpError(
      404,
      `Workbench file ${found} not found. Open the page again, or deploy dist/workbench as assets.`,
    );
  }
  // Not the headers of the assets: they lack the policies of the page.
  return new Response(file.body, { headers: { ...workbenchHeaders(found), 'x-robots-tag': 'noindex' } });
}

import * as z from 'zod/mini';
import { tokenSchema } from '../../controls/tokens.ts';
import { assertSandboxName, isSandboxName, randomSandboxName } from '../../sandboxes/options.ts';
import { bearerToken, isSameToken } from '../../shared/bearer-token.ts';
import { HttpError, unauthorized } from '../../shared/http-error.ts';
import { json } from '../../shared/messages.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import { directoryName } from './mock-sandbox.ts';
import { objectNamed, type WorkerEnvironment } from './platform.ts';
import { readRequest, respond, respondToPreflight, respondWithError } from './respond.ts';
import { serveWorkbench } from './workbench-assets.ts';

/** A Worker, as a module exports it by default. */
export interface MockWorker {
  /** Passes a request to its sandbox, or manages sandboxes. Never rejects. */
  fetch(request: Request, environment: WorkerEnvironment): Promise<Response>;
}

const createBody = z.strictObject({ name: z.optional(z.string()), token: z.optional(tokenSchema) });
const maxCreateBytes = 10_000;

/** The routes of the Worker itself, which has no mock of its own. Each sandbox has the others. */
const controlPaths = [
  'GET /__mock/',
  'POST /__mock/sandboxes',
  'GET /__mock/sandboxes',
  'GET /__mock/sandboxes/{name}',
  'DELETE /__mock/sandboxes/{name}',
];

/**
 * Creates the Worker that passes requests to sandboxes. It also creates, lists and deletes them at `/__mock/sandboxes`,
 * for clients with the secret `CONTROL_TOKEN`, and serves a page for this at `/__mock/`.
 */
export function createWorker(): MockWorker {
  return {
    async fetch(request, environment) {
      try {
        return respondToPreflight(request) ?? (await route(request, environment));
      } catch (error) {
        return respondWithError(error, request.method);
      }
    },
  };
}

async function route(request: Request, environment: WorkerEnvironment): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [, area = '', name = '', rest = ''] = pathname.split('/');
  if (area === 'sandboxes' && isSandboxName(name) && rest !== '') {
    return (await serveWorkbench(request, environment)) ?? objectNamed(environment, name).fetch(request);
  }
  if (pathname === '/robots.txt') {
    return respond(
      { status: 200, headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /\n' },
      request.method,
    );
  }
  if (area === '__mock') {
    const page = await serveWorkbench(request, environment);
    if (page) return page;
    authorize(request, environment);
    if (name === '') return respond(json(200, { paths: controlPaths }), request.method);
    if (name === 'sandboxes') return manage(request, environment, decodeURIComponent(rest));
  }
  throw new HttpError(
    404,
    `Unknown path ${pathname}. Sandboxes are at /sandboxes/{name}/api/, and POST /__mock/sandboxes creates one.`,
  );
}

/** @throws A {@link HttpError} with status 401 or 503 if the request does not have the server's control token. */
function authorize(request: Request, { CONTROL_TOKEN }: WorkerEnvironment): void {
  if (!CONTROL_TOKEN) {
    throw new HttpError(503, 'CONTROL_TOKEN: must be set. Run npx wrangler secret put CONTROL_TOKEN.');
  }
  if (isSameToken(bearerToken(request.headers.get('authorization')), CONTROL_TOKEN)) return;
  throw unauthorized("Control token: must be the server's, sent as Authorization: Bearer");
}

/** Creates, lists, describes or deletes sandboxes. */
async function manage(request: Request, environment: WorkerEnvironment, name: string): Promise<Response> {
  const { method } = request;
  const { origin } = new URL(request.url);
  if (name === '' && method === 'POST') return create(request, environment);
  if (name === '' && method === 'GET') {
    const sandboxes = (await listNames(environment)).map((each) => ({
      name: each,
      baseUrl: `${origin}/sandboxes/${each}`,
    }));
    return respond(json(200, { sandboxes }), method);
  }
  if (name === '' || (method !== 'GET' && method !== 'DELETE')) {
    throw new HttpError(405, `/__mock/sandboxes does not accept ${method} here`);
  }
  assertSandboxName(name);
  const response = await objectNamed(environment, name).fetch(new Request(`${origin}/sandbox/${name}`, { method }));
  if (method === 'DELETE') await changeNames(environment, 'DELETE', name);
  return response;
}

async function create(request: Request, environment: WorkerEnvironment): Promise<Response> {
  const text = await (await readRequest(request, maxCreateBytes)).text();
  const { name = randomSandboxName(), token } = parseOptions(createBody, parseJson(text), 'sandbox', ['token']);
  assertSandboxName(name);
  const added = await changeNames(environment, 'POST', name);
  if (!added.ok) return added;
  const url = new URL(`/sandbox/${name}`, request.url);
  const created = await objectNamed(environment, name).fetch(new Request(url, { method: 'POST', body: token ?? '' }));
  if (!created.ok) await changeNames(environment, 'DELETE', name);
  return created;
}

function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'The request body must be JSON');
  }
}

function changeNames(environment: WorkerEnvironment, method: 'POST' | 'DELETE', name: string): Promise<Response> {
  return objectNamed(environment, directoryName).fetch(new Request(`https://directory/names/${name}`, { method }));
}

async function listNames(environment: WorkerEnvironment): Promise<readonly string[]> {
  const response = await objectNamed(environment, directoryName).fetch(new Request('https://directory/names'));
  const { names } = namesSchema.parse(await response.json());
  return names;
}

const namesSchema = z.object({ names: z.array(z.string()) });

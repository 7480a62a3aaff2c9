import * as z from 'zod/mini';
import type { Sandbox, Sandboxes } from '../../sandboxes/sandboxes.ts';
import { HttpError } from '../../shared/http-error.ts';
import { iso } from '../../shared/time.ts';
import { type ControlHandlers, defineRoutes, optionalBody } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { deleted, list } from '../schemas.ts';

/** A sandbox and the tokens that open it. */
export interface ControlSandbox {
  /** The name of the sandbox. */
  readonly name: string;
  /** The base URL of its API. */
  readonly baseUrl: string;
  /** An API token of the sandbox. */
  readonly apiToken: string;
  /** The URL of its control API, with a slash at the end. */
  readonly controlUrl: string;
  /** A token for the control API of this sandbox only. */
  readonly controlToken: string;
}

const sandbox: z.ZodMiniType<ControlSandbox> = z.object({
  name: z.string(),
  baseUrl: z.string(),
  apiToken: z.string(),
  controlUrl: z.string(),
  controlToken: z.string(),
});

/** A sandbox in the list of a server. */
export interface SandboxSummary {
  /** The name of the sandbox. */
  readonly name: string;
  /** The base URL of its API. */
  readonly baseUrl: string;
  /** Whether the sandbox is in memory. Undefined if the server is hosted. */
  readonly isLoaded?: boolean;
  /**
   * The time of the last use, as an ISO 8601 string. Null if there was none since the start of the server, and
   * undefined if the server is hosted.
   */
  readonly lastUsedAt?: string | null;
}

const summary: z.ZodMiniType<SandboxSummary> = z.object({
  name: z.string(),
  baseUrl: z.string(),
  isLoaded: z.exactOptional(z.boolean()),
  lastUsedAt: z.exactOptional(z.nullable(z.string())),
});

export const sandboxRoutes = defineRoutes({
  'POST /sandboxes': {
    name: 'sandboxes.create',
    description: 'Creates a sandbox, and returns its URLs and tokens.',
    // The sandboxes validate the values.
    body: optionalBody(z.strictObject({ name: z.optional(z.string()), token: z.optional(z.string()) }), 'sandbox', [
      'token',
    ]),
    status: 201,
    response: sandbox,
  },
  'GET /sandboxes': {
    name: 'sandboxes.list',
    description: 'Lists the sandboxes of the server.',
    response: z.object({ sandboxes: list(summary) }),
  },
  'GET /sandboxes/{name}': {
    name: 'sandboxes.get',
    description: 'Returns the URLs and tokens of a sandbox.',
    response: sandbox,
  },
  'DELETE /sandboxes/{name}': {
    name: 'sandboxes.delete',
    description: 'Deletes a sandbox, and drops its calls in progress.',
    response: deleted,
  },
});

/**
 * Describes a sandbox.
 *
 * @param baseUrl The base URL of its API, as the client addresses the server.
 */
export function describeSandbox(
  { name, mock, controlToken }: Pick<Sandbox, 'name' | 'mock' | 'controlToken'>,
  baseUrl: string,
): ControlSandbox {
  return { name, baseUrl, apiToken: mock.token, controlUrl: `${baseUrl}/__mock/`, controlToken };
}

/** Creates the error of a request to a sandbox that does not exist. */
export function unknownSandbox(name: string): HttpError {
  return new HttpError(404, `Unknown sandbox "${name}". Create it with POST /__mock/sandboxes.`);
}

/**
 * Handles all sandboxes of a server.
 *
 * @param urlOf Returns the base URL of a sandbox, from the base URL of the server's own mock.
 */
export function handleSandboxes(
  sandboxes: Sandboxes,
  urlOf: (name: string, baseUrl: string) => string,
): ControlHandlers<typeof sandboxRoutes> {
  const describe = (sandbox: Sandbox, baseUrl: string) => describeSandbox(sandbox, urlOf(sandbox.name, baseUrl));
  return {
    'POST /sandboxes': async ({ body, baseUrl, assertToken }) => {
      assertToken(body.token);
      const sandbox = await sandboxes.create(body);
      sandbox.release();
      return describe(sandbox, baseUrl);
    },
    'GET /sandboxes': async ({ baseUrl }) => {
      const summaries = await sandboxes.list();
      return {
        sandboxes: summaries.map(({ name, isLoaded, lastUsedAt }) => ({
          name,
          baseUrl: urlOf(name, baseUrl),
          isLoaded,
          lastUsedAt: lastUsedAt === undefined ? null : iso(lastUsedAt),
        })),
      };
    },
    'GET /sandboxes/{name}': async ({ params: { name }, baseUrl }) => {
      const sandbox = await sandboxes.open(name);
      if (!sandbox) throw notFound(`Sandbox ${name} not found`);
      sandbox.release();
      return describe(sandbox, baseUrl);
    },
    'DELETE /sandboxes/{name}': async ({ params: { name } }) => {
      if (!(await sandboxes.delete(name))) throw notFound(`Sandbox ${name} not found`);
      return { deleted: true };
    },
  };
}

import * as z from 'zod/mini';
import { SandboxError } from '../sandboxes/options.ts';
import type { Sandbox, Sandboxes } from '../sandboxes/types.ts';
import { HttpError } from '../shared/http-error.ts';
import { parseOptions } from '../shared/parse-options.ts';
import { iso } from '../shared/time.ts';
import { created, defineRoutes, ok } from './define-routes.ts';
import { notFound } from './errors.ts';

/** A sandbox and the tokens that open it. */
export interface ControlSandbox {
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

/** A sandbox in the list of `GET /__mock/sandboxes`. */
export interface SandboxListEntry extends Pick<ControlSandbox, 'name' | 'baseUrl'> {
  /** Whether the sandbox is in memory. */
  readonly isLoaded: boolean;
  /** The time of the last use since the start of the server, as an ISO 8601 string. */
  readonly lastUsedAt: string | null;
}

/** The body of `POST /__mock/sandboxes`. The sandboxes validate the values. */
const createBody = z.strictObject({ name: z.optional(z.string()), token: z.optional(z.string()) });

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
 * Routes for all sandboxes of a server.
 *
 * @param urlOf Returns the base URL of a sandbox, from the base URL of the server's own mock.
 */
export function sandboxRoutes(sandboxes: Sandboxes, urlOf: (name: string, baseUrl: string) => string) {
  const describe = (sandbox: Sandbox, baseUrl: string) => describeSandbox(sandbox, urlOf(sandbox.name, baseUrl));
  return defineRoutes({
    'POST /sandboxes': async ({ json = {}, baseUrl, assertToken }) => {
      const options = parseOptions(createBody, json, 'sandbox', ['token']);
      assertToken(options.token);
      const sandbox = await orHttpError(() => sandboxes.create(options));
      sandbox.release();
      return created(describe(sandbox, baseUrl));
    },
    'GET /sandboxes': async ({ baseUrl }) => {
      const summaries = await sandboxes.list();
      return ok({
        sandboxes: summaries.map(
          ({ name, isLoaded, lastUsedAt }): SandboxListEntry => ({
            name,
            baseUrl: urlOf(name, baseUrl),
            isLoaded,
            lastUsedAt: lastUsedAt === undefined ? null : iso(lastUsedAt),
          }),
        ),
      });
    },
    'GET /sandboxes/{name}': async ({ params: { name }, baseUrl }) => {
      const sandbox = await orHttpError(() => sandboxes.open(name));
      if (!sandbox) throw notFound(`Sandbox ${name} not found`);
      sandbox.release();
      return ok(describe(sandbox, baseUrl));
    },
    'DELETE /sandboxes/{name}': async ({ params: { name } }) => {
      if (!(await sandboxes.delete(name))) throw notFound(`Sandbox ${name} not found`);
      return ok({ deleted: true });
    },
  });
}

const statuses = { exists: 409, full: 503, closed: 503 } as const;

/** Runs a function, and converts a {@link SandboxError} that it throws to an {@link HttpError}. */
export async function orHttpError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof SandboxError ? new HttpError(statuses[error.code], error.message) : error;
  }
}

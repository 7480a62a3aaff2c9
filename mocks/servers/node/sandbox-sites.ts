import type { ServerResponse } from 'node:http';
import { ControlApi, type ControlHost } from '../../control-api/control-api.ts';
import { unknownSandbox } from '../../control-api/routes/sandboxes.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import type { HandledRequest } from '../../engine/handle-request.ts';
import { isSandboxName, sandboxTokenProblem } from '../../sandboxes/sandbox-name.ts';
import type { Sandbox, Sandboxes } from '../../sandboxes/sandboxes.ts';
import { parseBaseUrl } from '../../shared/base-url.ts';
import { bearerToken, isSameToken } from '../../shared/bearer-token.ts';
import { type HttpError, unauthorized } from '../../shared/http-error.ts';
import type { MockRequest, MockResponse } from '../../shared/http-messages.ts';

/** The part of a URL that names a sandbox. */
export interface SandboxPath {
  readonly name: string;
  /** The path before `/api/` and `/__mock/`. */
  readonly path: string;
}

/** A response, and the mock that it comes from. */
export interface SiteResponse extends HandledRequest {
  readonly mock: MockServer;
}

/** Creates a response that no operation returned. */
export function siteResponse(mock: MockServer, response: MockResponse, operation?: string): SiteResponse {
  return { mock, response, operation, fault: undefined };
}

/** The bytes of a body for the control API of a sandbox. Parsed, it can take 20 times the memory, which all share. */
const maxSandboxBodyBytes = 64 * 1024 * 1024;

/** The sandboxes of a server, below `/sandboxes/`. */
export class SandboxSites {
  readonly #sandboxes: Sandboxes;
  readonly #mock: MockServer;
  readonly #host: ControlHost;
  readonly #prefix: string;
  readonly #controls = new WeakMap<MockServer, ControlApi>();

  /** @param mock The server's own mock, whose token creates sandboxes on demand. */
  constructor(sandboxes: Sandboxes, mock: MockServer, host: ControlHost) {
    this.#sandboxes = sandboxes;
    this.#mock = mock;
    this.#host = host;
    this.#prefix = `${parseBaseUrl(sandboxes.baseUrl).path}/sandboxes/`;
  }

  /** Returns the sandbox that a path and query name. Returns undefined if they are not below `/sandboxes/`. */
  match(url: string): SandboxPath | undefined {
    if (!url.startsWith(this.#prefix)) return undefined;
    const [name = ''] = /^[^/?]*/.exec(url.slice(this.#prefix.length)) ?? [];
    return { name, path: this.#prefix + name };
  }

  /**
   * Handles a request to a sandbox. The sandbox is in use until the response has been sent.
   *
   * @param options.isControl Whether the request is for the control API of the sandbox.
   * @throws A {@link HttpError} if there is no such sandbox.
   */
  async handle(
    { name, path }: SandboxPath,
    request: MockRequest,
    { response, isControl }: { readonly response: ServerResponse; readonly isControl: boolean },
  ): Promise<SiteResponse> {
    const sandbox = await this.#open(name, request, isControl);
    const { mock, release } = sandbox;
    if (response.closed) release();
    else response.once('close', release);
    if (!isControl) {
      // Anyone can send requests without a valid token: they must not keep the sandbox.
      if (mock.tokens.has(bearerToken(request.header('authorization')) ?? '')) sandbox.touch();
      return { mock, ...(await mock.handle(request)) };
    }
    const handled = await this.#control(sandbox, path).handle(request, () => sandbox.touch());
    return siteResponse(mock, handled, 'control');
  }

  /**
   * Opens a sandbox, and creates it on demand. A request to its control API never creates it.
   *
   * @throws A {@link HttpError} if there is none and the request may not create it.
   */
  async #open(name: string, request: MockRequest, isControl: boolean): Promise<Sandbox> {
    const { token, tokens } = this.#mock;
    const { onDemand } = this.#sandboxes;
    const isServerToken = tokens.has(token) && isSameToken(bearerToken(request.header('authorization')), token);
    if (isSandboxName(name)) {
      if (onDemand && !isControl && isServerToken) {
        return this.#sandboxes.openOrCreate(name, { token, counts: false });
      }
      const sandbox = await this.#sandboxes.open(name, { counts: false });
      if (sandbox) return sandbox;
    }
    // Only clients of the server itself learn which sandboxes exist.
    if (isControl) this.#host.authorize(request);
    else if (!isServerToken) throw unauthorized(sandboxTokenProblem);
    throw unknownSandbox(name);
  }

  /** Returns the control API of a sandbox. The sandbox's control token opens it, and so does the server's. */
  #control({ mock, controlToken }: Sandbox, path: string): ControlApi {
    const existing = this.#controls.get(mock);
    if (existing) return existing;
    const control = new ControlApi(mock, {
      authorize: (request) => this.#host.authorize(request, controlToken),
      assertToken: (token) => this.#host.assertToken?.(token),
      baseUrl: (request) => this.#host.baseUrl(request, path),
      maxBodyBytes: maxSandboxBodyBytes,
    });
    this.#controls.set(mock, control);
    return control;
  }
}

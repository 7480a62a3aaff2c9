import * as z from 'zod/mini';
import type { Sandboxes } from '../../sandboxes/sandboxes.ts';
import { parseOptions, wholeNumber } from '../../shared/parse-options.ts';
import type { PersistenceStore } from '../../state/persistence.ts';
import { isHost } from './host-and-origin.ts';

/** Options of `listen()`. */
export interface ListenOptions {
  /** The port to listen on; 0 for any free port. Default: 0. */
  readonly port?: number | undefined;
  /**
   * The address to listen on. If others can reach it, every token must have at least 16 characters. The same applies
   * with `publicUrl` and `allowedHosts`. Default: `127.0.0.1`, which only this machine can reach.
   */
  readonly host?: string | undefined;
  /** Whether to serve the control API below `/__mock/`. Default: true. */
  readonly control?: boolean | undefined;
  /**
   * Additional host names for the control API, and for the API if `host` is a loopback address. A name has no scheme
   * and no port. Loopback names and IP addresses are always allowed. With at least one name, programs must send the
   * control token.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * The token that opens the control API. If you pass one, every client must send it. Otherwise the token is random.
   * Pages must send it, and programs must send it if `host` is not a loopback address, with `publicUrl` or
   * `allowedHosts`, and in requests that a proxy forwarded.
   */
  readonly controlToken?: string | undefined;
  /**
   * The URL at which clients reach the server if it is behind a proxy, for example `https://mocks.example.com/shop`.
   * The proxy may remove the path. Programs must send the control token. Default: the address of the server.
   */
  readonly publicUrl?: string | undefined;
  /**
   * Additional origins whose pages may call the API, for example `https://app.example.com`, and the control API with
   * its token. Loopback origins on any port and the server's own are always admitted. Requests of other origins get
   * 403.
   */
  readonly cors?: readonly string[] | undefined;
  /**
   * Sandboxes to serve below `/sandboxes/{name}/`, in addition to the mock. `POST /__mock/sandboxes` creates one.
   * `close()` closes them.
   */
  readonly sandboxes?: Sandboxes | undefined;
  /**
   * A store, for example `await sqlite('state.db')`. The mock continues with the stored state, if there is one, and
   * each change is stored before the response is sent. `close()` closes the store, and so does `listen` if it rejects.
   */
  readonly persistence?: PersistenceStore | undefined;
  /** Called after each response. An error that it throws is printed and otherwise ignored. */
  readonly log?: ((request: LoggedRequest) => void) | undefined;
  /** The time that a client has to send the headers of a request, in milliseconds. Default: 10,000. */
  readonly headersTimeout?: number | undefined;
  /** The time that a client has to send a whole request, in milliseconds. Default: 30,000. */
  readonly requestTimeout?: number | undefined;
}

const timeLimit = wholeNumber(1);

/** Options that Node and the server's own code would misread. Their values are not copied. */
const listenSchema: z.ZodMiniType<ListenOptions> = z.strictObject({
  port: z.optional(wholeNumber(0, 65_535)),
  host: z.optional(z.string().check(z.refine(isHost, 'must be an IP address or a host name'))),
  control: z.optional(z.boolean()),
  allowedHosts: z.optional(z.array(z.string())),
  // Checked by `createAccess`, whose messages never show it.
  controlToken: z.optional(z.custom<string>()),
  publicUrl: z.optional(z.string()),
  cors: z.optional(z.array(z.string())),
  sandboxes: z.optional(withMethods<Sandboxes>('openOrCreate', 'must be the result of createSandboxes()')),
  persistence: z.optional(
    withMethods<PersistenceStore>('open', "must be a store, for example await sqlite('state.db')"),
  ),
  log: z.optional(
    z.custom<ListenOptions['log'] & object>((value) => typeof value === 'function', 'must be a function'),
  ),
  headersTimeout: z.optional(timeLimit),
  requestTimeout: z.optional(timeLimit),
});

function withMethods<T>(method: string, error: string): z.ZodMiniType<T> {
  return z.custom<T>((value) => typeof Object(value)[method] === 'function', error);
}

/** @throws A TypeError that names the wrong options. */
export function checkListenOptions(options: ListenOptions): void {
  parseOptions(listenSchema, options, 'listen');
}

/** A request and its response, for a log. */
export interface LoggedRequest {
  /** The HTTP method. */
  readonly method: string;
  /** Path and query. Tokens in it are replaced by `[token]`. */
  readonly url: string;
  /**
   * The operation, for example `products.update`. `control` for a request to the control API, and `workbench` if the
   * workbench sent it by itself. Undefined if the request does not match one.
   */
  readonly operation: string | undefined;
  /** The injected fault, for example `status`, `drop-response` or `delay`. */
  readonly fault: string | undefined;
  /** The status of the response; 0 if the connection was dropped before there was one. */
  readonly status: number;
  /** Milliseconds from the request to the response. */
  readonly duration: number;
  /**
   * The first issue of a rejected request, for example `email must be an email address`. It has no values of the
   * request, and `[token]` replaces tokens.
   */
  readonly issue?: string | undefined;
}

/** A listening server. */
export interface ListeningServer {
  /** The base URL for clients: the address or the option `publicUrl`, and the path of the mock's `baseUrl`. */
  readonly url: string;
  /** The port of the server. */
  readonly port: number;
  /** The URL of the control API, with a slash at the end. Undefined if the option `control` is false. */
  readonly controlUrl: string | undefined;
  /** The token of the control API, for {@link ListenOptions.controlToken} and `connectMock`. */
  readonly controlToken: string;
  /** Whether programs need the control token too. Pages, and requests that a proxy forwarded, always need it. */
  readonly requiresControlToken: boolean;
  /** Stops listening, stores all changes, closes all connections, and closes the option `persistence`. */
  close(): Promise<void>;
}

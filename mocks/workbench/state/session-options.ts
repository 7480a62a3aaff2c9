/**
 * - `connecting`: nothing is known yet
 * - `live`: changes arrive as they happen
 * - `lost`: the mock cannot be reached; the session tries again
 * - `denied`: the control API needs another token
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'denied';

export interface SessionOptions {
  /** The URL of the control API, with a slash at the end. */
  readonly controlUrl: string;
  readonly controlToken?: string | undefined;
  /** Sends requests to the control API and to the API of the mock. */
  readonly fetch: typeof fetch;
  /** Called with a control token that the user entered. */
  readonly onToken?: ((token: string) => void) | undefined;
  /** Returns the URL at which this page reaches a URL of the server. Default: the same. */
  readonly reachable?: ((url: string) => string) | undefined;
}

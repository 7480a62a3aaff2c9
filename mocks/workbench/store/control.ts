/** The control API reported an error. */
export class ControlError extends Error {
  readonly status: number;
  readonly issues: readonly { readonly path: string; readonly message: string }[];

  constructor(status: number, message: string, issues: ControlError['issues'] = []) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
    this.issues = issues;
  }
}

/** Requests to the control API of a mock. */
export class Control {
  readonly #url: string;
  readonly #fetch: typeof fetch;
  token: string | undefined;

  constructor(url: string, options: { readonly token?: string | undefined; readonly fetch: typeof fetch }) {
    this.#url = url.replace(/\/$/, '');
    this.#fetch = options.fetch;
    this.token = options.token;
  }

  get<T>(path: string): Promise<T> {
    return this.request('GET', path);
  }

  /** @throws A {@link ControlError} if the response is an error. */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (this.token !== undefined) headers['authorization'] = `Bearer ${this.token}`;
    const response = await this.#fetch(this.#url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const json = await response.json();
    if (!response.ok) throw new ControlError(response.status, json.error ?? `Status ${response.status}`, json.issues);
    return json;
  }
}

/** The control API could not be reached or reported an error. */
export class ControlApiError extends Error {
  override readonly name = 'ControlApiError';
  /** The status of the response. Undefined if there was none. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

interface ControlRequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** Sends requests to the control API of a mock. */
export class ControlClient {
  readonly #url: string;
  readonly #token: string | undefined;
  readonly #fetch: typeof fetch;

  constructor(url: string, token: string | undefined, send: typeof fetch) {
    this.#url = url;
    this.#token = token;
    this.#fetch = send;
  }

  get<T>(path: string, options?: ControlRequestOptions): Promise<T> {
    return this.#request('GET', path, options);
  }

  post<T>(path: string, body?: unknown, options?: ControlRequestOptions): Promise<T> {
    return this.#request('POST', path, { ...options, body });
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#request('PATCH', path, { body });
  }

  async delete(path: string): Promise<void> {
    await this.#request('DELETE', path);
  }

  async #request<T>(method: string, path: string, { query = {}, body }: ControlRequestOptions = {}): Promise<T> {
    const url = new URL(path, this.#url);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const response = await this.#fetch(url.href, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const json = await response.json();
    if (!response.ok) throw new ControlApiError(json.error ?? `Status ${response.status}`, response.status);
    return json;
  }
}

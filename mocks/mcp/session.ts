import { redactJson } from '../../src/wire/redact-token.ts';
import type { ControlState } from '../control-api/routes/state.ts';
import { KnownTokens } from '../controls/redact-secrets.ts';
import { ControlClient, parseControlUrl } from '../remote/control-client.ts';

/** Options of {@link McpSession}. */
export interface McpSessionOptions {
  readonly controlUrl: string;
  readonly controlToken: string | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** The mock that the tools control, through its control API. */
export class McpSession {
  readonly control: ControlClient;
  readonly fetch: typeof fetch;
  /** The tokens of the mock, which no tool returns. A snapshot can have others than the mock had before. */
  readonly #tokens = new KnownTokens();

  /** @throws A TypeError if the URL is not valid. */
  constructor({ controlUrl, controlToken, fetch: send = fetch }: McpSessionOptions) {
    this.fetch = send;
    this.control = new ControlClient(parseControlUrl(controlUrl), controlToken, send);
    if (controlToken !== undefined) this.#tokens.add(controlToken);
  }

  /** Replaces the tokens in a result. */
  async redact(value: unknown): Promise<unknown> {
    try {
      const { tokens } = await this.control.call('GET /tokens');
      for (const { token } of tokens) this.#tokens.add(token);
    } catch {
      // A result of a mock that cannot be reached is an error without its records.
    }
    return redactJson(value, (text) => this.#tokens.redact(text));
  }

  /** Returns a state for the agent, without its token. */
  describeState({ token, ...state }: ControlState): Omit<ControlState, 'token'> {
    this.#tokens.add(token);
    return state;
  }

  /** Returns the state of the mock, with a token that no tool may return. */
  async readState(): Promise<ControlState> {
    const state = await this.control.call('GET /state');
    this.#tokens.add(state.token);
    return state;
  }
}

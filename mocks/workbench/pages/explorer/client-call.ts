import type { Session } from '../../state/session.ts';

/** An attempt of the client, or the wait before the next one. */
export type ClientStep =
  | { readonly kind: 'response'; readonly status: number; readonly duration: number }
  | { readonly kind: 'failure'; readonly error: string }
  | { readonly kind: 'wait'; readonly delay: number };

/** The result of a call of the client. */
export interface ClientCall {
  readonly steps: readonly ClientStep[];
  /** The messages of the validation. */
  readonly warnings: readonly string[];
  /** The error that the call rejected with, and its fields. */
  readonly error?: { readonly name: string; readonly message: string; readonly fields: unknown } | undefined;
  /** The data, if the call succeeded. */
  readonly data?: unknown;
  /** The last response. Undefined if the client got none. */
  readonly response?: Response | undefined;
}

const load = () => import('../../../../src/client.ts');

type Client = InstanceType<Awaited<ReturnType<typeof load>>['MasterDataClient']>;

/** Returns the number of attempts of a call. */
export function countAttempts({ steps }: ClientCall): number {
  return steps.filter(({ kind }) => kind !== 'wait').length;
}

/** Makes a call with the client, which loads on demand. Never rejects. */
export async function callClient(
  session: Session,
  token: string,
  call: (client: Client) => PromiseLike<unknown> | undefined,
): Promise<ClientCall> {
  const { MasterDataClient } = await load();
  const { baseUrl, token: own } = session.state.peek() ?? {};
  const steps: ClientStep[] = [];
  const warnings: string[] = [];
  let response: Response | undefined;
  const ignore = () => undefined;
  try {
    const client = new MasterDataClient({
      baseUrl,
      apiToken: token || own,
      async fetch(input, init) {
        response = undefined;
        const received = await session.fetch(input, init);
        response = received.clone();
        return received;
      },
      logger: { debug: ignore, info: ignore, warn: (message) => warnings.push(message), error: ignore },
      logLevel: 'warn',
      validation: { requests: 'warn', responses: 'warn' },
      hooks: {
        onResponse: ({ status, duration }) => steps.push({ kind: 'response', status, duration }),
        onRetry: ({ delay, error }) => {
          if (error) steps.push({ kind: 'failure', error: error.name });
          steps.push({ kind: 'wait', delay });
        },
      },
    });
    return { steps, warnings, data: await call(client), response };
  } catch (reason) {
    const { name, message } = reason instanceof Error ? reason : new Error(String(reason));
    if (steps.at(-1)?.kind !== 'response') steps.push({ kind: 'failure', error: name });
    return { steps, warnings, error: { name, message, fields: toFields(reason) }, response };
  }
}

/** Returns the fields of an error of the client. */
function toFields(error: unknown): unknown {
  return JSON.parse(JSON.stringify(error) ?? '{}');
}

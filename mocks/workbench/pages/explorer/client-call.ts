import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { pathParameters } from '../../code/client-code.ts';
import type { Session } from '../../state/session.ts';
import type { Draft } from './draft.ts';

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
  /** The error that the call rejected with. */
  readonly error?: { readonly name: string; readonly message: string } | undefined;
  /** The data, or the fields of the error. */
  readonly value: unknown;
}

/** Calls an operation with the client, which loads on demand. Never rejects. */
export async function callClient(
  session: Session,
  { name, path, query, body }: Endpoint,
  draft: Draft,
  nested: unknown,
  token: string,
): Promise<ClientCall> {
  const { MasterDataClient } = await import('../../../../src/client.ts');
  const { baseUrl, token: own } = session.state.peek() ?? {};
  const steps: ClientStep[] = [];
  const warnings: string[] = [];
  const ignore = () => undefined;
  try {
    const client = new MasterDataClient({
      baseUrl,
      apiToken: token || own,
      fetch: session.fetch,
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
    const [resource = '', method = ''] = name.split('.');
    const args = pathParameters(path).map((parameter): unknown => draft.params[parameter]);
    if (body) args.push(nested);
    if (query) args.push(draft.query);
    // The operations of the contract and the methods of the client have the same names.
    const methods = Object(client)[resource] as Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>;
    return { steps, warnings, value: await methods[method]?.(...args) };
  } catch (error) {
    const { name: type, message } = error instanceof Error ? error : new Error(String(error));
    if (steps.at(-1)?.kind !== 'response') steps.push({ kind: 'failure', error: type });
    return { steps, warnings, error: { name: type, message }, value: toFields(error) };
  }
}

/** Returns the fields of an error of the client. */
function toFields(error: unknown): unknown {
  return JSON.parse(JSON.stringify(error) ?? '{}');
}

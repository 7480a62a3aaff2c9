import { type Signal, signal } from '@preact/signals';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import type { Issue } from '../../../../src/contract/validate.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { parameterNames } from '../../../shared/router.ts';
import type { App } from '../../app/context.ts';
import { isOwn } from '../../code/resources.ts';
import { issuesOf } from '../../schema-form/issues.ts';
import { type ClientCall, callClient } from './client-call.ts';
import type { Draft, DraftRequest } from './draft.ts';

/** The response to a request of the explorer. */
export interface Result {
  /** 0 if the connection broke before there was a response. */
  readonly status: number;
  /** The time of the request, to compare it with that of other requests. */
  readonly sentAt: number;
  readonly duration: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body: parsed, or text if it is not JSON. */
  readonly body: unknown;
  /** Differences between the data and the contract. Undefined if the response has no data. */
  readonly issues: readonly Issue[] | undefined;
  /** The id of the request in the journal, as soon as it is known. */
  readonly id?: number | undefined;
  readonly fault?: string | undefined;
  /** The call, if the client sent the request. */
  readonly call?: ClientCall | undefined;
}

/** The means of sending a request: the form, and the token that the user entered, or an empty text. */
export interface Sending {
  readonly endpoint: Endpoint;
  readonly draft: Draft;
  readonly request: DraftRequest;
  readonly token: string;
  readonly isWithClient: boolean;
}

/** The last result of each operation. They stay while the user visits other pages. */
type Results = Signal<Readonly<Record<string, Result>>>;

const resultsByApp = new WeakMap<App, Results>();

export function resultsOf(app: App): Results {
  const known = resultsByApp.get(app);
  if (known) return known;
  const created: Results = signal({});
  resultsByApp.set(app, created);
  return created;
}

/** Sends a request and keeps its result. */
export async function send(app: App, sending: Sending): Promise<void> {
  const { session } = app;
  const { endpoint, request } = sending;
  const results = resultsOf(app);
  const keep = (result: Result) => {
    // A response can come after the response to a later request.
    if ((results.value[endpoint.name]?.sentAt ?? 0) > result.sentAt) return;
    results.value = { ...results.value, [endpoint.name]: result };
  };
  const before = await session.requests.newestId();
  const result = await (sending.isWithClient ? receiveWithClient : receive)(app, sending);
  keep(result);
  const id = await session.requests.findAfter(before, { ...request, status: result.status });
  const entry = id === undefined ? undefined : await session.requests.entry(id);
  if (entry) keep({ ...result, id, fault: entry.fault });
}

async function receiveWithClient({ session }: App, { endpoint, draft, request, token }: Sending): Promise<Result> {
  const { name, path, query, body } = endpoint;
  const [resource = '', method = ''] = name.split('.');
  const args = parameterNames(path).map((parameter): unknown => draft.params[parameter]);
  if (body) args.push(request.nested);
  if (query) args.push(draft.query);
  const sentAt = performance.now();
  const call = await callClient(session, token, (client) => {
    // The operations of the contract and the methods of the client have the same names.
    const methods = Object(client)[resource] as Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>;
    return methods[method]?.(...args);
  });
  const duration = performance.now() - sentAt;
  const { error, response } = call;
  return {
    status: response?.status ?? 0,
    sentAt,
    duration,
    headers: Object.fromEntries(response?.headers ?? []),
    body: await readBody(response),
    issues: error ? undefined : issuesOf(endpoint.response, call.data),
    call,
  };
}

/** Returns the body of a response: parsed, or text if it is not JSON. */
async function readBody(response: Response | undefined): Promise<unknown> {
  const text = (await response?.text()) ?? '';
  return parseJson(text) ?? text;
}

async function receive(app: App, { endpoint, request, token }: Sending): Promise<Result> {
  const { method, url, body } = request;
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (token !== '') headers.set('authorization', `Bearer ${token}`);
  const sentAt = performance.now();
  const since = () => performance.now() - sentAt;
  try {
    const response = await app.session.send(url, { method, headers, body: body ?? null });
    const received = await readBody(response);
    const hasData = response.ok && isObject(received) && 'data' in received;
    return {
      status: response.status,
      sentAt,
      duration: since(),
      headers: Object.fromEntries(response.headers),
      body: received,
      issues: hasData && !isOwn(endpoint) ? issuesOf(endpoint.response, received['data']) : undefined,
    };
  } catch {
    return { status: 0, sentAt, duration: since(), headers: {}, body: '', issues: undefined };
  }
}

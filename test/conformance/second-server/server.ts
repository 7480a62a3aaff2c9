/** A server of the API that is written from its specification only: the conformance kit has never seen it. */
import { isObject } from './bodies.ts';
import type { BugName } from './bugs.ts';
import { runChecks } from './checks.ts';
import { idOf, type Json, type Tables } from './data.ts';
import { runOperation } from './operations.ts';
import { createResponse, respondWithData, respondWithError } from './responses.ts';
import { routes } from './routes.ts';
import { type Context, Problem, State } from './state.ts';
import { createRandom, plain, type Variants } from './variants.ts';

export interface SecondServerOptions {
  readonly variants?: Partial<Variants>;
  readonly bug?: BugName;
  /** The number that random failures derive from. */
  readonly seed?: number;
}

/** Requests that a workspace may send in {@link rateWindow}. */
const rateLimit = 50;

/** Milliseconds. */
const rateWindow = 5000;

export class SecondServer {
  readonly tokens = {
    main: 'harbor-live-north',
    /** A token of another workspace. */
    second: 'harbor-live-south',
    /** A token that permits only GET. */
    reader: 'harbor-live-north-reader',
  } as const;
  readonly #state: State;
  readonly #random: () => number;
  #window = { start: 0, used: 0 };

  constructor({ variants, bug, seed = 1 }: SecondServerOptions = {}) {
    this.#state = new State({ ...plain, ...variants }, bug);
    this.#random = createRandom(seed);
  }

  get tables(): Tables {
    return this.#state.tables;
  }

  /** Ids of records of the first workspace that a run may change. */
  get fixtures() {
    return {
      contact: this.#state.showId(idOf('north Nora')),
      category: this.#state.showId(idOf('north wooden_hulls')),
      deletableCategory: this.#state.showId(idOf('north hulls')),
      discountedCategory: this.#state.showId(idOf('north engines')),
      price: this.#state.showId(idOf('north price dinghy red retail')),
      pricedProduct: this.#state.showId(idOf('north dinghy red')),
    };
  }

  /** Responds like the global `fetch`. */
  readonly fetch = (input: string, init?: RequestInit): Promise<Response> => this.handle(new Request(input, init));

  async handle(request: Request): Promise<Response> {
    this.#state.requests += 1;
    const { failures } = this.#state.variants;
    const fails = failures !== 'none' && this.#random() < 0.05;
    if (fails && failures !== '502 after the work') return createFailure(failures);
    const response = this.#limitRate() ?? (await this.#respond(request));
    if (fails) return createFailure('502');
    for (const [name, value] of this.#limitHeaders()) response.headers.set(name, value);
    return response;
  }

  async #respond(request: Request): Promise<Response> {
    const state = this.#state;
    const { trailingSlash, paymentTerms, parentProduct } = state.variants;
    const url = new URL(request.url);
    if (url.pathname.endsWith('/') && trailingSlash !== 'reject') {
      if (trailingSlash === 'html') return createHtml(404, 'Not found');
      url.pathname = url.pathname.slice(0, -1);
      if (trailingSlash === 'redirect') return new Response(null, { status: 308, headers: { location: url.href } });
    }
    const route = routes.find(({ method, path }) => method === request.method && path.test(url.pathname));
    const isMissing =
      (route?.operation === 'paymentTerms.list' && paymentTerms === 'missing') ||
      (route?.operation === 'productParents.getProduct' && parentProduct === 'missing');
    if (!route || isMissing) return createResponse(state, 404, { success: false, error: 'No such path' });
    const context: Context = {
      ...route,
      url,
      ids: (route.path.exec(url.pathname) ?? []).slice(1).map(decodeURIComponent),
      token: /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1],
      body: await readBody(request),
      workspace: '',
      row: undefined,
    };
    const sent = context.body;
    try {
      runChecks(state, context);
      return respondWithData(state, context, runOperation(state, context, sent));
    } catch (error) {
      if (error instanceof Problem) return respondWithError(state, context, error);
      throw error;
    }
  }

  #limitRate(): Response | undefined {
    const now = this.#state.now();
    if (now >= this.#window.start + rateWindow) this.#window = { start: now, used: 0 };
    this.#window.used += 1;
    if (this.#state.variants.rateLimit === 'off' || this.#window.used <= rateLimit) return undefined;
    const headers = { 'retry-after': String(this.#secondsLeft()) };
    return createResponse(this.#state, 429, { success: false, error: 'Too many requests' }, headers);
  }

  #secondsLeft(): number {
    return Math.max(1, Math.ceil((this.#window.start + rateWindow - this.#state.now()) / 1000));
  }

  #limitHeaders(): [string, string][] {
    const { rateLimit: name } = this.#state.variants;
    if (name === 'off' || name === 'only Retry-After') return [];
    return [
      [`${name}-Limit`, String(rateLimit)],
      [`${name}-Remaining`, String(Math.max(0, rateLimit - this.#window.used))],
      [`${name}-Reset`, String(this.#secondsLeft())],
    ];
  }
}

/** Reads the JSON of a request. Anything but an object becomes an object with an unknown field. */
async function readBody(request: Request): Promise<Json> {
  const text = await request.text();
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text);
    return isObject(body) ? body : { body };
  } catch {
    return { body: text };
  }
}

function createFailure(kind: '500' | '502' | '503'): Response {
  if (kind === '500') return Response.json({ success: false, error: 'Internal error' }, { status: 500 });
  if (kind === '502') return createHtml(502, 'Bad gateway');
  const headers = { 'retry-after': '1' };
  return Response.json({ success: false, error: 'Try again' }, { status: 503, headers });
}

function createHtml(status: number, title: string): Response {
  return new Response(`<h1>${title}</h1>`, { status, headers: { 'content-type': 'text/html' } });
}

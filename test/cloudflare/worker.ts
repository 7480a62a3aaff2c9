/** The Worker of the tests: sandboxes that can be evicted, and one that runs the conversation of the adapters. */

import {
  createWorker,
  type DurableObjectNamespace,
  type DurableObjectState,
  MockSandbox as HostedMock,
  type WorkerEnvironment,
} from '../../mocks/cloudflare.ts';
import { demo } from '../../mocks/index.ts';
import { resolveLimits } from '../../mocks/servers/cloudflare/hosted-limits.ts';
import { HostedSandbox } from '../../mocks/servers/cloudflare/hosted-sandbox.ts';
import { converse } from '../same-responses/conversation.ts';
import { addNote, notes } from './notes.ts';

/** A number that hosted.ts puts in place of the name. */
declare const maxSandboxes: number;

type State = DurableObjectState & { abort(reason: string): void };

/** The number of Durable Objects that were loaded. All of them run in the isolate of the Worker. */
let loadedObjects = 0;

export class MockSandbox extends HostedMock {
  static override readonly options = {
    seed: demo,
    operations: [addNote],
    tables: [notes],
    limits: { sandboxes: maxSandboxes, rows: 200, bytes: 200_000 },
  };
  readonly #state: State;

  constructor(state: State, environment: WorkerEnvironment) {
    super(state, environment);
    this.#state = state;
    loadedObjects += 1;
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.has('x-test-evict')) this.#state.abort('evicted by the test');
    return super.fetch(request);
  }
}

type Environment = WorkerEnvironment & {
  readonly SHORT: DurableObjectNamespace;
  readonly CONVERSATION: DurableObjectNamespace;
};

/** Sandboxes that are deleted after half a second. */
export class ShortLivedSandbox extends HostedMock {
  static override readonly options = { limits: { ttl: 500 } };

  constructor(state: DurableObjectState, environment: Environment) {
    super(state, { ...environment, SANDBOXES: environment.SHORT });
  }
}

export class Conversation {
  readonly #state: DurableObjectState;

  constructor(state: DurableObjectState) {
    this.#state = state;
  }

  async fetch(): Promise<Response> {
    const options = { seed: demo, clock: '2026-03-02T12:00:00.000Z', maxBodyBytes: 2000 };
    const record = { name: 'talk', controlToken: 'unused' };
    const sandbox = await HostedSandbox.open(this.#state.storage, record, {
      options,
      limits: resolveLimits(),
      origin: 'https://api.example.com',
    });
    const fetchSandbox: typeof fetch = (input, init) => sandbox.handle(new Request(input, init), options.maxBodyBytes);
    return Response.json(await converse(sandbox.mock, fetchSandbox, sandbox.mock.baseUrl, true));
  }
}

const sandboxes = createWorker();

export default {
  fetch(request: Request, environment: Environment): Promise<Response> {
    const { CONVERSATION, SHORT } = environment;
    if (new URL(request.url).pathname === '/conversation') {
      return CONVERSATION.get(CONVERSATION.idFromName('talk') as never).fetch(request);
    }
    if (new URL(request.url).pathname === '/loaded-objects') return Promise.resolve(Response.json(loadedObjects));
    const isShort = request.headers.has('x-test-short');
    return sandboxes.fetch(request, isShort ? { ...environment, SANDBOXES: SHORT } : environment);
  },
};

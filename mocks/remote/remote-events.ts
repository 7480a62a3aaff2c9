import type { MockEvent } from '../control-api/events/mock-event.ts';
import { sleep } from '../shared/time.ts';
import { ControlApiError, type ControlClient, toError } from './control-client.ts';

/** An event of a mock in another process, or of the connection to it. */
export type RemoteEvent =
  | MockEvent
  | {
      /** The connection is open. After a loss, the events that were missed follow, or `reset` if they are not known. */
      readonly type: 'open';
    }
  | {
      /** The connection was lost. It is opened again, after at most 8 seconds. */
      readonly type: 'lost';
      /** The reason for the loss. */
      readonly error: Error;
    };

/** Options of `events()`. */
export interface EventsOptions {
  /** Ends the events when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds of silence after which the connection counts as lost. The server sends something every 15 seconds. */
const maxSilence = 40_000;

/** The longest wait before the next attempt to connect, in milliseconds. */
const maxBackoff = 8000;

/** Statuses that a later attempt does not change. */
const finalStatuses: readonly (number | undefined)[] = [401, 403, 404, 405];

/** Yields the events of a mock, and connects again after a loss. */
export async function* readEvents(control: ControlClient, { signal }: EventsOptions = {}): AsyncGenerator<RemoteEvent> {
  let lastId: string | undefined;
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const body = await openStream(control, lastId, signal);
      failures = 0;
      yield { type: 'open' };
      for await (const { id, event } of parseStream(body, signal)) {
        lastId = id ?? lastId;
        if (event) yield event;
      }
      throw new ControlApiError('The server ended the events.');
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof Error)) throw error;
      if (error instanceof ControlApiError && finalStatuses.includes(error.status)) throw error;
      yield { type: 'lost', error };
      failures += 1;
      await sleep(Math.min(maxBackoff, 250 * 2 ** failures), signal);
    }
  }
}

async function openStream(
  control: ControlClient,
  lastId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) };
  const response = await control.send('GET /events', { headers, signal });
  if (response.ok && response.body) return response.body;
  throw toError(response.status, await response.json().catch(() => undefined), 'GET events', control.url);
}

interface StreamMessage {
  readonly id: string | undefined;
  readonly event: MockEvent | undefined;
}

async function* parseStream(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', cancel);
  let timer = setTimeout(cancel, maxSilence);
  let text = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(cancel, maxSilence);
      text += decoder.decode(part.value, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      yield* messages.map(parseMessage);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

function parseMessage(message: string): StreamMessage {
  const fields: Record<string, string> = {};
  for (const line of message.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    fields[name] = value;
  }
  const { id, event: type, data } = fields;
  return { id, event: type === undefined || data === undefined ? undefined : { type, ...JSON.parse(data) } };
}

import type { MockServer } from '../../engine/create-mock-server.ts';
import { randomHex } from '../../shared/random.ts';
import { unref } from '../../shared/time.ts';
import { EventStream } from './event-stream.ts';
import { formatEvent, type MockEvent } from './mock-event.ts';
import { PendingEvents } from './pending-events.ts';

/** Milliseconds between two batches of events. */
const interval = 250;

/** Milliseconds until the next batch if more happens than a batch reports. */
const busyInterval = 1000;

/** The characters of the events that a client can still get when it comes back. Requests with long URLs fill them. */
const maxKept = 4 * 1024 * 1024;

/** Milliseconds that the hub listens after the last client has left, so that a client can come back without a gap. */
const gracePeriod = 10_000;

interface SentEvent {
  readonly number: number;
  readonly text: string;
}

/** Sends the events of a mock to clients. It listens to the mock only while there are clients. */
export class EventHub {
  readonly #pending: PendingEvents;
  readonly #streams = new Set<EventStream>();
  /** Part of the id of each event. It changes when the hub has not listened for a while: the ids before are unknown. */
  #period = '';
  #lastNumber = 0;
  #kept: SentEvent[] = [];
  #keptCharacters = 0;
  /** The earliest time of the next batch. */
  #nextBatch = 0;
  #batchTimer: ReturnType<typeof setTimeout> | undefined;
  #stopTimer: ReturnType<typeof setTimeout> | undefined;
  #stopObserving: (() => void) | undefined;

  constructor(mock: MockServer) {
    this.#pending = new PendingEvents(mock, () => this.#schedule());
  }

  /**
   * Returns the events from now on as the parts of a response.
   *
   * @param lastId The id of the last event that the client has seen. It gets the events since, or `reset` if they are
   * not known.
   */
  open(lastId: string | undefined): AsyncIterable<string> {
    this.#start();
    const stream = new EventStream((closed) => this.#close(closed));
    const missed = this.#missedSince(lastId);
    if (!missed) stream.push(formatEvent({ type: 'reset' }, this.#id(this.#lastNumber)));
    // An id without an event, so that the client can come back even if nothing happens.
    else stream.push([`retry: 1000\nid: ${this.#id(this.#lastNumber)}\n\n`, ...missed].join(''));
    this.#streams.add(stream);
    return stream;
  }

  /** Returns the events after one. Returns undefined if they are not known. */
  #missedSince(lastId: string | undefined): readonly string[] | undefined {
    if (lastId === undefined) return [];
    const [, period, number] = /^([0-9a-f]+)-(\d{1,15})$/.exec(lastId) ?? [];
    const last = Number(number);
    const oldest = this.#kept[0]?.number ?? this.#lastNumber + 1;
    if (period !== this.#period || last > this.#lastNumber || last < oldest - 1) return undefined;
    return this.#kept.filter((event) => event.number > last).map(({ text }) => text);
  }

  #id(number: number): string {
    return `${this.#period}-${number}`;
  }

  #start(): void {
    clearTimeout(this.#stopTimer);
    if (this.#stopObserving) return;
    this.#period = randomHex(4);
    this.#lastNumber = 0;
    this.#stopObserving = this.#pending.observe();
  }

  #stop(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    this.#stopObserving?.();
    this.#stopObserving = undefined;
    this.#pending.take();
    this.#kept = [];
    this.#keptCharacters = 0;
  }

  #close(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    clearTimeout(this.#stopTimer);
    this.#stopTimer = setTimeout(() => this.#stop(), gracePeriod);
    unref(this.#stopTimer);
  }

  #schedule(): void {
    if (this.#batchTimer) return;
    const wait = Math.max(0, this.#nextBatch - performance.now());
    this.#batchTimer = setTimeout(() => this.#send(), wait);
  }

  #send(): void {
    this.#batchTimer = undefined;
    const events = this.#pending.take();
    const isBusy = events.some((event) => 'omitted' in event && event.omitted > 0);
    this.#nextBatch = performance.now() + (isBusy ? busyInterval : interval);
    const text = events.map((event) => this.#keep(event)).join('');
    for (const stream of this.#streams) stream.push(text);
  }

  #keep(event: MockEvent): string {
    this.#lastNumber += 1;
    const text = formatEvent(event, this.#id(this.#lastNumber));
    this.#kept.push({ number: this.#lastNumber, text });
    this.#keptCharacters += text.length;
    while (this.#keptCharacters > maxKept) this.#keptCharacters -= this.#kept.shift()?.text.length ?? 0;
    return text;
  }
}

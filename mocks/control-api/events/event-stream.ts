/** Milliseconds of silence after which a client gets a comment, so that it and proxies keep the connection. */
const heartbeatInterval = 15_000;

const heartbeat = ':\n\n';

/** The batches that a client may leave unread. A slower client is dropped. */
const maxWaiting = 64;

/** The events of one client: its unread batches. */
export class EventStream implements AsyncIterable<string>, AsyncIterator<string, undefined> {
  readonly #onClose: (stream: EventStream) => void;
  readonly #waiting: string[] = [];
  #deliver: ((result: IteratorResult<string, undefined>) => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** @param onClose Called when the client has left or was dropped. */
  constructor(onClose: (stream: EventStream) => void) {
    this.#onClose = onClose;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  push(text: string): void {
    if (this.#isClosed) return;
    if (this.#deliver) this.#settle({ done: false, value: text });
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(text);
    else this.#close();
  }

  next(): Promise<IteratorResult<string, undefined>> {
    const text = this.#waiting.shift();
    if (text !== undefined) return Promise.resolve({ done: false, value: text });
    if (this.#isClosed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#deliver = resolve;
      this.#timer = setTimeout(() => this.#settle({ done: false, value: heartbeat }), heartbeatInterval);
    });
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.#close();
    return { done: true, value: undefined };
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting.length = 0;
    this.#settle({ done: true, value: undefined });
    this.#onClose(this);
  }

  #settle(result: IteratorResult<string, undefined>): void {
    clearTimeout(this.#timer);
    const deliver = this.#deliver;
    this.#deliver = undefined;
    deliver?.(result);
  }
}

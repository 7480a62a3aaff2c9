import type { ServerResponse } from 'node:http';
import { wrongTokenDelay } from '../../shared/server-token.ts';

/** The number of responses that wait at the same time. */
const maxWaiting = 100;

/** Delays the responses to wrong tokens, so that a client cannot try many of them one after another. */
export class WrongTokenDelay {
  /** The functions that end the waits, oldest first. */
  readonly #waiting = new Set<() => void>();

  /** Resolves after the delay, if the client disconnects, or if too many later responses wait. */
  wait(response: ServerResponse): Promise<void> {
    const [oldest] = this.#waiting;
    if (oldest && this.#waiting.size >= maxWaiting) oldest();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        response.off('close', end);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, wrongTokenDelay);
      response.once('close', end);
      this.#waiting.add(end);
      if (response.closed) end();
    });
  }
}

import { type ReadonlySignal, signal } from '@preact/signals';

/** Milliseconds that an announcement stays, so that the same text can be announced again. */
const lifetime = 5_000;

/** Says things to screen readers that the eyes see at a glance. */
export class Announcer {
  readonly #text = signal('');
  readonly text: ReadonlySignal<string> = this.#text;
  #timer: ReturnType<typeof setTimeout> | undefined;

  announce(text: string): void {
    clearTimeout(this.#timer);
    this.#text.value = text;
    this.#timer = setTimeout(() => {
      this.#text.value = '';
    }, lifetime);
  }
}

import { signal } from '@preact/signals';
import { errorMessage } from '../../shared/errors.ts';

/** A short message that disappears by itself. */
export interface Toast {
  readonly id: number;
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** A button, for example to undo. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

/** Milliseconds. A button must be reachable with the keyboard or a screen reader. */
const visibleFor = { info: 6_000, error: 12_000, action: 60_000 };

/** Milliseconds that a message stays after the user has left it. */
const grace = 3_000;

/** The visible messages, oldest first. */
export class Toasts {
  readonly list = signal<readonly Toast[]>([]);
  /** Whether messages stay, because the user is at them. */
  isHeld = false;
  #lastId = 0;

  show(text: string, action?: Toast['action']): void {
    this.#add({ kind: 'info', text, action });
  }

  /** Shows the message of an error. */
  fail(error: unknown): void {
    this.#add({ kind: 'error', text: errorMessage(error) });
  }

  dismiss(id: number): void {
    this.list.value = this.list.value.filter((toast) => toast.id !== id);
  }

  #add(toast: Omit<Toast, 'id'>): void {
    this.#lastId += 1;
    const id = this.#lastId;
    // A message that is shown again, or offers another action, replaces the earlier one. Many would cover the page.
    const others = this.list.value.filter(({ text, action }) => text !== toast.text && !(action && toast.action));
    this.list.value = [...others.slice(-3), { ...toast, id }];
    setTimeout(() => this.#expire(id), visibleFor[toast.action ? 'action' : toast.kind]);
  }

  #expire(id: number): void {
    if (this.isHeld) setTimeout(() => this.#expire(id), grace);
    else this.dismiss(id);
  }
}

import { signal } from '@preact/signals';
import { errorMessage } from '../../shared/errors.ts';

/** A short message that disappears by itself. */
export interface Toast {
  readonly id: number;
  readonly at: Date;
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** Undoes the change that the message reports. The message has a button for it. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

/** Milliseconds. A button must be reachable with the keyboard or a screen reader. */
const visibleFor = { info: 6_000, error: 12_000, undo: 60_000 };

/** Milliseconds that a message stays after the user has left it. */
const grace = 3_000;

/** Milliseconds that an error or a button is visible at least. A message without a button waits for it. */
const minVisible = 4_000;

/** The most messages that the history keeps. */
const maxHistory = 50;

/** The messages of a page. One is visible at a time. */
export class Toasts {
  /** The visible message. */
  readonly current = signal<Toast | undefined>(undefined);
  /** All messages, newest first. Their buttons disappear when their time is over, or when another button comes. */
  readonly history = signal<readonly Toast[]>([]);
  /** Whether the message stays, because the user is at it. */
  isHeld = false;
  #lastId = 0;
  /** The timer of the message that waits. */
  #next: ReturnType<typeof setTimeout> | undefined;

  show(text: string, undo?: Toast['undo']): void {
    this.#add({ kind: 'info', text, undo });
  }

  /** Shows the message of an error. */
  fail(error: unknown): void {
    this.#add({ kind: 'error', text: errorMessage(error) });
  }

  /** Hides a message, and removes its button. */
  dismiss(id: number): void {
    if (this.current.peek()?.id === id) this.current.value = undefined;
    this.history.value = this.history.value.map((toast) => (toast.id === id ? withoutUndo(toast) : toast));
  }

  #add(given: Omit<Toast, 'id' | 'at'>): void {
    this.#lastId += 1;
    const toast = { ...given, id: this.#lastId, at: new Date() };
    // During an outage, each read fails with the same error.
    const others = this.history.value.filter(({ kind, text }) => kind !== 'error' || text !== toast.text);
    const former = toast.undo ? others.map(withoutUndo) : others;
    this.history.value = [toast, ...former].slice(0, maxHistory);
    clearTimeout(this.#next);
    const wait = isUrgent(toast) ? 0 : this.#timeLeft();
    if (wait > 0) this.#next = setTimeout(() => this.#show(toast), wait);
    else this.#show(toast);
  }

  /** Returns the milliseconds for which the visible message must stay. */
  #timeLeft(): number {
    const visible = this.current.peek();
    return visible && isUrgent(visible) ? visible.at.getTime() + minVisible - Date.now() : 0;
  }

  #show(toast: Toast): void {
    this.current.value = toast;
    setTimeout(() => this.#expire(toast.id), visibleFor[toast.undo ? 'undo' : toast.kind]);
  }

  #expire(id: number): void {
    if (this.isHeld) setTimeout(() => this.#expire(id), grace);
    else this.dismiss(id);
  }
}

function isUrgent({ kind, undo }: Toast): boolean {
  return kind === 'error' || undo !== undefined;
}

function withoutUndo({ undo: _, ...toast }: Toast): Toast {
  return toast;
}

import { signal } from '@preact/signals';

/** A key and its effect. */
export interface Shortcut {
  /** `KeyboardEvent.key`. */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

/** The active shortcuts. Pages add theirs while they are visible. */
export class Shortcuts {
  readonly list = signal<readonly Shortcut[]>([]);

  /** Adds a shortcut, with precedence over earlier ones. Returns a function that removes it. */
  add(shortcut: Shortcut): () => void {
    this.list.value = [...this.list.peek(), shortcut];
    return () => {
      this.list.value = this.list.peek().filter((each) => each !== shortcut);
    };
  }

  /** Runs the shortcut of a key, unless the key is typed into a field or belongs to the browser. */
  handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // In a shadow tree, the target of the event is the host of the tree.
    const target = event.composedPath()[0];
    if (target instanceof Element && isEditable(target)) return;
    const found = this.list.peek().findLast(({ key }) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found.run();
  }
}

function isEditable(element: Element): boolean {
  return element.matches('input, textarea, select, [contenteditable]') || element.closest('dialog[open]') !== null;
}

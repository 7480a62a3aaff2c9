import { type Signal, signal } from '@preact/signals';

/** A key and its effect. */
export interface Shortcut {
  /**
   * `KeyboardEvent.key`, which depends on the layout of the keyboard like the label of the key. `Ctrl+K` is also ⌘K.
   * Keys with Ctrl work in fields too.
   */
  readonly key: string;
  readonly label: string;
  readonly run: () => void;
}

/** The active shortcuts. Pages add theirs while they are visible. */
export class Shortcuts {
  readonly list = signal<readonly Shortcut[]>([]);
  /** Whether keys with a character are shortcuts. Speech input turns words into such keys. */
  readonly hasCharacters: Signal<boolean>;

  constructor(hasCharacters: Signal<boolean>) {
    this.hasCharacters = hasCharacters;
  }

  /** Adds a shortcut, with precedence over earlier ones. Returns a function that removes it. */
  add(shortcut: Shortcut): () => void {
    this.list.value = [...this.list.peek(), shortcut];
    return () => {
      this.list.value = this.list.peek().filter((each) => each !== shortcut);
    };
  }

  /** Runs the shortcut of a key, unless the key is typed into a field, or belongs to a dialog or the browser. */
  handle(event: KeyboardEvent): void {
    const isControl = event.ctrlKey || event.metaKey;
    if (event.defaultPrevented || event.altKey || (isControl && event.shiftKey)) return;
    const name = event.key.length === 1 && isControl ? event.key.toUpperCase() : event.key;
    const key = isControl ? `Ctrl+${name}` : name;
    if (key.length === 1 && !this.hasCharacters.peek()) return;
    // In a shadow tree, the target of the event is the host of the tree. In another window, it has other classes.
    const target = event.composedPath()[0] as Node;
    if (hasDialog(target) || (isTextField(target) && !/^(?:F\d+|Ctrl\+.+)$/.test(key))) return;
    const found = this.list.peek().findLast((each) => each.key === key);
    if (!found) return;
    event.preventDefault();
    found.run();
  }
}

/** Whether an element takes typed text: not a switch or a slider. */
export function isTextField(target: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]';
  return target !== null && 'matches' in target && (target as Element).matches(fields);
}

/** A click next to a dialog moves the focus out of it. */
function hasDialog(target: Node): boolean {
  return (target.getRootNode() as Document | ShadowRoot).querySelector('dialog[open]') !== null;
}

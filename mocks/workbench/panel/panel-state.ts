import { type Signal, signal } from '@preact/signals';
import { isBoolean, isNumber, type Preferences } from '../state/preferences.ts';
import { openPopup } from './popup-window.tsx';

/** The edge of the page that the panel is at. */
export type Dock = 'bottom' | 'end';

const isDock = (value: unknown): value is Dock => value === 'bottom' || value === 'end';

/** The state of the panel. It survives a reload. */
export class PanelState {
  readonly isOpen: Signal<boolean>;
  readonly dock: Signal<Dock>;
  /** The share of the page that the panel takes, in percent. */
  readonly size: Signal<number>;
  /** Whether the page makes room for the panel, which otherwise covers a part of it. */
  readonly isBeside: Signal<boolean>;
  /** The window that shows the workbench in place of the panel. */
  readonly popup = signal<Window | undefined>(undefined);
  readonly keys: string | undefined;
  /** Whether the panel takes the focus when it opens, because the user opened it. */
  takesFocus = false;
  /** The element of the page that had the focus before. */
  opener: HTMLElement | undefined;
  /** Whether the button that opens the panel takes the focus. */
  isButtonNext = false;

  /** @param keys The keys that open and close the panel. */
  constructor(preferences: Preferences, isOpen: boolean, keys: string | undefined) {
    this.keys = keys;
    this.isOpen = preferences.signal('panel.open', isOpen, isBoolean);
    this.dock = preferences.signal<Dock>('panel.dock', 'bottom', isDock);
    this.size = preferences.signal('panel.size', 50, isNumber);
    this.isBeside = preferences.signal('panel.beside', false, isBoolean);
  }

  /** Opens the panel and moves the focus there, or closes it. `opener` is the focused element of the page. */
  toggle(opener?: Element | null): void {
    if (this.popup.peek()) {
      this.popup.peek()?.focus();
      return;
    }
    const isOpening = !this.isOpen.peek();
    if (isOpening) {
      this.takesFocus = true;
      this.opener = opener instanceof HTMLElement && opener !== document.body ? opener : undefined;
    }
    this.isOpen.value = isOpening;
  }

  toggleDock(): void {
    this.dock.value = this.dock.value === 'bottom' ? 'end' : 'bottom';
  }

  /** Moves the workbench to a window of its own. It returns to the panel when the window is closed. */
  openWindow(): void {
    this.popup.value = openPopup();
  }

  /** Returns to the panel. An arrow function, so that it is the same one at each rendering. */
  readonly closeWindow = (): void => {
    this.popup.value = undefined;
  };
}

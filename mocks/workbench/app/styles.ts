import { effect, signal } from '@preact/signals';
import components from '../components/components.css';
import overview from '../pages/overview/overview.css';
import app from './app.css';
import base from './base.css';
import devices from './devices.css';

/** The styles of everything that is loaded, in the order in which it was loaded. */
const styles = signal<ReadonlySet<string>>(new Set([base, app, devices, components, overview]));

/** Adds styles wherever the workbench is, unless they were added before. */
export function addStyles(...added: readonly string[]): void {
  styles.value = new Set([...styles.peek(), ...added]);
}

/** Adds the styles of the workbench to a document or a shadow root, in a way that every `style-src` allows. */
export function adoptStyles(root: Document | ShadowRoot, extra = ''): void {
  // A document adopts only sheets of its own window.
  const { defaultView } = root instanceof ShadowRoot ? root.ownerDocument : root;
  const sheet = new (defaultView ?? globalThis).CSSStyleSheet();
  effect(() => sheet.replaceSync([...styles.value, extra].join('\n')));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

import { effect, signal } from '@preact/signals';
import components from '../components/components.css';
import overview from '../pages/overview/overview.css';
import app from './app.css';

/** The styles of the views that are loaded. */
const styles = signal([app, components, overview].join('\n'));

/** Adds styles wherever the workbench is. */
export function addStyles(added: string): void {
  styles.value = `${styles.peek()}\n${added}`;
}

/** Adds the styles of the workbench to a document or a shadow root, in a way that every `style-src` allows. */
export function adoptStyles(root: Document | ShadowRoot, extra = ''): void {
  // A document adopts only sheets of its own window.
  const { defaultView } = root instanceof ShadowRoot ? root.ownerDocument : root;
  const sheet = new (defaultView ?? globalThis).CSSStyleSheet();
  effect(() => sheet.replaceSync(`${styles.value}\n${extra}`));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

import components from '../components/components.css';
import { pages } from '../pages/index.ts';
import schemaForm from '../schema-form/schema-form.css';
import app from './app.css';

/** Adds the styles of the workbench to a document or a shadow root, in a way that every `style-src` allows. */
export function adoptStyles(root: Document | ShadowRoot, extra = ''): void {
  // A document adopts only sheets of its own window.
  const { defaultView } = root instanceof ShadowRoot ? root.ownerDocument : root;
  const sheet = new (defaultView ?? globalThis).CSSStyleSheet();
  sheet.replaceSync([app, components, schemaForm, ...pages.map(({ styles = '' }) => styles), extra].join('\n'));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

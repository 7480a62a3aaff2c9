/** The page that the HTTP server serves at `/__mock/`. */
import { render } from 'preact';
import { Workbench } from './app/app.tsx';
import { createApp } from './app/create-app.ts';
import { adoptStyles } from './app/styles.ts';
import pageStyles from './page.css';
import { toReachable } from './reachable.ts';
import { keepControlToken, takeControlToken } from './state/control-token.ts';
import { createHashRouter } from './state/router.ts';
import { Session } from './state/session.ts';

const controlUrl = new URL('.', location.href).href;
const session = new Session({
  controlUrl,
  controlToken: takeControlToken(),
  fetch: (input, init) => fetch(input, init),
  onToken: keepControlToken,
  reachable: (url) => toReachable(url, controlUrl),
});
// The address of a server that was started again, pasted into the same tab. Before the router sees it.
addEventListener('hashchange', (event) => {
  if (!location.hash.startsWith('#token=')) return;
  event.stopImmediatePropagation();
  const { hash } = new URL(event.oldURL);
  const token = takeControlToken();
  history.replaceState(null, '', `${location.pathname}${hash}`);
  if (token !== undefined) session.authenticate(token);
});
const [, sandbox] = /\/sandboxes\/([^/]+)\/__mock\/$/.exec(location.pathname) ?? [];
if (sandbox !== undefined) document.title = `${sandbox} · ${document.title}`;
const app = createApp(session, createHashRouter(), 'masterdata-workbench');

adoptStyles(document, pageStyles);
addEventListener('keydown', (event) => app.shortcuts.handle(event));
render(<Workbench app={app} />, document.body);

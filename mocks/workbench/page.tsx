/** The page that the HTTP server serves at `/__mock/`. */
import { render } from 'preact';
import { Workbench } from './app/app.tsx';
import { createApp } from './app/create-app.ts';
import { adoptStyles } from './app/styles.ts';
import pageStyles from './page.css';
import { keepControlToken, takeControlToken } from './store/control-token.ts';
import { createHashRouter } from './store/router.ts';
import { Session } from './store/session.ts';

const session = new Session({
  controlUrl: new URL('.', location.href).href,
  controlToken: takeControlToken(),
  fetch: (input, init) => fetch(input, init),
  onToken: keepControlToken,
});
const app = createApp(session, createHashRouter());

adoptStyles(document, pageStyles);
addEventListener('keydown', (event) => app.shortcuts.handle(event));
render(<Workbench app={app} />, document.body);

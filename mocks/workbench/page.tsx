/** The page that the HTTP server serves at `/__mock/`. */
import { render } from 'preact';
import { Workbench } from './app/app.tsx';
import { createApp } from './app/create-app.ts';
import { adoptStyles } from './app/styles.ts';
import pageStyles from './page.css';
import { Control } from './store/control.ts';
import { keepControlToken, takeControlToken } from './store/control-token.ts';
import { createHashRouter } from './store/router.ts';
import { Session } from './store/session.ts';

const token = takeControlToken();
const control = new Control(new URL('.', location.href).href, { token, fetch: fetch.bind(window) });
const app = createApp(
  new Session({ control, fetch: fetch.bind(window), onToken: keepControlToken }),
  createHashRouter(),
);

adoptStyles(document, pageStyles);
addEventListener('keydown', (event) => app.shortcuts.handle(event));
render(<Workbench app={app} />, document.body);

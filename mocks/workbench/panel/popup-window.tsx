import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { Workbench } from '../app/app.tsx';
import type { App } from '../app/context.ts';
import { adoptStyles } from '../app/styles.ts';
import windowStyles from '../page.css';

/** @throws An Error if the browser blocks the window. */
export function openPopup(): Window {
  const popup = open('', '_blank', 'popup,width=1180,height=780');
  if (!popup) throw new Error('The browser blocked the window. Allow pop-ups for this page.');
  popup.document.title = 'Mock workbench';
  return popup;
}

interface PopupWindowProps {
  readonly app: App;
  readonly popup: Window;
  /** Called when the window is closed. */
  readonly onClose: () => void;
}

/** Renders the workbench into another window, which belongs to the page and closes with it. */
export function PopupWindow({ app, popup, onClose }: PopupWindowProps) {
  useEffect(() => {
    const { document } = popup;
    document.documentElement.lang = 'en';
    const onKeyDown = (event: KeyboardEvent) => app.shortcuts.handle(event);
    const close = () => popup.close();
    adoptStyles(document, windowStyles);
    popup.addEventListener('keydown', onKeyDown);
    popup.addEventListener('pagehide', onClose);
    addEventListener('pagehide', close);
    render(<Workbench app={app} />, document.body);
    popup.focus();
    return () => {
      removeEventListener('pagehide', close);
      popup.removeEventListener('pagehide', onClose);
      popup.removeEventListener('keydown', onKeyDown);
      render(null, document.body);
      close();
    };
  }, [app, popup, onClose]);
  return null;
}

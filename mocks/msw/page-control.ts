import { warn } from '../shared/errors.ts';
import { sleep } from '../shared/time.ts';

/** The longest wait for control, in milliseconds. Browsers need a few. */
const longestWait = 5000;

/**
 * Waits until the service worker gets the requests of the page. MSW only waits until the worker is active, and the
 * first requests of the page would reach the network. After a hard reload, MSW reloads the page, which ends this wait.
 * A warning says so if the worker never takes control.
 */
export async function waitForControl({ scope }: Pick<ServiceWorkerRegistration, 'scope'>): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  if (!location.href.startsWith(scope)) {
    warn(
      `The requests of this page reach the network, because it is outside the scope of the service worker, ${scope}. ` +
        'Serve the script at the root of the site, or in the folder of the page.',
    );
    return;
  }
  const change = new AbortController();
  const end = () => change.abort();
  serviceWorker.addEventListener('controllerchange', end);
  await sleep(longestWait, change.signal);
  serviceWorker.removeEventListener('controllerchange', end);
  if (serviceWorker.controller !== null) return;
  warn(
    'The requests of this page reach the network, because the service worker does not control it. ' +
      'Reload the page without the Shift key, and turn off "Bypass for network" in the developer tools.',
  );
}

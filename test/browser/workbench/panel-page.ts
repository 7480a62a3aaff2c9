/** An app that runs a mock and mounts the workbench, for `page.evaluate`. */
import { setupMockWorker } from '../../../mocks/browser.ts';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import { createMockServer, demo, type MockServer } from '../../../mocks/index.ts';
import { type MountedWorkbench, mountWorkbench } from '../../../mocks/workbench.ts';
import { MasterDataClient } from '../../../src/index.ts';

/** A request as `page.evaluate` can pass it. */
interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

declare global {
  interface Window {
    /** The keys that reached the page. */
    keys: string[];
    panelMock: MockServer;
    panelClient: MasterDataClient;
    workbench: MountedWorkbench;
    mountWorkbench: typeof mountWorkbench;
    createMockServer: typeof createMockServer;
    /** Sends a request like the app, or to the control API of the mock, which no server has. */
    send(request: SentRequest): Promise<{ status: number; headers: [string, string][]; body: string | null }>;
  }
}

const mock = createMockServer({ seed: demo, baseUrl: location.origin });
await setupMockWorker(mock).start({ quiet: true, onUnhandledFrame: 'bypass' });
const sendControl = createControlFetch(mock);
window.keys = [];
addEventListener('keydown', (event) => window.keys.push(event.key));
document.title = 'An app';
document.documentElement.lang = 'en';
const main = document.createElement('main');
main.append(Object.assign(document.createElement('h1'), { textContent: 'An app' }));
document.body.append(main);
window.panelMock = mock;
window.panelClient = new MasterDataClient({ baseUrl: mock.baseUrl, apiToken: mock.token, maxRetries: 0 });
window.send = async ({ url, body, ...init }) => {
  const options = { ...init, headers: init.headers.map(([name, value]): [string, string] => [name, value]) };
  const send = new URL(url).pathname.startsWith('/__mock/') ? sendControl : fetch;
  const response = await send(url, body === undefined ? options : { ...options, body });
  const { status, headers } = response;
  return { status, headers: [...headers], body: (await response.text()) || null };
};
window.workbench = mountWorkbench(mock);
Object.assign(window, { mountWorkbench, createMockServer });

/** A page that runs a mock and mounts the workbench, for `page.evaluate`. */
import { createMockServer, demo, type MockServer } from '../../../mocks/index.ts';
import { type MountedWorkbench, mountWorkbench } from '../../../mocks/workbench.ts';
import { MasterDataClient } from '../../../src/index.ts';

declare global {
  interface Window {
    /** The keys that reached the page. */
    keys: string[];
    panelMock: MockServer;
    panelClient: MasterDataClient;
    workbench: MountedWorkbench;
  }
}

const mock = createMockServer({ seed: demo });
window.keys = [];
addEventListener('keydown', (event) => window.keys.push(event.key));
document.body.append(Object.assign(document.createElement('h1'), { textContent: 'An app' }));
window.panelMock = mock;
window.panelClient = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });
window.workbench = mountWorkbench(mock);

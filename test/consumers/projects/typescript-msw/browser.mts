import { createMockServer, demo } from 'masterdata-sdk/mock';
import { type MockWorker, setupMockWorker } from 'masterdata-sdk/mock/browser';
import { mockHandlers } from 'masterdata-sdk/mock/msw';
import { setupWorker } from 'msw/browser';

const worker: MockWorker = setupMockWorker(createMockServer({ seed: demo }), { persist: 'shop' });
const registration: ServiceWorkerRegistration | undefined = await worker.start({ onUnhandledFrame: 'bypass' });
await worker.reset();
await worker.stop();
await setupWorker(...mockHandlers(createMockServer())).start();
console.log(registration);
// @ts-expect-error an unknown option
setupMockWorker(createMockServer(), { keep: true });

/** Runs the conversation in a page, with MSW's service worker. */
import { setupMockWorker } from '../../mocks/browser.ts';
import { type CapturedResponse, converse, startMock } from './conversation.ts';

declare global {
  interface Window {
    converse(): Promise<CapturedResponse[]>;
  }
}

window.converse = async () => {
  const mock = startMock();
  await setupMockWorker(mock).start({ quiet: true });
  return converse(mock, fetch, mock.baseUrl);
};

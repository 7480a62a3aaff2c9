/** The conversation in a page, over the service worker of MSW. */
import { setupMockWorker } from '../../mocks/browser.ts';
import { type Answer, converse, startMock } from './conversation.ts';

declare global {
  interface Window {
    converse(): Promise<Answer[]>;
  }
}

window.converse = async () => {
  const mock = startMock();
  await setupMockWorker(mock).start({ quiet: true });
  return converse(mock, fetch, mock.baseUrl);
};

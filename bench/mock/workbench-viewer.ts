/**
 * Follows a mock like the page of the workbench, without a browser: `node bench/mock/workbench-viewer.ts 4010`. Sends a
 * message when it is connected. Forked by workbench.ts.
 */
import { effect } from '@preact/signals';
import { Session } from '../../mocks/workbench/store/session.ts';

const [port] = process.argv.slice(2);
const session = new Session({ controlUrl: `http://127.0.0.1:${port}/__mock/`, fetch });

effect(() => {
  if (session.connection.value === 'live') process.send?.('live');
});
session.start({ visibilityState: 'visible', addEventListener() {}, removeEventListener() {} });
process.on('disconnect', () => process.exit());

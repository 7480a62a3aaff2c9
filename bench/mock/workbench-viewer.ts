/**
 * Follows a mock like the page of the workbench, without a browser: `node bench/mock/workbench-viewer.ts 4010`. With
 * the argument `sorted`, it follows a sorted table of records as well. Sends a message when it is connected. Forked by
 * workbench.ts.
 */
import { effect } from '@preact/signals';
import { PagedRows } from '../../mocks/workbench/state/paged-rows.ts';
import { Session } from '../../mocks/workbench/state/session.ts';

const [port, page] = process.argv.slice(2);
const session = new Session({ controlUrl: `http://127.0.0.1:${port}/__mock/`, fetch });

effect(() => {
  if (session.connection.value === 'live') process.send?.('live');
});
if (page === 'sorted') followRows();
session.start({ visibilityState: 'visible', addEventListener() {}, removeEventListener() {} });
process.on('disconnect', () => process.exit());

function followRows(): void {
  const sort = { column: 'address_line1', descending: false };
  const rows = new PagedRows(() => session.control, { table: 'addresses', sort }, console.error);
  effect(() => {
    if (session.recordsVersion.value > 0) rows.refresh();
  });
}

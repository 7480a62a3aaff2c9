/** Opens a SQLite file in a worker thread, and posts the error message. */
import { parentPort, workerData } from 'node:worker_threads';
import { sqlite } from '../../mocks/persistence/sqlite.ts';

const message = await sqlite(workerData).then(
  () => 'opened',
  (error: Error) => error.message,
);
parentPort?.postMessage(message);

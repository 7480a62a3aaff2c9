import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from './listen-on-free-port.ts';

/** Listens on a free port until the test ends. Returns the URL without a slash at the end. */
export async function serveUntilTestEnds(server: Server): Promise<string> {
  const port = await listenOnFreePort(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

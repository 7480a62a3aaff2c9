import type { Server } from 'node:net';

/** Listens on a free port and returns it. */
export async function listenOnFreePort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error(`must listen on a port, received ${address}`);
  return address.port;
}

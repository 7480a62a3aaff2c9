import type { Server } from 'node:http';

/** The port at which a server listens. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error(`expected a port, received ${address}`);
  return address.port;
}

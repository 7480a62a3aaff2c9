#!/usr/bin/env node
/** `masterdata-mock`: the demo workspace as a real HTTP server. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type ListeningServer, listen } from './http.ts';
import { demo } from './seed/demo.ts';
import { createMockServer } from './server.ts';

interface CliOptions {
  readonly port: number;
  readonly host: string;
}

const program: Command = new Command('masterdata-mock')
  .description('The Commercial Master-Data API in memory, seeded with a demo workspace, as an HTTP server.')
  .addOption(
    new Option('-p, --port <number>', 'port to listen on; 0 for any that is free')
      .env('PORT')
      .default(4010)
      .argParser(parsePort),
  )
  .addOption(
    new Option('--host <address>', 'address to listen on').default('127.0.0.1', '127.0.0.1, this machine only'),
  )
  .action(serve);

await program.parseAsync();

async function serve({ port, host }: CliOptions): Promise<void> {
  const mock = createMockServer({ seed: demo });
  let server: ListeningServer;
  try {
    server = await listen(mock, { port, host });
  } catch (error) {
    program.error(`masterdata-mock: ${explain(error, port, host)}`);
  }
  console.log(welcome(server.url, mock.token));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close().then(() => console.log('\nStopped.'), console.error);
    });
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a whole number from 0 to 65535.');
  return port;
}

function explain(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `port ${port} is taken. Choose another: --port ${port + 1}, or --port 0 for any.`;
  if (code === 'EACCES') return `port ${port} may not be used by this user. Choose one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `this machine has no address ${host}.`;
  return error instanceof Error ? error.message : String(error);
}

function welcome(url: string, token: string): string {
  return `The Commercial Master-Data API, in memory, with a demo workspace.

  URL    ${url}
  Token  ${token}

Try it:

  curl -s ${url}/api/customers -H 'Authorization: Bearer ${token}'

From TypeScript or JavaScript, in a folder where masterdata-sdk is installed:

  node --input-type=module -e '
    import { MasterDataClient } from "masterdata-sdk";
    const client = new MasterDataClient({
      baseUrl: "${url}",
      apiToken: "${token}",
    });
    console.log(await client.customers.list());
  '

Ctrl-C stops it; what it holds is gone then.`;
}

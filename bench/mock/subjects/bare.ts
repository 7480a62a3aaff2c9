import { createServer, type ServerResponse } from 'node:http';
import { listen } from 'masterdata-sdk/mock/http';
import { listenOnFreePort } from '../../../test/listen-on-free-port.ts';
import { mockOf } from '../records.ts';
import { requests } from './masterdata-sdk.ts';
import { type Operation, records, type Serve } from './subject.ts';

/** Headers that Node adds. */
const nodeHeaders = ['connection', 'date', 'keep-alive'];

/** Returns a recorded response of the mock to every request: the same headers and bytes. */
export const serve: Serve = async () => {
  const mock = mockOf(records);
  const request = requests(mock);
  const server = await listen(mock);
  const record = async (operation: Operation) => {
    const { path, ...init } = request(operation, 1);
    const response = await fetch(server.url + path, init);
    const headers = [...response.headers].filter(([name]) => !nodeHeaders.includes(name));
    return { headers: headers.flat(), body: await response.text() };
  };
  const responses = { get: await record('get'), list: await record('list'), update: await record('update') };
  await server.close();

  const send = (response: ServerResponse, { headers, body }: (typeof responses)[Operation]) => {
    response.writeHead(200, headers);
    response.end(body);
  };
  const bare = createServer((message, response) => {
    if (message.method === 'PATCH') message.on('end', () => send(response, responses.update)).resume();
    else send(response, message.url?.includes('?') ? responses.list : responses.get);
  });
  return { port: await listenOnFreePort(bare), request };
};

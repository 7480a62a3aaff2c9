import { createServer, type ServerResponse } from 'node:http';
import { listen } from 'masterdata-sdk/mock/http';
import { mockOf } from '../records.ts';
import { listening } from './listening.ts';
import { requests } from './masterdata-mock.ts';
import { type Operation, records, type Serve } from './subject.ts';

/** What Node adds by itself. */
const added = ['connection', 'date', 'keep-alive'];

/** Answers whatever it is asked with what the mock has once answered: the same headers and the same bytes. */
export const serve: Serve = async () => {
  const mock = mockOf(records);
  const request = requests(mock);
  const server = await listen(mock);
  const answerTo = async (operation: Operation) => {
    const { path, ...init } = request(operation, 1);
    const response = await fetch(server.url + path, init);
    const headers = [...response.headers].filter(([name]) => !added.includes(name));
    return { headers: headers.flat(), body: await response.text() };
  };
  const answers = { get: await answerTo('get'), list: await answerTo('list'), update: await answerTo('update') };
  await server.close();

  const send = (response: ServerResponse, { headers, body }: (typeof answers)[Operation]) => {
    response.writeHead(200, headers);
    response.end(body);
  };
  const bare = createServer((message, response) => {
    if (message.method === 'PATCH') message.on('end', () => send(response, answers.update)).resume();
    else send(response, message.url?.includes('?') ? answers.list : answers.get);
  });
  return { port: await listening(bare), request };
};

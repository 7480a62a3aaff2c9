import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const { port } = new URL(process.env.APP_URL ?? 'http://127.0.0.1:5173');

createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  createReadStream(new URL('index.html', import.meta.url)).pipe(response);
}).listen(Number(port), '127.0.0.1');

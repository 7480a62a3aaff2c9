/** Prints the milliseconds to read a list of 100,000 customers: `node --expose-gc bench/client/list.ts JSON.parse`. */
import { MasterDataClient, type ValidationMode } from 'masterdata-sdk';
import { processorTime } from '../clock.ts';
import { median } from '../medians.ts';
import { listed } from './customers.ts';
import { baseUrl, token } from './subjects/subject.ts';

const text = JSON.stringify({ success: true, data: Array.from({ length: 100_000 }, (_, number) => listed(number)) });
const bytes = new TextEncoder().encode(text);

/** A response that arrives in chunks, as from a socket. Created before the measurement starts. */
let response = createResponse();

function createResponse(): Response {
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536));
      controller.close();
    },
  });
  return new Response(chunks, { headers: { 'content-type': 'application/json' } });
}

const methods: Readonly<Record<string, () => PromiseLike<unknown>>> = {
  'JSON.parse': async () => JSON.parse(text),
  fetch: async () => response.json(),
  off: client('off'),
  warn: client('warn'),
};

function client(responses: ValidationMode): () => PromiseLike<unknown> {
  const { customers } = new MasterDataClient({
    baseUrl,
    apiToken: token,
    fetch: async () => response,
    validation: { responses },
  });
  return () => customers.list();
}

const read = methods[process.argv[2] ?? ''];
if (!read || !globalThis.gc) throw new Error(`node --expose-gc bench/client/list.ts ${Object.keys(methods).join('|')}`);

const times: number[] = [];
for (let round = 0; round < 6; round += 1) {
  response = createResponse();
  globalThis.gc();
  const start = processorTime();
  await read();
  times.push(processorTime() - start);
}
// The first round loads and compiles code.
console.log(median(times.slice(1)));

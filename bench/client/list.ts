/** Prints how many milliseconds a list of 100,000 customers takes: `node --expose-gc bench/client/list.ts JSON.parse`. */
import { MasterDataClient, type ValidationMode } from 'masterdata-sdk';
import { processorTime } from '../clock.ts';
import { median } from '../medians.ts';
import { listed } from './customers.ts';
import { baseUrl, token } from './subjects/subject.ts';

const text = JSON.stringify({ success: true, data: Array.from({ length: 100_000 }, (_, number) => listed(number)) });
const bytes = new TextEncoder().encode(text);

/** The answer, which comes in pieces as from a socket; made before the clock starts. */
let answer = makeAnswer();

function makeAnswer(): Response {
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536));
      controller.close();
    },
  });
  return new Response(pieces, { headers: { 'content-type': 'application/json' } });
}

const ways: Readonly<Record<string, () => PromiseLike<unknown>>> = {
  'JSON.parse': async () => JSON.parse(text),
  fetch: async () => answer.json(),
  off: client('off'),
  warn: client('warn'),
};

function client(responses: ValidationMode): () => PromiseLike<unknown> {
  const { customers } = new MasterDataClient({
    baseUrl,
    apiToken: token,
    fetch: async () => answer,
    validation: { responses },
  });
  return () => customers.list();
}

const way = ways[process.argv[2] ?? ''];
if (!way || !globalThis.gc) throw new Error(`node --expose-gc bench/client/list.ts ${Object.keys(ways).join('|')}`);

const times: number[] = [];
for (let round = 0; round < 6; round += 1) {
  answer = makeAnswer();
  globalThis.gc();
  const start = processorTime();
  await way();
  times.push(processorTime() - start);
}
// The first one loads and compiles.
console.log(median(times.slice(1)));

/** Prints how many microseconds a request takes, its answer being at hand: `node bench/client/request.ts stripe`. */
import { processorTime } from '../clock.ts';
import { customer } from './customers.ts';
import type { Connect } from './subjects/subject.ts';

const [subject] = process.argv.slice(2);
const { connect }: { connect: Connect } = await import(`./subjects/${subject}.ts`);

const answer = JSON.stringify({ success: true, data: customer(1) });
const headers = { 'content-type': 'application/json' };
const call = connect(() => Promise.resolve(new Response(answer, { headers })));

// Until the compiler has seen enough of it, and whatever is loaded at the first request is loaded.
await repeat(8000);
const start = processorTime();
await repeat(4000);
console.log(((processorTime() - start) / 4000) * 1000);

async function repeat(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await call();
}

/** Prints the microseconds of a call that gets its response at once: `node bench/client/call.ts stripe`. */
import { processorTime } from '../clock.ts';
import { subjectFile } from '../subject-file.ts';
import { customer } from './customers.ts';
import type { Connect } from './subjects/subject.ts';

const [subject = ''] = process.argv.slice(2);
const { connect }: { connect: Connect } = await import(subjectFile('client', subject));

const body = JSON.stringify({ success: true, data: customer(1) });
const headers = { 'content-type': 'application/json' };
const call = connect(() => Promise.resolve(new Response(body, { headers })));

// Warm up: compile the code, and load the chunks that the first call needs.
await repeat(8000);
const start = processorTime();
await repeat(4000);
console.log(((processorTime() - start) / 4000) * 1000);

async function repeat(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) await call();
}

/**
 * Prints the microseconds to read a record by id in the same process: `node bench/mock/response.ts mock`. It measures
 * calls with a `Request`, like a fetch handler, and calls with a URL and options, like a client.
 */
import { processorTime } from '../clock.ts';
import { addressId, mockOf, scattered, shares } from './records.ts';
import { records } from './subjects/subject.ts';

const warmupTurns = 100_000;
const measuredTurns = 100_000;

const mock = mockOf(records);
const init = { headers: { accept: 'application/json', authorization: `Bearer ${mock.token}` } };
const urls = Array.from({ length: records }, (_, turn) => {
  return `${mock.baseUrl}/api/addresses/${addressId(scattered(turn, shares(records).addresses))}`;
});
const urlOf = (turn: number): string => urls[turn % records] ?? '';

type Call = (turn: number) => Promise<unknown>;
type Handler = (input: Request | string, init?: RequestInit) => Promise<Response>;

const asHandler = (handler: Handler): Record<string, Call> => ({
  request: (turn) => handler(new Request(urlOf(turn), init)),
  url: (turn) => handler(urlOf(turn), init),
});

const subjects: Readonly<Record<string, () => Promise<Record<string, Call>>>> = {
  mock: async () => asHandler(mock.fetch),
  /** Parses nothing and returns a recorded response of the mock: the same headers and bytes. */
  async bare() {
    const response = await mock.fetch(urlOf(1), init);
    const headers = Object.fromEntries(response.headers);
    const body = await response.text();
    return asHandler(async () => new Response(body, { status: 200, headers }));
  },
  /** It has no `fetch` function. Its MSW handlers do the same. */
  async 'commercetools-mock'() {
    const { createMock, pathOf } = await import('../peers/commercetools-mock.ts');
    const { app } = await createMock();
    return { request: async (turn) => app.inject({ method: 'GET', url: pathOf(scattered(turn, records)) }) };
  },
};

const [name = ''] = process.argv.slice(2);
const subject = await subjects[name]?.();
if (!subject) throw new Error(`node bench/mock/response.ts ${Object.keys(subjects).join('|')}`);
const figures: Record<string, number> = {};
for (const [form, call] of Object.entries(subject)) {
  await repeat(call, warmupTurns);
  const start = processorTime();
  await repeat(call, measuredTurns);
  figures[form] = ((processorTime() - start) / measuredTurns) * 1000;
}
console.log(JSON.stringify(figures));

async function repeat(call: Call, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await call(turn);
}

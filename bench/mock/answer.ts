/**
 * Prints the microseconds that a record by its id takes in the same process: with a Request made for it, as fetch
 * handlers are called, and with a URL and options, as clients call fetch. `node bench/mock/answer.ts mock`
 */
import { processorTime } from '../clock.ts';
import { addressId, mockOf, scattered, shares } from './records.ts';
import { createMock, pathOf } from './subjects/commercetools-mock.ts';
import { records } from './subjects/subject.ts';

const warming = 100_000;
const measured = 100_000;

const mock = mockOf(records);
const init = { headers: { accept: 'application/json', authorization: `Bearer ${mock.token}` } };
const urls = Array.from({ length: records }, (_, turn) => {
  return `${mock.baseUrl}/api/addresses/${addressId(scattered(turn, shares(records).addresses))}`;
});
const urlOf = (turn: number): string => urls[turn % records] ?? '';

type Answer = (turn: number) => Promise<unknown>;
type Handler = (input: Request | string, init?: RequestInit) => Promise<Response>;

const asHandler = (handler: Handler): Record<string, Answer> => ({
  request: (turn) => handler(new Request(urlOf(turn), init)),
  url: (turn) => handler(urlOf(turn), init),
});

const subjects: Readonly<Record<string, () => Promise<Record<string, Answer>>>> = {
  mock: async () => asHandler(mock.fetch),
  /** Parses nothing, and returns the mock's answer to one request: the same headers and the same bytes. */
  async bare() {
    const response = await mock.fetch(urlOf(1), init);
    const headers = Object.fromEntries(response.headers);
    const body = await response.text();
    return asHandler(async () => new Response(body, { status: 200, headers }));
  },
  /** It has no fetch of its own: this is what its handlers for MSW do, without MSW. */
  async 'commercetools-mock'() {
    const { app } = await createMock();
    return { request: async (turn) => app.inject({ method: 'GET', url: pathOf(scattered(turn, records)) }) };
  },
};

const [name = ''] = process.argv.slice(2);
const subject = await subjects[name]?.();
if (!subject) throw new Error(`node bench/mock/answer.ts ${Object.keys(subjects).join('|')}`);
const figures: Record<string, number> = {};
for (const [form, answer] of Object.entries(subject)) {
  await repeat(answer, warming);
  const start = processorTime();
  await repeat(answer, measured);
  figures[form] = ((processorTime() - start) / measured) * 1000;
}
console.log(JSON.stringify(figures));

async function repeat(answer: Answer, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await answer(turn);
}

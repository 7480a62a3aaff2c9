import type { JournalEntry } from '../../controls/journal-entry.ts';
import { omit } from '../../store/fields.ts';
import { quote, toLiteral } from './literal.ts';
import { editResponseCode, isEdited } from './test-edits.ts';
import { rowsBefore, type TestRows } from './test-rows.ts';
import { type RecordedCall, sentAttempts, type TestRunner, toStep } from './test-steps.ts';

interface TestFileOptions {
  readonly runner: TestRunner;
  /** The calls, in the order in which they were sent. */
  readonly calls: readonly RecordedCall[];
  /** The records after the calls. */
  readonly rows: TestRows;
  readonly workspace: string | undefined;
  /** The policies that differ from their defaults. */
  readonly policies: Readonly<Record<string, unknown>>;
}

/** The code around the calls of a test. */
interface Frame {
  readonly imports: string;
  /** The arguments of the test. */
  readonly args: string;
  /** The statements between the creation of the mock and the first call. */
  readonly setup: string;
  /** Functions of the file. */
  readonly functions: string;
}

const frames: Readonly<Record<TestRunner, Frame>> = {
  vitest: {
    imports: `import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer } from 'masterdata-sdk/mock';
import { expect, test } from 'vitest';`,
    args: '',
    setup: '  const client = new MasterDataClient(mock.clientOptions);\n',
    functions: '',
  },
  playwright: {
    imports: `import { expect, type Page, test } from '@playwright/test';
import { createMockServer, type MockServer } from 'masterdata-sdk/mock';`,
    args: '{ page }',
    setup: `  await routeToMock(page, mock);
  // To test your app, open its address, and replace each send() by the action in the page that sends the request.
  await page.route('http://app.test/', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('http://app.test/');
`,
    functions: `
/** Lets the mock respond to the requests of the page. */
async function routeToMock(page: Page, mock: MockServer) {
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const url = mock.baseUrl + request.url().slice(request.url().indexOf('/api/'));
    const headers = { ...request.headers(), authorization: \`Bearer \${mock.token}\` };
    try {
      const response = await mock.fetch(url, { method: request.method(), headers, body: request.postData() });
      const body = Buffer.from(await response.arrayBuffer());
      await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
    } catch {
      await route.abort('connectionreset'); // a fault broke the connection
    }
  });
}

interface Sent {
  method: string;
  headers?: Record<string, string>;
  body?: string;
  attempts?: number;
}

/** Sends a request from the page, as often as your app tried it. Returns the data of the last response. */
function send(page: Page, path: string, { attempts = 1, ...init }: Sent) {
  return page.evaluate(
    async ([url, sent, count]) => {
      let data;
      for (let attempt = 1; attempt <= count; attempt += 1) {
        data = await fetch(url, sent).then(async (response) => (await response.json()).data).catch(() => undefined);
      }
      return data;
    },
    [path, init, attempts] as const,
  );
}
`,
  },
};

/** Returns a test that sends the calls to a mock with the same records and faults, and expects the same statuses. */
export function toTestFile({ runner, calls: recorded, rows, workspace, policies }: TestFileOptions): string {
  const { imports, args, setup, functions } = frames[runner];
  const calls = recorded.map((call) => sentAttempts(runner, call));
  const entries = calls.flat();
  /** The expressions for the ids of created records, which are other ids in the test. */
  const created = new Map<string, string>();
  const steps = calls.map((call, index) => toStep(runner, call, `created${index + 1}`, created));
  // A fault injects each 429.
  const chosen = omit(policies, 'rateLimit');
  const options = Object.keys(chosen).length === 0 ? '{ seed }' : `{ seed, policies: ${toLiteral(chosen, '  ')} }`;
  const hasEdits = entries.some(isEdited);
  return `${hasEdits ? imports.replace('{ createMockServer }', '{ createMockServer, type MockServer }') : imports}

test(${quote(titleOf(entries))}, async (${args}) => {
  const mock = createMockServer(${options});
${setup}
${steps.map((step) => `${step.replace(/^(?=.)/gm, '  ')}\n`).join('\n')}
  expect(mock.journal.list().map(({ operation, response }) => [operation, response.status])).toEqual([
${entries.map(toExpectedLine).join('')}  ]);
});
${functions}${hasEdits ? editResponseCode : ''}
/** The records before the calls. */
const seed = ${toSeed(rowsBefore(rows, recorded.flat(), workspace))};
`;
}

function titleOf(entries: readonly JournalEntry[]): string {
  return [...new Set(entries.map(({ operation, method }) => operation ?? method))].join(', ');
}

function toExpectedLine({ operation, response }: JournalEntry): string {
  return `    [${operation === undefined ? operation : quote(operation)}, ${response.status}],\n`;
}

/** Writes each row in one line. */
function toSeed(rows: TestRows): string {
  const tables = Object.entries(rows).map(
    ([name, list]) => `  ${name}: [\n${list.map((row) => `    ${toRow(row)},\n`).join('')}  ],\n`,
  );
  return tables.length === 0 ? '{}' : `{\n${tables.join('')}}`;
}

function toRow(row: unknown): string {
  const json = JSON.stringify(row);
  // An object literal would set the prototype.
  return json.includes('"__proto__"') ? `JSON.parse(${quote(json)})` : json;
}

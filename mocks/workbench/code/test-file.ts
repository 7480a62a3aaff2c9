import { findOperation } from '../../../src/contract/operations.ts';
import { validate } from '../../../src/contract/validate.ts';
import type { JournalEntry } from '../../controls/journal-entry.ts';
import { isObject } from '../../shared/json.ts';
import { toEntryCode } from './entry-code.ts';
import { chosenHeaders } from './headers.ts';
import { quote, toLiteral } from './literal.ts';
import { idsIn, rowsBefore, type TestRows } from './test-rows.ts';

/** The attempts of a call, oldest first. */
export type RecordedCall = readonly [JournalEntry, ...JournalEntry[]];

interface TestFileOptions {
  /** The calls, in the order in which they were sent. */
  readonly calls: readonly RecordedCall[];
  /** The records after the calls. */
  readonly rows: TestRows;
  readonly workspace: string | undefined;
  /** The policies that differ from their defaults. */
  readonly policies: Readonly<Record<string, unknown>>;
}

/** The retries of a client that does not choose their number. */
const defaultRetries = 2;

/** Returns a test for Vitest that sends the calls to a mock with the same records and faults. */
export function toTestFile({ calls, rows, workspace, policies }: TestFileOptions): string {
  const entries = calls.flat();
  /** The expressions for the ids of created records, which are other ids in the test. */
  const created = new Map<string, string>();
  const steps = calls.map((call, index) => toStep(call, `created${index + 1}`, created));
  const operations = [...new Set(entries.map(({ operation, method }) => operation ?? method))];
  const options = Object.keys(policies).length === 0 ? '{ seed }' : `{ seed, policies: ${toLiteral(policies, '  ')} }`;
  const expected = entries.map(
    ({ operation, response }) =>
      `    [${operation === undefined ? operation : quote(operation)}, ${response.status}],\n`,
  );
  return `import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer } from 'masterdata-sdk/mock';
import { expect, test } from 'vitest';

test(${quote(operations.join(', '))}, async () => {
  const mock = createMockServer(${options});
  const client = new MasterDataClient(mock.clientOptions);

${steps.map((step) => `${step.replace(/^(?=.)/gm, '  ')}\n`).join('\n')}
  expect(mock.journal.list().map(({ operation, response }) => [operation, response.status])).toEqual([
${expected.join('')}  ]);
});

/** The records before the calls. */
const seed = ${toSeed(rowsBefore(rows, entries, workspace))};
`;
}

/** Returns the statements of a call, and adds the ids of the record that it creates to the known ones. */
function toStep(call: RecordedCall, variable: string, created: Map<string, string>): string {
  const last = call.at(-1) ?? call[0];
  const faults = toFaults(call);
  const client = isValid(last) ? toEntryCode(last) : undefined;
  const isCreated = client !== undefined && last.method === 'POST' && isSuccess(last);
  const withIds = (code: string) =>
    [...created].reduce((text, [id, expression]) => text.replaceAll(`'${id}'`, expression), code);
  const sent = client === undefined ? withTemplateIds(toRawCall(last), created) : withIds(toClientCall(client, call));
  if (!isCreated) return faults + sent;
  const { body } = last.response;
  for (const [id, path] of pathsOfIds(isObject(body) ? body['data'] : undefined, variable)) {
    if (!created.has(id) && !idsIn(last.rawBody ?? '').includes(id)) created.set(id, path);
  }
  return `${faults}const ${variable} = ${sent}`;
}

/** Returns the client call. A call that fails must not end the test. */
function toClientCall(code: string, call: RecordedCall): string {
  const last = call.at(-1) ?? call[0];
  const retries = call.length - 1;
  const isExact = isSuccess(last) ? retries <= defaultRetries : !isRetried(last);
  const own = isExact ? code : code.replace('client.', `client.withOptions({ maxRetries: ${retries} }).`);
  return isSuccess(last) ? own : own.replace(/;$/, '.result();');
}

/** Returns a request that no client would send: of another method or path, or with an invalid body or token. */
function toRawCall({ method, url, headers, rawBody, response, fault }: JournalEntry): string {
  const isUnauthorized = response.status === 401 && fault === undefined;
  const token =
    response.status === 403 && fault === undefined ? 'mock.tokens.issue({ permissions: [] })' : 'mock.token';
  const given = Object.entries(chosenHeaders(headers)).filter(([name]) => name !== 'x-retry-count');
  const sent = [
    ...(isUnauthorized ? [] : [`    authorization: \`Bearer \${${token}}\`,\n`]),
    ...given.map(([name, value]) => `    ${quote(name)}: ${quote(value)},\n`),
  ];
  const body = rawBody === undefined || rawBody === '' ? '' : `  body: ${quote(rawBody)},\n`;
  const call = `mock.fetch(\`\${mock.baseUrl}${url.replace(/[\\`]|\$\{/g, '\\$&')}\`, {
  method: ${quote(method)},
  headers: {
${sent.join('')}  },
${body}})`;
  return isConnectionFault(fault) ? `await ${call}.catch(() => undefined);` : `await ${call};`;
}

function withTemplateIds(code: string, created: ReadonlyMap<string, string>): string {
  return [...created].reduce((text, [id, path]) => text.replaceAll(`/${id}`, `/\${${path}}`), code);
}

/** Returns the statements that inject the failures of a call. Delays and held calls would only make the test slow. */
function toFaults(call: RecordedCall): string {
  const failures = call.flatMap(({ fault, response: { status } }): readonly object[] => {
    if (isConnectionFault(fault)) return [{ fault }];
    return fault === 'status' || status >= 500 || status === 429 ? [{ status }] : [];
  });
  const [first] = failures;
  if (!first) return '';
  const { operation } = call[0];
  // The mock of the test has no operations of your own.
  const on = findOperation(operation) ? { on: operation } : {};
  const isSame = failures.every((each) => JSON.stringify(each) === JSON.stringify(first));
  const fault = isSame ? { ...on, times: failures.length, ...first } : { ...on, sequence: failures };
  return `mock.faults.add(${toLiteral(fault)});\n`;
}

function isConnectionFault(fault: JournalEntry['fault']): boolean {
  return fault !== undefined && !['status', 'delay', 'hold'].includes(fault);
}

function isSuccess({ fault, response: { status } }: JournalEntry): boolean {
  return status >= 200 && status < 300 && !isConnectionFault(fault);
}

/** Whether a client may send a request again after this response. */
function isRetried({ fault, response: { status } }: JournalEntry): boolean {
  return isConnectionFault(fault) || status === 408 || status === 429 || status >= 500;
}

/** Whether a client with types can send the request, and its token is the one of the mock. */
function isValid({ operation, body, response: { status }, fault }: JournalEntry): boolean {
  if (fault === undefined && [401, 403, 415].includes(status)) return false;
  const schema = findOperation(operation)?.body;
  return schema === undefined || validate(schema, body).ok;
}

/** Returns the ids in a value, with the expressions that read them. */
function pathsOfIds(value: unknown, path: string): readonly (readonly [id: string, path: string])[] {
  if (typeof value === 'string') return idsIn(value)[0] === value ? [[value, path]] : [];
  if (Array.isArray(value)) return value.flatMap((each, index) => pathsOfIds(each, `${path}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    pathsOfIds(each, /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}[${quote(name)}]`),
  );
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

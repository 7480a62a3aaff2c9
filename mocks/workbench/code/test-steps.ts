import { findOperation } from '../../../src/contract/operations.ts';
import { validate } from '../../../src/contract/validate.ts';
import type { JournalEntry } from '../../controls/journal-entry.ts';
import { isObject, parseJson } from '../../shared/json.ts';
import { lastOf } from '../state/attempts.ts';
import { toEntryCode } from './entry-code.ts';
import { chosenHeaders } from './headers.ts';
import { quote, toLiteral } from './literal.ts';
import { editOf, isEdited } from './test-edits.ts';
import { idsIn } from './test-rows.ts';

/** The attempts of a call, oldest first. */
export type RecordedCall = readonly [JournalEntry, ...JournalEntry[]];

/** The program that runs an exported test. With Vitest, the client sends the calls. With Playwright, a page does. */
export type TestRunner = 'vitest' | 'playwright';

/** The retries of a client that does not choose their number. */
const defaultRetries = 2;

/** The expressions for the ids of created records, by the recorded id. */
type CreatedIds = ReadonlyMap<string, string>;

/**
 * Returns the attempts of a call that a test sends. In a test, the client does not try again after a response that came
 * too late when the call was recorded.
 */
export function sentAttempts(runner: TestRunner, call: RecordedCall): RecordedCall {
  if (runner === 'playwright') return call;
  const last = lastOf(call);
  const [first = last, ...others] = call.filter((entry) => entry === last || isRetried(entry));
  return [first, ...others];
}

/** Returns the statements of a call, and adds the ids of the record that it creates to the known ones. */
export function toStep(runner: TestRunner, call: RecordedCall, variable: string, created: Map<string, string>): string {
  const last = lastOf(call);
  const faults = toFaults(call, runner) + toEdits(call, created);
  const sent = runner === 'vitest' ? toClientCall(call, created) : toPageCall(call, created);
  if (sent === undefined) return faults + call.map((entry) => toRawCall(entry, created)).join('\n');
  if (last.method !== 'POST' || !isSuccess(last)) return faults + sent;
  const { body } = last.response;
  for (const [id, path] of pathsOfIds(isObject(body) ? body['data'] : undefined, variable)) {
    if (!created.has(id) && !idsIn(last.rawBody ?? '').includes(id)) created.set(id, path);
  }
  return `${faults}const ${variable} = ${sent}`;
}

/** Returns the client call, or undefined if the client cannot send it. A call that fails must not end the test. */
function toClientCall(call: RecordedCall, created: CreatedIds): string | undefined {
  const last = lastOf(call);
  const code = isValid(last) ? toEntryCode(last) : undefined;
  if (code === undefined) return undefined;
  const retries = call.length - 1;
  const isExact = isSuccess(last) ? retries <= defaultRetries : !isRetried(last);
  const retriesPosts = last.method === 'POST' && call.some((entry) => entry !== last && entry.response.status !== 429);
  const options = [...(isExact ? [] : [`maxRetries: ${retries}`]), ...(retriesPosts ? ['retryPosts: true'] : [])];
  const own = options.length === 0 ? code : code.replace('client.', `client.withOptions({ ${options.join(', ')} }).`);
  return withCreatedIds(isSuccess(last) ? own : own.replace(/;$/, '.result();'), created);
}

/** Returns the call of `send()`, or undefined if the page does not send requests of this path to the mock. */
function toPageCall(call: RecordedCall, created: CreatedIds): string | undefined {
  const { method, url, headers, rawBody } = lastOf(call);
  if (!url.startsWith('/api/')) return undefined;
  const given = chosenHeaders(headers);
  const options = [
    `  method: ${quote(method)},\n`,
    Object.keys(given).length === 0 ? '' : `  headers: ${toLiteral(given, '  ')},\n`,
    rawBody ? `  body: ${toBodyCode(rawBody, created)},\n` : '',
    call.length === 1 ? '' : `  attempts: ${call.length},\n`,
  ];
  return `await send(page, ${toUrlCode(url, created)}, {\n${options.join('')}});`;
}

/** Returns a request that no client would send: of another method or path, or with an invalid body or token. */
function toRawCall({ method, url, headers, rawBody, response, fault }: JournalEntry, created: CreatedIds): string {
  const isUnauthorized = response.status === 401 && fault === undefined;
  const token =
    response.status === 403 && fault === undefined ? 'mock.tokens.issue({ permissions: [] })' : 'mock.token';
  const sent = [
    ...(isUnauthorized ? [] : [`    authorization: \`Bearer \${${token}}\`,\n`]),
    ...Object.entries(chosenHeaders(headers)).map(([name, value]) => `    ${quote(name)}: ${quote(value)},\n`),
  ];
  const call = `mock.fetch(${toUrlCode(url, created, `\${mock.baseUrl}`)}, {
  method: ${quote(method)},
  headers: {
${sent.join('')}  },
${rawBody ? `  body: ${toBodyCode(rawBody, created)},\n` : ''}})`;
  return isConnectionFault(fault) ? `await ${call}.catch(() => undefined);` : `await ${call};`;
}

/** Returns the code of a body: an object if it has exactly this JSON, otherwise the text. */
function toBodyCode(rawBody: string, created: CreatedIds): string {
  const body = parseJson(rawBody);
  if (!isObject(body) || JSON.stringify(body) !== rawBody) return quote(rawBody);
  return `JSON.stringify(${withCreatedIds(toLiteral(body, '  '), created)})`;
}

function toUrlCode(url: string, created: CreatedIds, base = ''): string {
  const text = `${base}${url.replace(/[\\`]|\$\{/g, '\\$&')}`;
  const code = [...created].reduce((known, [id, path]) => known.replaceAll(id, `\${${path}}`), text);
  return code === text && base === '' ? quote(url) : `\`${code}\``;
}

/** Replaces the ids of created records in code by the expressions that read them. */
function withCreatedIds(code: string, created: CreatedIds): string {
  return [...created].reduce((text, [id, expression]) => text.replaceAll(`'${id}'`, expression), code);
}

/** Returns the statements that inject the failures of a call. Delays and held calls would only make the test slow. */
function toFaults(call: RecordedCall, runner: TestRunner): string {
  // The page of a test has no token of its own, so the mock must reject a valid one.
  const injected = runner === 'playwright' ? [401, 403, 429] : [429];
  const steps = call.flatMap((entry): readonly object[] => {
    const { fault, response } = entry;
    if (isEdited(entry)) return [pass];
    if (isConnectionFault(fault)) return [{ fault }];
    const { status } = response;
    return fault === 'status' || status >= 500 || injected.includes(status) ? [{ status }] : [];
  });
  const failures = steps.slice(0, steps.findLastIndex((step) => step !== pass) + 1);
  const [first] = failures;
  if (!first) return '';
  const on = onOf(call[0]);
  const isSame = failures.every((each) => JSON.stringify(each) === JSON.stringify(first));
  const fault = isSame ? { ...on, times: failures.length, ...first } : { ...on, sequence: failures };
  return `mock.faults.add(${toLiteral(fault)});\n`;
}

/** A step of a fault that changes nothing. */
const pass = { pass: true } as const;

/** Returns the statements that edit responses. An edited body keeps the ids of the records that the test creates. */
function toEdits(call: RecordedCall, created: CreatedIds): string {
  const edits = call.map((entry, index) => {
    if (!isEdited(entry)) return '';
    const { body } = entry.originalResponse ?? {};
    const own = entry.method === 'POST' ? pathsOfIds(isObject(body) ? body['data'] : undefined, 'body.data') : [];
    const edit = withCreatedIds(toLiteral(editOf(entry)), new Map([...created, ...own]));
    const { on = '*' } = onOf(entry);
    return `editResponse(mock, ${quote(on)}, (${own.length > 0 ? 'body' : ''}) => (${edit})${index > 0 ? `, ${index}` : ''});\n`;
  });
  return edits.join('');
}

/** Returns the condition of a fault for an operation. The mock of the test does not have your own operations. */
function onOf({ operation }: JournalEntry): { readonly on?: string } {
  return operation !== undefined && findOperation(operation) ? { on: operation } : {};
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

/**
 * Returns the ids in a value, with the expressions that read them. Expressions take the place of ids in code, so they
 * must not contain texts that a response has chosen: fields with other names than those of the API are skipped.
 */
function pathsOfIds(value: unknown, path: string): readonly (readonly [id: string, path: string])[] {
  if (typeof value === 'string') return idsIn(value)[0] === value ? [[value, path]] : [];
  if (Array.isArray(value)) return value.flatMap((each, index) => pathsOfIds(each, `${path}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    /^[A-Za-z_]\w*$/.test(name) ? pathsOfIds(each, `${path}.${name}`) : [],
  );
}

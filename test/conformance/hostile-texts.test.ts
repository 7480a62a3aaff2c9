/** A server whose texts attack the reader of a report, and that echoes every secret. */
import { describe, expect, test } from 'vitest';
import { type ConformanceReport, formatReport, runConformance } from '../../mocks/conformance.ts';
import type { MockServer } from '../../mocks/index.ts';
import { printableJson } from '../../mocks/shared/escape.ts';
import { detail } from '../sample.ts';
import { placesOf, runAll, start } from './helpers.ts';

const hostile =
  'x\u001b[2J\u001b]0;title\u0007\r\nResult: the server conforms.\n::error::forged\n##vso[task.complete]##[error]' +
  '\u0085\u2028\u2029\u009b31m\u007f\u0000\u202e\u2066\u061c\u200b\u200f\ufeff\u{e0041}\ufe0f\ufffe\ud800';

/** Characters that no line of a report may contain, and commands of CI systems. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{DI}]|##\w*\[|^\s*::[a-z]|::error/u;

const secrets = {
  header: 'gateway/key+0123="456\\789"',
  cookie: 'cookie-value-0123456789',
  second: 'second-token-0123456789',
};

/** Returns a fetch that adds texts to everything the server says. */
function saying(texts: (authorization: string) => readonly string[]) {
  return (mock: MockServer): MockServer['fetch'] =>
    async (input, init) => {
      const response = await mock.fetch(input, init);
      const added = texts(new Headers(init?.headers).get('authorization') ?? '');
      const body: unknown = await response.json().catch(() => ({}));
      const members = Object.fromEntries(added.map((text) => [text, text]));
      const change = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(change);
        if (typeof value !== 'object' || value === null) return value;
        return { ...value, ...members, ...('error' in value && { error: added.join(), details: added }) };
      };
      const { data, ...rest } = Object(body);
      const said = JSON.stringify({ ...Object(change(rest)), ...(data !== undefined && { data: change(data) }) });
      const headers = new Headers({ 'content-type': 'application/json' });
      for (const text of added) headers.append('x-echo', encodeURIComponent(text.replaceAll('\ud800', '')));
      // As escapes as well.
      return new Response(said.replaceAll('/', '\\/').replaceAll('-', '\\u002d'), { status: response.status, headers });
    };
}

function formats(report: ConformanceReport): [string, string][] {
  const { recording, ...rest } = report;
  return [
    ...(['text', 'json', 'junit', 'html'] as const).map((format): [string, string] => [
      format,
      formatReport(rest, format),
    ]),
    // Without the commands of the kit, which are the only ones.
    ['github', formatReport(rest, 'github').replaceAll(/^::(?:error|warning|notice) title=[^:]*::/gm, '')],
    ['recording', printableJson(recording ?? null, 2)],
    ['policies', printableJson(report.policiesFile, 2)],
  ];
}

describe.each([false, true])('a report with showValues %s', (showValues) => {
  detail(
    'has no character and no line of the server that a terminal, a browser or a CI system interprets',
    async () => {
      const report = await runAll(
        {},
        saying(() => [hostile]),
        { record: true, showValues, maxRequests: 400 },
      );
      expect(placesOf(report.differences).length).toBeGreaterThan(20);
      for (const [format, text] of formats(report)) {
        for (const line of text.split('\n')) expect(line, format).not.toMatch(unsafe);
        expect(text, format).not.toMatch(/^\s*Result: the server conforms/m);
      }
      for (const { subject, message, curl = [] } of placesOf([...report.differences, ...report.observations])) {
        for (const text of [subject, message, ...curl]) expect(text).not.toMatch(unsafe);
      }
      for (const { reason = '' } of [...report.rules, ...report.policies, ...report.operations]) {
        expect(reason).not.toMatch(unsafe);
      }
      // The escapes of JSON keep the values.
      expect(JSON.parse(formatReport(report, 'json'))).toEqual(JSON.parse(JSON.stringify(report)));
    },
  );

  detail('has no secret of the options, in whichever form the server echoes it', async () => {
    const { mock, secondToken } = start({ token: 'main/token+0123="456\\789"' });
    const { workspace } = mock.tokens.list().find(({ token }) => token === secondToken) ?? {};
    mock.tokens.issue({ token: secrets.second, ...(workspace !== undefined && { workspace }) });
    const all = [mock.token, ...Object.values(secrets)];
    const forms = all.flatMap((secret) => {
      const json = JSON.stringify(secret).slice(1, -1);
      return [secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret)];
    });
    const texts = [...forms, `${'x'.repeat(190)}${forms.join(' ')}`];
    const report = await runConformance({
      baseUrl: `${mock.baseUrl}/sandboxes/${encodeURIComponent(mock.token)}`,
      token: mock.token,
      secondToken: secrets.second,
      headers: { 'x-gateway': `Key ${secrets.header}`, cookie: `a=b; sid=${secrets.cookie}` },
      fetch: (input, init) => saying(() => texts)(mock)(String(input).replace(/\/sandboxes\/[^/]+/, ''), init),
      record: true,
      showValues,
      maxRequests: 200,
    });
    expect(placesOf([...report.differences, ...report.observations]).length).toBeGreaterThan(20);
    for (const [format, text] of formats(report)) {
      for (const form of forms) expect(text, format).not.toContain(form);
      // Not the start of one that was cut off either.
      expect(text, format).not.toMatch(/main.token.0123|gateway.key.0123|cookie-value-0|second-token-0/);
    }
    expect(report.baseUrl).toBe(`${mock.baseUrl}/sandboxes/[token]`);
  });
});

detail('no response that is not JSON, no failure and no redirect is a way around', async () => {
  const { mock } = start();
  const key = 'gateway-key-0123456789';
  const answers: (() => Response)[] = [
    () => new Response(`${'x'.repeat(190)} ${key} ${hostile}`, { headers: { 'content-type': `text/${key}` } }),
    () => new Response(null, { status: 302, headers: { location: `https://x.example/${key}?\u009b31m` } }),
    () => new Response(`${hostile} ${mock.token}`, { status: 500 }),
    () => {
      throw new TypeError(`cannot send ${key} ${hostile}`, { cause: new Error(`${hostile} ${mock.token} ${key}`) });
    },
  ];
  for (const answer of answers) {
    const fetch = async () => answer();
    const options = { baseUrl: mock.baseUrl, token: mock.token, headers: { 'x-key': key }, fetch, maxRequests: 3 };
    const report = await runConformance(options);
    for (const [format, text] of formats(report)) {
      for (const line of text.split('\n')) expect(line, format).not.toMatch(unsafe);
      expect(text).not.toContain('gateway-');
      expect(text).not.toContain(mock.token);
    }
  }
});

detail('a header with the id of a record changes no finding', async () => {
  const { mock } = start();
  const id = mock.db.customers.find({})?.id ?? '';
  const options = { baseUrl: mock.baseUrl, token: mock.token, fetch: mock.fetch, showValues: true };
  const report = await runConformance({ ...options, headers: { 'x-customer': id } });
  expect(report.differences).toEqual([]);
  expect(formatReport(report, 'json')).not.toContain(id);
});

test.each([
  { baseUrl: 'ftp://user:hunter2@host.example' },
  { baseUrl: 'user:hunter2@host.example' },
  { baseUrl: 'https://user:hunter2@host.example' },
  { baseUrl: 'https://host.example/?key=hunter2' },
  { token: 'hunter2\n' },
  { token: 'hunter2€' },
  { secondToken: 'hunter2 ' },
  { headers: { authorization: 'Basic hunter2\n\u20ac' } },
  { headers: { 'hunter2 name': 'hunter2' } },
])('the error about %j does not show the secret', async (options) => {
  const valid = { baseUrl: 'https://host.example', token: 'token' };
  await expect(runConformance({ ...valid, ...options })).rejects.toThrow(/^(?!.*hunter2)/s);
});

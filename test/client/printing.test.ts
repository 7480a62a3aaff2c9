/** Texts of a hostile service in everything that the client prints. */
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BracketKeyError, MasterDataError } from '../../src/errors/index.ts';
import { customer, ids } from './records.ts';
import { connect, listen, rejection, type ScriptedResponse, serve } from './server.ts';

const hostile =
  'a\u001b[2J\u001b]0;title\u0007\r\n::error::forged\n##vso[task.complete]\u0085\u2028\u2029\u009b31m\u007f\u0000' +
  '\u202e\u2066\u061c\u200b\u200f\ufeff\u{e0041}\ufe0f\u3164';

/** Characters that no printed line may contain, and commands of CI systems. */
const unsafe = /[\p{C}\p{Zl}\p{Zp}\p{DI}]|##\w*\[|^\s*::[a-z]/u;

const latin1 = 'a\u009b31m\u0085\u00ad';
const headers = { 'x-request-id': latin1, 'content-type': `text/plain; x=${latin1}` };

const responses: readonly ScriptedResponse[] = [
  ...[200, 400, 401, 403, 404, 409, 418, 500].flatMap((status): ScriptedResponse[] => [
    { status, json: { success: false, error: hostile, details: [hostile, { path: [hostile], message: hostile }] } },
    { status, json: { error: 'Validation error', details: { [hostile]: hostile } } },
    { status, headers, body: hostile },
    { status, json: { success: true, data: { ...customer, type: hostile, [hostile]: hostile } } },
    { status, json: { success: true, data: [{ ...customer, type: hostile }], [hostile]: 1 } },
  ]),
  { status: 302, headers: { location: `https://elsewhere.example/${latin1}` } },
  { json: { success: true, data: [customer] }, headers: { link: `</api/customers?${latin1}>; rel="next"` } },
  { json: { success: true, data: [] }, headers: { link: `<https://${latin1}.example/>; rel="next"` } },
];

async function read(list: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of list);
}

async function failureOf(call: PromiseLike<unknown>): Promise<Error> {
  const error = await rejection(call);
  if (error instanceof MasterDataError) return error;
  throw error;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('messages and log lines', () => {
  test.each(responses.map((response) => [JSON.stringify(response).slice(0, 60), response] as const))(
    'are safe to print for %s',
    async (_, response) => {
      for (const mode of ['warn', 'throw'] as const) {
        const server = await serve(response);
        const { logger, lines } = listen();
        const client = connect(server, { logger, logLevel: 'debug', maxRetries: 0, validation: { responses: mode } });
        const calls = [
          client.customers.get(ids.customer).result(),
          client.customers.list().result(),
          read(client.customers.list()).catch((error: unknown) => ({ ok: false as const, error })),
        ];
        for (const outcome of await Promise.all(calls)) {
          if (!outcome || !('error' in outcome)) continue;
          const error = outcome.error as MasterDataError;
          expect(error).toBeInstanceOf(MasterDataError);
          expect(error.message).not.toMatch(unsafe);
          expect(String(error)).not.toMatch(unsafe);
          expect(error.stack?.split('\n    at ')[0]).not.toMatch(unsafe);
        }
        expect(lines.length).toBeGreaterThan(2);
        for (const line of lines) expect(line).not.toMatch(unsafe);
      }
    },
  );

  test('show the characters by their numbers, and fields keep the text of the service', async () => {
    const error = 'a\u001b[1m\n\u202eb';
    const details = { 'name\u200b': 'is\u0007 wrong' };
    const server = await serve({ status: 400, json: { success: false, error, details } });
    const failure = await failureOf(connect(server, { maxRetries: 0 }).customers.get(ids.customer));
    expect(failure).toMatchObject({ error, details, issues: [{ path: 'name\u200b', message: 'is\u0007 wrong' }] });
    expect(failure.message).toMatch(/failed with 400: a\\x1b\[1m \\u\{202e\}b: name\\u\{200b\} is\\x07 wrong$/);
    expect(inspect(failure)).toContain(failure.message);
  });

  test('are safe on the console, even if the service names a member', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const server = await serve({ json: { success: true, data: [], ['\u001b]52;c;x\u0007::error::\n']: 1 } });
    await connect(server, { logger: undefined }).customers.list();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('has \\x1b]52;c;x\\x07\\x3a:error::\\x0a, which')]]);
  });

  test('are safe if a connection fails, or user code throws', async () => {
    const fails = async () => {
      throw new Error(hostile);
    };
    const { logger, lines } = listen();
    for (const options of [{ fetch: fails }, { apiToken: fails }, { hooks: { onRequest: fails } }]) {
      const client = connect(await serve(), { logger, logLevel: 'debug', maxRetries: 0, ...options });
      expect((await failureOf(client.customers.list())).message).not.toMatch(unsafe);
    }
    const hooks = { onResponse: fails, onError: fails };
    await rejection(connect(await serve({ status: 404 }), { logger, hooks }).customers.get(ids.customer));
    await vi.waitFor(() => expect(lines.join('\n')).toContain('onError failed'));
    for (const line of lines) expect(line).not.toMatch(unsafe);
  });

  test('are safe in errors about keys, and in subclasses', () => {
    class OwnError extends MasterDataError {}
    expect(new BracketKeyError(hostile, 'is not a key').message).not.toMatch(unsafe);
    expect(new OwnError('\u202e', { cause: 1 })).toMatchObject({ message: '\\u{202e}', cause: 1 });
    expect(Object.hasOwn(new MasterDataError(), 'message')).toBe(false);
  });
});

test('the name of an unknown member is no way to print the token', async () => {
  const apiToken = 'secret-secret-secret-secret';
  const server = await serve({ json: { success: true, data: [], [apiToken]: 1 } });
  const { logger, lines } = listen();
  const client = connect(server, { apiToken, logger });
  await client.customers.list();
  await read(client.customers.list());
  expect(lines).toHaveLength(2);
  expect(lines.join('\n')).not.toContain(apiToken);
});

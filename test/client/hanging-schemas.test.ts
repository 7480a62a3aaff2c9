/** A schema of the program can wait for anything. `signal` and `totalTimeout` end the call nevertheless. */
import { describe, expect, test, vi } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { defineOperation } from '../../src/contract/define-operation.ts';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';
import type { ApiPromise } from '../../src/transport/api-promise.ts';
import type { RequestOptions } from '../../src/types/options.ts';
import { unhandledRejections } from '../unhandled-rejections.ts';
import { listen, rejection } from './server.ts';

type Schema = StandardSchema<object>;
const schemaOf = (validate: () => Promise<object>): Schema => ({ '~standard': { validate } });
const valid = schemaOf(async () => ({}));

const sent: readonly [
  string,
  number,
  (client: MasterDataClient, schema: Schema, options: RequestOptions) => ApiPromise<unknown>,
][] = [
  [
    'the data of a request',
    1,
    ({ request }, schema, options) => request({ method: 'GET', path: '/a', schema }, options),
  ],
  [
    'the data of an operation',
    1,
    ({ call }, response, options) =>
      call(defineOperation({ name: 'notes.list', method: 'GET', path: '/api/notes', response }), {}, options),
  ],
  [
    'a body',
    0,
    ({ call }, body, options) =>
      call(
        defineOperation({ name: 'notes.create', method: 'POST', path: '/api/notes', body, response: valid }),
        { body: {} },
        options,
      ),
  ],
  [
    'a query',
    0,
    ({ call }, query, options) =>
      call(
        defineOperation({ name: 'notes.list', method: 'GET', path: '/api/notes', query, response: valid }),
        { query: {} },
        options,
      ),
  ],
];

describe.each(sent)('while the schema of %s does not settle', (_, attempts, send) => {
  describe.each(['warn', 'throw'] as const)('in the mode %s', (mode) => {
    /** Sends a call whose schema runs until `fail` is called. */
    function start(options: RequestOptions, onValidate = () => {}) {
      const fetch = vi.fn(async () => Response.json({ success: true, data: {} }));
      const onError = vi.fn();
      const client = new MasterDataClient({
        baseUrl: 'http://localhost',
        apiToken: 'token',
        fetch,
        logger: listen().logger,
        validation: { requests: mode, responses: mode },
        hooks: { onError },
      });
      let fail = (): void => {};
      const schema = schemaOf(() => {
        onValidate();
        return new Promise((_resolve, reject) => (fail = () => reject(new Error('late'))));
      });
      return { call: send(client, schema, options), fetch, onError, fail: () => fail() };
    }

    test('an abort ends the call', async () => {
      const controller = new AbortController();
      const abort = () => controller.abort(new Error('closed'));
      const { call, fetch, onError, fail } = start({ signal: controller.signal }, () => setTimeout(abort));
      const result = call.result();
      const error = await rejection(call);
      expect(error).toMatchObject({ name: 'AbortError', cause: { message: 'closed' } });
      expect(await result).toEqual({ ok: false, error });
      expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error, attempts }));
      expect(fetch).toHaveBeenCalledTimes(attempts);
      expect(await unhandledRejections(fail)).toEqual([]);
    });

    test('the total timeout ends the call', async () => {
      const { call, fetch, onError, fail } = start({ totalTimeout: 500, timeout: false });
      expect(await rejection(call)).toMatchObject({
        name: 'TimeoutError',
        attempts,
        message: expect.stringMatching(
          attempts === 1
            ? /timed out after 500 ms in total \(totalTimeout, 1 attempt\)$/
            : /timed out after 500 ms in total \(totalTimeout, 0 attempts\)$/,
        ),
      });
      expect(onError).toHaveBeenCalledOnce();
      expect(fetch).toHaveBeenCalledTimes(attempts);
      expect(await unhandledRejections(fail)).toEqual([]);
    });
  });
});

test('the time between the response and the use of its data does not count', async () => {
  const client = new MasterDataClient({
    baseUrl: 'http://localhost',
    apiToken: 'token',
    fetch: async () => Response.json({ success: true, data: 7 }),
    validation: { responses: 'throw' },
  });
  const schema = schemaOf(() => new Promise((resolve) => setTimeout(resolve, 50, {})));
  const call = client.request({ method: 'GET', path: '/api/x', schema }, { totalTimeout: 500 });
  await call.asResponse();
  await new Promise((resolve) => setTimeout(resolve, 550));
  expect(await call).toBe(7);
});

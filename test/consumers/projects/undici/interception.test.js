import assert from 'node:assert/strict';
import http, { get } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, test } from 'node:test';
import { createMockServer } from 'masterdata-sdk/mock';
import { setupMockServer } from 'masterdata-sdk/mock/node';
import * as undici from 'undici';

// A port without a server, so that requests fail if they are not intercepted.
const mock = createMockServer({ baseUrl: 'http://127.0.0.1:2', token: 'test' });
const url = 'http://127.0.0.1:2/api/payment-terms';
const options = { headers: { authorization: 'Bearer test' } };
const savedFetch = fetch;

const server = setupMockServer(mock);
before(() => server.listen({ onUnhandledFrame: 'error' }));
after(() => server.close());

const statusWith = (send) =>
  new Promise((resolve, reject) => {
    send(url, options, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });

test('MSW intercepts the global fetch and the functions of the module object', async () => {
  assert.equal((await fetch(url, options)).status, 200);
  assert.equal(await statusWith(http.get), 200);
});

test("MSW does not intercept undici's functions, and functions from before listen()", async () => {
  await assert.rejects(undici.fetch(url, options));
  await assert.rejects(undici.request(url, options));
  await assert.rejects(savedFetch(url, options));
  await assert.rejects(statusWith(get));

  syncBuiltinESMExports();
  assert.equal(await statusWith(get), 200);
});

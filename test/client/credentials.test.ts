import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { MasterDataClient } from '../../src/client.ts';
import { connect, rejection, serveWith, type TestServer, token } from './server.ts';

const secrets = /hunter2|alice/;

test.each([
  ['of the origin', (url: string) => url.replace('//', '//alice:hunter2@')],
  ['of the origin with a user only', (url: string) => url.replace('//', '//alice@')],
  ['without a scheme', (url: string) => url.replace('http://', '//alice:hunter2@')],
  ['with backslashes', (url: string) => url.replace('//', '\\\\alice:hunter2@')],
  ['with an at sign and a quote', (url: string) => url.replace('//', "//alice:hunter2@'x@")],
  ['of another origin', () => 'https://alice:hunter2@elsewhere.example/'],
  ['that is not a URL', () => 'http://alice:hunter2@['],
])('a redirect with a password is an error that does not show it: %s', async (_, withPassword) => {
  for (const status of [301, 302, 303, 307, 308]) {
    const server: TestServer = await serveWith(() => {
      const location = `${withPassword(server.url)}/x`;
      return {
        status,
        headers: { location, 'content-type': 'text/html' },
        body: `<p>${' '.repeat(990)}Moved to <a href="${location}">${location}</a></p>`,
      };
    });
    const client = connect(server);
    const { list, create } = client.customers;
    for (const send of [() => list(), () => create({ name: 'A', type: 'company' })]) {
      const error = await rejection(send());
      expect(error).toMatchObject({ name: 'UnexpectedResponseError', status });
      expect(String(error)).toMatch(/received a redirect to .*\/x, which is not followed/);
      const printed = inspect(error, { showHidden: true }) + JSON.stringify(error);
      expect(printed).not.toMatch(secrets);
    }
    expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
  }
});

test('a base URL with a password is rejected without showing it', () => {
  for (const baseUrl of [
    'https://alice:hunter2@api.example.com',
    'https://alice@x.y',
    '//alice:hunter2@x.y',
    'alice:hunter2@x',
  ]) {
    expect(() => new MasterDataClient({ baseUrl, apiToken: token })).toThrow(expect.not.stringMatching(secrets));
  }
});

test.each(['https://alice:hunter2@x.y/api/x', '//alice:hunter2@x.y', '/https://alice:hunter2@x.y/?a'])(
  'a path with a password is rejected without showing it: %s',
  async (path) => {
    const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: token });
    const { request, customers } = client;
    for (const send of [() => request({ method: 'GET', path }), () => customers.get(`${path}\ud800`)]) {
      const error = await rejection(send());
      expect(error).toHaveProperty('name', 'InvalidRequestError');
      expect(inspect(error)).not.toMatch(secrets);
    }
  },
);

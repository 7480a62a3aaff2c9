import { expect, test } from 'vitest';
import { toReachable } from '../../mocks/workbench/reachable.ts';

const server = 'http://127.0.0.1:4010';

test.each([
  ['the server itself', `${server}`, `${server}/__mock/`, server],
  ['a mock at a path', `${server}/v1`, `${server}/__mock/`, `${server}/v1`],
  ['a sandbox', `${server}/sandboxes/one`, `${server}/sandboxes/one/__mock/`, `${server}/sandboxes/one`],
  ['a proxy with HTTPS', 'http://mock.example', 'https://mock.example/__mock/', 'https://mock.example'],
  ['a proxy with a prefix', server, 'https://a.example/shop/__mock/', 'https://a.example/shop'],
  ['a mock at a path, behind a prefix', `${server}/v1`, 'https://a.example/shop/__mock/', 'https://a.example/shop/v1'],
  [
    'a sandbox, behind a prefix',
    `${server}/sandboxes/one`,
    'https://a.example/shop/sandboxes/one/__mock/',
    'https://a.example/shop/sandboxes/one',
  ],
  [
    'a sandbox in the list of its server, behind a prefix',
    `${server}/sandboxes/one`,
    'https://a.example/shop/__mock/',
    'https://a.example/shop/sandboxes/one',
  ],
  [
    'a server that knows its proxy',
    'https://a.example/shop',
    'https://a.example/shop/__mock/',
    'https://a.example/shop',
  ],
  [
    'a sandbox of a server that knows its proxy, without the proxy',
    'https://a.example/shop/sandboxes/one',
    `${server}/sandboxes/one/__mock/`,
    `${server}/sandboxes/one`,
  ],
])('finds the URL of %s', (_, url, controlUrl, expected) => {
  expect(toReachable(url, controlUrl)).toBe(expected);
});

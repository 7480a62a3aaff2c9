import { expect, test } from 'vitest';
import { toCurl } from '../../mocks/workbench/code/curl.ts';
import { chosenHeaders, formatHeaders, parseHeaders } from '../../mocks/workbench/code/headers.ts';

const url = 'http://mock.example/api/customers';

test('sends a body as JSON by default', () => {
  expect(toCurl({ method: 'POST', url, body: '{}' })).toBe(
    `curl -sS -X POST ${url} \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{}'`,
  );
});

test('sends the headers of a request, and quotes them for the shell', () => {
  const headers = { 'content-type': 'text/plain', 'x-note': "it's $HOME", 'x-empty': '' };
  expect(toCurl({ method: 'POST', url, headers, body: 'a b' }).split(' \\\n  ').slice(1)).toEqual([
    "-H 'content-type: text/plain'",
    "-H 'x-note: it'\\''s $HOME'",
    "-H 'x-empty;'",
    "--data-raw 'a b'",
  ]);
});

test('does not let curl add a type that the request did not have', () => {
  expect(toCurl({ method: 'POST', url, headers: {}, body: 'a' })).toContain("-H 'Content-Type:'");
});

test('sends a URL with brackets or braces once', () => {
  expect(toCurl({ method: 'GET', url: `${url}?shipping[weight]=[1-9000]` })).toBe(
    `curl -sS -g '${url}?shipping[weight]=[1-9000]'`,
  );
  expect(toCurl({ method: 'DELETE', url: `${url}/{a,b}` })).toBe(`curl -sS -g -X DELETE '${url}/{a,b}'`);
});

test('does not wait for the body of a HEAD request', () => {
  expect(toCurl({ method: 'HEAD', url })).toBe(`curl -sS --head ${url}`);
});

test('leaves out the headers that clients and proxies add', () => {
  const headers = {
    ...{ host: 'mock.example', 'user-agent': 'node', 'sec-fetch-mode': 'cors', 'x-forwarded-for': '10.0.0.1' },
    ...{ 'content-type': 'application/json', 'x-request-id': '1' },
  };
  expect(chosenHeaders(headers)).toEqual({ 'content-type': 'application/json', 'x-request-id': '1' });
});

test('reads the headers that it writes', () => {
  const headers = { 'content-type': 'application/json', link: '<http://mock.example>; rel="next"', 'x-empty': '' };
  expect(parseHeaders(`\n${formatHeaders(headers)}\n`)).toEqual(headers);
});

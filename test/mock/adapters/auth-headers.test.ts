import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import { startMock } from '../helpers.ts';

/** The status of a request whose header lines go over the wire as they are written here. */
async function send(lines: (token: string) => readonly string[]): Promise<number> {
  const mock = startMock();
  const server = await listen(mock);
  try {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      ['GET /api/customers HTTP/1.1', 'Host: localhost', 'Connection: close', ...lines(mock.token), '', ''].join(
        '\r\n',
      ),
    );
    return Number((await text(socket)).split(' ')[1]);
  } finally {
    await server.close();
  }
}

describe('over HTTP, the Authorization header', () => {
  test.each<[string, (token: string) => readonly string[]]>([
    ['in lower case', (token) => [`authorization: Bearer ${token}`]],
    ['in upper case', (token) => [`AUTHORIZATION: Bearer ${token}`]],
    ['with a scheme in lower case', (token) => [`Authorization: bearer ${token}`]],
    ['with a scheme in upper case', (token) => [`Authorization: BEARER ${token}`]],
    ['without a space after the colon', (token) => [`Authorization:Bearer ${token}`]],
    ['with spaces around its value', (token) => [`Authorization: \t Bearer ${token} \t `]],
    ['with several spaces after the scheme', (token) => [`Authorization: Bearer   ${token}`]],
  ])('%s opens the workspace', async (_, lines) => {
    expect(await send(lines)).toBe(200);
  });

  test.each<[string, (token: string) => readonly string[]]>([
    ['missing', () => []],
    ['empty', () => ['Authorization:']],
    ['of spaces', () => ['Authorization:    ']],
    ['with the scheme alone', () => ['Authorization: Bearer']],
    ['with the token alone', (token) => [`Authorization: ${token}`]],
    ['with another scheme', (token) => [`Authorization: Basic ${token}`]],
    ['with another scheme for a token', (token) => [`Authorization: Token ${token}`]],
    ['with no space after the scheme', (token) => [`Authorization: Bearer${token}`]],
    ['with a colon after the scheme', (token) => [`Authorization: Bearer: ${token}`]],
    ['with a tab after the scheme', (token) => [`Authorization: Bearer\t${token}`]],
    ['with the token in upper case', (token) => [`Authorization: Bearer ${token.toUpperCase()}`]],
    ['with the token cut short', (token) => [`Authorization: Bearer ${token.slice(0, -1)}`]],
    ['with the token twice', (token) => [`Authorization: Bearer ${token} ${token}`]],
    ['twice', (token) => [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`]],
    ['twice, the second wrong', (token) => [`Authorization: Bearer ${token}`, 'authorization: Bearer x']],
    ['twice, the first wrong', (token) => ['Authorization: Bearer x', `Authorization: Bearer ${token}`]],
    ['in another header', (token) => [`X-Authorization: Bearer ${token}`, `Proxy-Authorization: Bearer ${token}`]],
    ['in a cookie', (token) => [`Cookie: authorization=Bearer ${token}`]],
  ])('%s gets a 401', async (_, lines) => {
    expect(await send(lines)).toBe(401);
  });
});

describe('a token that an HTTP header cannot contain is rejected', () => {
  test.each(['', ' ', 'a b', 'a\tb', 'a\n', 'schlüssel'])('%j', (token) => {
    const mock = startMock();
    expect(() => mock.tokens.issue({ token })).toThrow(TypeError);
    expect(() => startMock({ token })).toThrow(/^createMockServer\.token: must be printable ASCII without spaces$/);
  });
});

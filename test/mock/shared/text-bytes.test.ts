import { expect, test } from 'vitest';
import { decodeText } from '../../../mocks/shared/text-bytes.ts';

const text = '{ "name": "Söhne €😀" }';
const mark = `\ufeff${text}`;

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(mark)],
  ['UTF-16LE', Buffer.from(text, 'utf16le')],
  ['UTF-16LE with a byte order mark', Buffer.from(mark, 'utf16le')],
  ['UTF-16BE', Buffer.from(text, 'utf16le').swap16()],
  ['UTF-16BE with a byte order mark', Buffer.from(mark, 'utf16le').swap16()],
])('a text in %s', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text);
});

test('short texts', () => {
  expect([decodeText(Buffer.from('')), decodeText(Buffer.from('a'))]).toEqual(['', 'a']);
});

test('another encoding is an error, unless the caller accepts it', () => {
  const bytes = Buffer.from(text, 'latin1');
  expect(() => decodeText(bytes)).toThrow(
    'must be in UTF-8, or in UTF-16 with a byte order mark. Save the file as UTF-8.',
  );
  expect(decodeText(bytes, { fatal: false })).toContain('"S\ufffdhne');
});

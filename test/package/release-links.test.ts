import { expect, test } from 'vitest';
import { absoluteLinks, toHttps } from '../../release/absolute-links.ts';

test.each([
  'git+https://example.com/acme/sdk.git',
  'https://example.com/acme/sdk',
  'git@example.com:acme/sdk.git',
  'ssh://git@example.com/acme/sdk.git',
  'https://user:secret@example.com/acme/sdk.git',
])('the address of the repository %s has neither a prefix nor a token', (url) => {
  expect(toHttps(url)).toBe('https://example.com/acme/sdk');
});

test('links and pictures become absolute, also a picture that is a link', () => {
  const page = [
    '[Client](docs/client.md#hooks), [npm](https://example.com), [above](#top)',
    '![Console](docs/public/console.svg)',
    '[![Requests](docs/public/requests.webp)](docs/public/requests.webp)',
  ].join('\n');
  expect(absoluteLinks(page, 'https://example.com/acme/sdk', '1.2.3')).toBe(
    [
      '[Client](https://example.com/acme/sdk/blob/v1.2.3/docs/client.md#hooks), [npm](https://example.com), [above](#top)',
      '![Console](https://example.com/acme/sdk/raw/v1.2.3/docs/public/console.svg)',
      '[![Requests](https://example.com/acme/sdk/raw/v1.2.3/docs/public/requests.webp)]' +
        '(https://example.com/acme/sdk/blob/v1.2.3/docs/public/requests.webp)',
    ].join('\n'),
  );
});

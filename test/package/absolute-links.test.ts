import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { absoluteLinks, repositoryUrl, toHttps } from '../../release/absolute-links.ts';

const repository = 'https://git.example/acme/masterdata-sdk';

test('links and pictures become absolute, also a picture that is a link, and others stay', () => {
  const markdown = [
    '[Errors](docs/errors.md), [MSW](https://mswjs.io), [below](#license)',
    '[Faults](docs/faults.md#hold-a-call)',
    '![A picture: of it](docs/public/console.svg)',
    '[![Requests](docs/public/requests.webp)](docs/public/requests.webp)',
  ].join('\n');
  expect(absoluteLinks(markdown, repository, '1.2.3').split('\n')).toEqual([
    `[Errors](${repository}/blob/v1.2.3/docs/errors.md), [MSW](https://mswjs.io), [below](#license)`,
    `[Faults](${repository}/blob/v1.2.3/docs/faults.md#hold-a-call)`,
    `![A picture: of it](${repository}/raw/v1.2.3/docs/public/console.svg)`,
    `[![Requests](${repository}/raw/v1.2.3/docs/public/requests.webp)](${repository}/blob/v1.2.3/docs/public/requests.webp)`,
  ]);
});

test('README.md has no relative link after that', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  expect(readme).toMatch(/\]\(docs\//);
  expect(absoluteLinks(readme, repository, '1.2.3')).not.toMatch(/\]\((?!https?:|#)/);
});

test.each([
  'git+https://git.example/acme/masterdata-sdk.git',
  'git@git.example:acme/masterdata-sdk.git',
  'ssh://git@git.example/acme/masterdata-sdk.git',
  'https://user:secret@git.example/acme/masterdata-sdk.git',
  repository,
])('the address of the repository %s has neither a prefix nor a token', (url) => {
  expect(toHttps(url)).toBe(repository);
});

test('package.json names the repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'masterdata-sdk-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const url = `git+${repository}.git`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', repository: { type: 'git', url } }));
  expect(repositoryUrl(folder)).toBe(repository);
});

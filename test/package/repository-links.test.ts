import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { absoluteLinks, repositoryUrl, toHttps } from '../../release/repository-links.ts';

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

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'masterdata-sdk-links-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('package.json names the repository', () => {
  const folder = temporaryFolder();
  const url = `git+${repository}.git`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3', repository: { type: 'git', url } }));
  expect(repositoryUrl(folder)).toBe(repository);
});

describe('before and after npm publishes', () => {
  const script = join(import.meta.dirname, '../../release/write-links.ts');
  const readme = '[Errors](docs/errors.md)\n';
  const manifest =
    '{ "version": "1.2.3", "repository": "https://git.example/acme/masterdata-sdk", "homepage": "https://acme.example" }';

  function prepare(packageJson: string) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), packageJson);
    writeFileSync(join(folder, 'README.md'), readme);
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    return { run, read };
  }

  test('package.json and README.md get the addresses of the repository, and lose them again', () => {
    const { run, read } = prepare(manifest);
    expect(run('--check')).toMatchObject({ status: 0, stderr: '' });
    expect(read('package.json')).toBe(manifest);
    // The first publication fails, and does not restore the files.
    for (let publication = 1; publication <= 2; publication += 1) {
      expect(run()).toMatchObject({ status: 0, stderr: '' });
      expect(JSON.parse(read('package.json'))).toEqual({
        version: '1.2.3',
        repository: { type: 'git', url: `git+${repository}.git` },
        homepage: 'https://acme.example',
        bugs: { url: `${repository}/issues` },
      });
      expect(read('README.md')).toBe(`[Errors](${repository}/blob/v1.2.3/docs/errors.md)\n`);
    }
    expect(run('--restore')).toMatchObject({ status: 0, stderr: '' });
    expect([read('package.json'), read('README.md')]).toEqual([manifest, readme]);
    expect(run('--restore').status).toBe(0);
  });

  test('an error says how to set a repository that is missing', () => {
    const { run, read } = prepare('{ "version": "1.2.3" }');
    const error = expect.stringContaining('npm pkg set repository=https://github.com/OWNER/NAME');
    expect(run('--check')).toMatchObject({ status: 1, stderr: error });
    expect(run()).toMatchObject({ status: 1, stderr: error });
    expect(read('package.json')).toBe('{ "version": "1.2.3" }');
  });
});

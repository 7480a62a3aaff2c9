import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { absoluteLinks, repositoryUrl, toHttps } from '../../release/repository-links.ts';

const root = join(import.meta.dirname, '../..');
const repository = 'https://git.example/acme/masterdata-sdk';
const release = { repository, version: '1.2.3' };

test('links and pictures become absolute, also a picture that is a link, and others stay', () => {
  const markdown = [
    '[Errors](docs/errors.md), [MSW](https://mswjs.io), [below](#license)',
    '[Faults](docs/faults.md#hold-a-call)',
    '![A picture: of it](docs/public/console.svg)',
    '[![Requests](docs/public/requests.webp)](docs/public/requests.webp)',
  ].join('\n');
  expect(absoluteLinks({ file: 'README.md', markdown }, release).split('\n')).toEqual([
    `[Errors](${repository}/blob/v1.2.3/docs/errors.md), [MSW](https://mswjs.io), [below](#license)`,
    `[Faults](${repository}/blob/v1.2.3/docs/faults.md#hold-a-call)`,
    `![A picture: of it](${repository}/raw/v1.2.3/docs/public/console.svg)`,
    `[![Requests](${repository}/raw/v1.2.3/docs/public/requests.webp)](${repository}/blob/v1.2.3/docs/public/requests.webp)`,
  ]);
});

test('a guide keeps the links to files of the package, and those in code', () => {
  const markdown = [
    '[Errors](errors.md#issues), [a project](../test/consumers/projects/vitest), [Contributing](../CONTRIBUTING.md)',
    '![A picture](public/console.svg), ![another](public/other.svg)',
    '```ts',
    'calls[0](argument)',
    '```',
    '[Resources](resources/index.md)',
  ].join('\n');
  const isPacked = (file: string) => /^docs\/(?:[^/]+\.md|resources\/.+|public\/console\.svg)$/.test(file);
  expect(absoluteLinks({ file: 'docs/faults.md', markdown }, { ...release, isPacked }).split('\n')).toEqual([
    `[Errors](errors.md#issues), [a project](${repository}/blob/v1.2.3/test/consumers/projects/vitest), [Contributing](${repository}/blob/v1.2.3/CONTRIBUTING.md)`,
    `![A picture](public/console.svg), ![another](${repository}/raw/v1.2.3/docs/public/other.svg)`,
    '```ts',
    'calls[0](argument)',
    '```',
    '[Resources](resources/index.md)',
  ]);
});

/** Returns the targets of the relative links of a page. */
const relativeLinks = (markdown: string) =>
  Array.from(markdown.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g), ([, target = '']) => target);

test('README.md has no relative link after that', () => {
  const markdown = readFileSync(join(root, 'README.md'), 'utf8');
  expect(relativeLinks(markdown).length).toBeGreaterThan(50);
  expect(relativeLinks(absoluteLinks({ file: 'README.md', markdown }, release))).toEqual([]);
});

test('the package has every file that README.md links to', () => {
  const { files }: { files: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packed = globSync(
    files.flatMap((name) => [name, `${name}/**`]),
    { cwd: root },
  );
  const links = relativeLinks(readFileSync(join(root, 'README.md'), 'utf8'));
  expect(links.filter((target) => !packed.includes(target))).toEqual([]);
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
  const guide = '[Retries](retries.md), [tests](../test)\n';
  const manifest =
    '{ "version": "1.2.3", "files": ["docs/*.md"], "repository": "https://git.example/acme/masterdata-sdk", "homepage": "https://acme.example" }';

  function prepare(packageJson: string) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), packageJson);
    writeFileSync(join(folder, 'README.md'), readme);
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, 'docs/errors.md'), guide);
    writeFileSync(join(folder, 'docs/retries.md'), '');
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
        files: ['docs/*.md'],
        repository: { type: 'git', url: `git+${repository}.git` },
        homepage: 'https://acme.example',
        bugs: { url: `${repository}/issues` },
      });
      expect(read('README.md')).toBe(`[Errors](${repository}/blob/v1.2.3/docs/errors.md)\n`);
      expect(read('docs/errors.md')).toBe(`[Retries](retries.md), [tests](${repository}/blob/v1.2.3/test)\n`);
    }
    expect(run('--restore')).toMatchObject({ status: 0, stderr: '' });
    expect([read('package.json'), read('README.md'), read('docs/errors.md')]).toEqual([manifest, readme, guide]);
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

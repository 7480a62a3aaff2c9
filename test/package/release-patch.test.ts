/** The check of the patch of a release. The job that makes the patch runs the code of dependencies. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { versionFiles } from '../../release/version-files.ts';
import { sample } from '../sample.ts';

const root = join(import.meta.dirname, '../..');
const changeset = "---\n'masterdata-sdk': minor\n---\n\nA list has `size`.\n\n- One.\n- Two.\n";
const changelog = '# Changelog\n\n## 0.1.0\n\n### Minor Changes\n\n- The first release.\n';
const entry = '## 0.2.0\n\n### Minor Changes\n\n- 1a2b3c4: A list has `size`.\n\n  - One.\n  - Two.\n';

const gitOptions = ['user.name=test', 'user.email=test@example.com', 'commit.gpgsign=false'].flatMap((each) => [
  '-c',
  each,
]);

let folder: string;
const path = (file: string) => join(folder, file);
const read = (file: string) => readFileSync(path(file), 'utf8');
const write = (file: string, text: string) => {
  mkdirSync(dirname(path(file)), { recursive: true });
  writeFileSync(path(file), text);
};
const git = (...args: string[]) =>
  execFileSync('git', [...gitOptions, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

/** Writes what `npm run release:version` writes. */
function writeRelease(version = '0.2.0'): void {
  for (const [file, replaceVersion] of Object.entries(versionFiles)) write(file, replaceVersion(read(file), version));
  write('CHANGELOG.md', changelog.replace('\n', `\n\n${entry.replace('0.2.0', version)}`));
  rmSync(path('.changeset/size.md'));
}

/** Restores the checkout. */
function reset(): void {
  git('reset', '--quiet', '--hard');
  git('clean', '--quiet', '--force', '-d');
}

/** Applies the changes of the working tree to a fresh checkout, as a patch. */
function apply() {
  git('add', '--all', '--intent-to-add');
  const patch = git('diff', '--binary', 'HEAD');
  reset();
  writeFileSync(path('.git/release.patch'), patch);
  const script = join(root, 'release/apply-patch.ts');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, '.git/release.patch'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'masterdata-sdk-release-'));
  for (const file of Object.keys(versionFiles)) {
    mkdirSync(dirname(path(file)), { recursive: true });
    cpSync(join(root, file), path(file));
    write(file, versionFiles[file]?.(read(file), '0.1.0') ?? '');
  }
  write('CHANGELOG.md', changelog);
  write('.changeset/size.md', changeset);
  write('.changeset/config.json', '{}\n');
  write('README.md', 'Text\n');
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First');
  return () => rmSync(folder, { recursive: true });
});

beforeEach(reset);

test('a release is in the index then, and no file of the working tree changes', () => {
  writeRelease();
  expect(apply()).toEqual({ stdout: '0.2.0\n', stderr: '', status: 0 });
  const staged = git('diff', '--cached', '--name-status', 'HEAD').trim().split('\n');
  const modified = ['CHANGELOG.md', ...Object.keys(versionFiles)].map((file) => `M\t${file}`);
  expect(staged.sort()).toEqual(['D\t.changeset/size.md', ...modified].sort());
  expect(read('CHANGELOG.md')).toBe(changelog);
});

test('an empty patch releases the version of package.json', () => {
  expect(apply()).toEqual({ stdout: '0.1.0\n', stderr: '', status: 0 });
});

const edit = (file: string, from: string | RegExp, to: string) => write(file, read(file).replace(from, to));

const attacks: Record<string, () => void> = {
  'adds a file': () => write('src/evil.ts', ''),
  'changes a workflow': () => write('.github/workflows/release.yml', 'on: push\n'),
  'changes another file': () => write('README.md', 'Other text\n'),
  'adds a script to package.json': () => edit('package.json', '"scripts": {', '"scripts": { "postinstall": "x",'),
  'adds a dependency': () => edit('package.json', '"ky":', '"evil": "*", "ky":'),
  'changes the lock file': () => edit('package-lock.json', /"integrity": "sha512-.{5}/, '"integrity": "sha512-AAAAA'),
  'changes the code next to the version': () => edit('src/contract/version.ts', /$/, 'evil();\n'),
  'changes the base image': () => edit('examples/docker/Dockerfile', /^FROM .*/m, 'FROM evil'),
  'adds a changeset': () => write('.changeset/other.md', changeset),
  'keeps and changes a changeset': () => write('.changeset/size.md', `${changeset}More.\n`),
  'deletes the configuration of changesets': () => rmSync(path('.changeset/config.json')),
  'deletes another file': () => rmSync(path('README.md')),
  'makes a file executable': () => chmodSync(path('src/contract/version.ts'), 0o755),
  'makes the changelog a link': () => {
    rmSync(path('CHANGELOG.md'));
    symlinkSync('README.md', path('CHANGELOG.md'));
  },
  'moves a file': () => {
    cpSync(path('README.md'), path('docs.md'));
    rmSync(path('README.md'));
  },
  'leaves a version out': () => edit('src/contract/version.ts', '0.2.0', '0.1.0'),
  'leaves the changelog out': () => write('CHANGELOG.md', changelog),
  'changes an older entry': () => edit('CHANGELOG.md', 'The first release.', 'Another first release.'),
  'deletes older entries': () => edit('CHANGELOG.md', /## 0\.1\.0.*/s, ''),
  'writes text before the entry': () => edit('CHANGELOG.md', '## 0.2.0', 'Text\n\n## 0.2.0'),
  'adds a script to the entry': () => edit('CHANGELOG.md', '  - Two.', '  - Two.\n<script setup>evil()</script>'),
  'adds an entry of another version': () => edit('CHANGELOG.md', '## 0.1.0', '## 0.1.5\n\n## 0.1.0'),
};

test.each(sample(Object.keys(attacks)))('is rejected if it %s', (name) => {
  writeRelease();
  attacks[name]?.();
  const { stdout, stderr, status } = apply();
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
  expect(stderr).toMatch(/^\.git\/release\.patch: .+\n$/);
});

test.each(sample(['0.1.0', '0.0.9', '0.1', '1.0.0-next.0', '../../x', '1.2.3\nx', '9999999.0.0']))(
  'is rejected if the version is %j',
  (version) => {
    writeRelease(version);
    expect(apply()).toMatchObject({ stdout: '', status: 1 });
  },
);

test('a patch outside of the repository is rejected', () => {
  const patch = '--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n';
  writeFileSync(path('.git/evil.patch'), patch);
  const script = join(root, 'release/apply-patch.ts');
  expect(spawnSync(process.execPath, [script, '.git/evil.patch'], { cwd: folder }).status).toBe(1);
});

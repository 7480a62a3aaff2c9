/**
 * `npm run release:dry`: shows the version and the changelog that the next release would have, and the files that npm
 * would publish. All of it happens in a copy, in a folder for temporary files; nothing is published or changed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

if (globSync('.changeset/*.md', { cwd: root }).length === 0) {
  console.log('No changeset waits, so there is nothing to release. `npx changeset` notes a change.');
} else {
  const copy = mkdtempSync(join(tmpdir(), 'masterdata-sdk-release-'));
  try {
    show(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function show(copy: string): void {
  const { files }: { files: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of ['.changeset', 'package.json', 'README.md', 'LICENSE', ...files]) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(copy, name), { recursive: true });
  }

  execFileSync(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The newest entry stands first.
  const [, entry = ''] = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  const versions = `from ${versionIn(root)} to ${versionIn(copy)}`;
  console.log(`The version goes ${versions}, and CHANGELOG.md gets:\n\n${entry.trim()}\n\nnpm would publish:\n`);

  execFileSync('npm', ['publish', '--dry-run', '--ignore-scripts', '--loglevel=notice', '--fetch-retries=0'], {
    cwd: copy,
    stdio: 'inherit',
  });
  console.log('\nThat was a copy: nothing was published, and nothing has changed here.');
}

function versionIn(folder: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return version;
}

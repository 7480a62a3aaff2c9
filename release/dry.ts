/**
 * Previews the next release (`npm run release:dry`): its version, its changelog, and the files that npm would publish.
 * Without changesets, that is the version of `package.json`. It works on a temporary copy. Nothing is published or
 * changed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { absoluteLinks, repositoryUrl } from './repository-links.ts';

const root = join(import.meta.dirname, '..');

const copy = mkdtempSync(join(tmpdir(), 'masterdata-sdk-release-'));
try {
  preview(copy);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function preview(copy: string): void {
  const { files }: { files: string[] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const included = files.filter((name) => !name.startsWith('!'));
  for (const name of globSync(['.changeset', 'package.json', 'README.md', 'LICENSE', ...included], { cwd: root })) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }

  if (globSync('.changeset/*.md', { cwd: root }).length > 0) {
    execFileSync(process.execPath, [join(root, 'node_modules/@changesets/cli/bin.js'), 'version'], {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    console.log(`Next version: ${versionIn(root)} -> ${versionIn(copy)}\n\nNew entry in CHANGELOG.md:\n`);
  } else {
    console.log(`There are no changesets: npm would publish version ${versionIn(root)}.\n\nEntry in CHANGELOG.md:\n`);
  }
  // The newest entry is the first.
  const [, entry = ''] = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8').split(/^(?=## )/m);
  console.log(`${entry.trim()}\n\n${previewLinks(copy)}\n\nnpm would publish:\n`);

  console.log(`${packedFiles(copy)}\n\nThis was a preview. Nothing was published or changed.`);
}

/** Lists the files that npm would publish, with their sizes, and the name and version of the release. */
function packedFiles(copy: string): string {
  const args = ['pack', '--dry-run', '--ignore-scripts', '--json'];
  const stdout = execFileSync('npm', args, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const [{ id, size, files }]: [PackedRelease] = JSON.parse(stdout);
  const lines = files.map((file) => `${kilobytes(file.size)}  ${file.path}`);
  return [...lines, `${kilobytes(size)}  in all, compressed`, `+ ${id}`].join('\n');
}

/** The part of the output of `npm pack --json` that the preview reads. */
interface PackedRelease {
  /** The name and the version. */
  readonly id: string;
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`.padStart(10);
}

/** Makes the links of the copied README.md absolute. Returns a sentence about them. */
function previewLinks(copy: string): string {
  const repository = repositoryUrl(root);
  if (repository === undefined) {
    return 'README.md would keep relative links, which lead to files of the package, but nowhere on the site of npm: package.json has no repository, and git no origin. Set it with: npm pkg set repository=https://github.com/OWNER/NAME';
  }
  const readme = join(copy, 'README.md');
  const page = { file: 'README.md', markdown: readFileSync(readme, 'utf8') };
  writeFileSync(readme, absoluteLinks(page, { repository, version: versionIn(copy) }));
  return `README.md would link to ${repository}/blob/v${versionIn(copy)}/.`;
}

function versionIn(directory: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return version;
}

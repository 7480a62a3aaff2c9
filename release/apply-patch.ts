/**
 * Applies the patch of a release to the index of git, and prints the version. Rejects a patch that does more than write
 * the version and its entry of the changelog, and delete changesets: the job that makes the patch runs the code of
 * dependencies. No file of the working tree changes, so that the patch cannot replace this program.
 */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { versionFiles } from './version-files.ts';

const changelog = 'CHANGELOG.md';

const [patch = ''] = process.argv.slice(2);
try {
  console.log(applyPatch(patch));
} catch (error) {
  console.error(`${patch}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** Returns the version. An empty patch releases the version that `package.json` has already. */
function applyPatch(patch: string): string {
  const former = versionIn(contentOf('HEAD:package.json'));
  if (statSync(patch).size === 0) return former;
  git('diff-index', '--cached', '--quiet', 'HEAD');
  git('apply', '--cached', patch);

  const version = versionIn(contentOf(':package.json'));
  if (!isLater(version, former)) throw new Error(`the version must be later than ${former}`);
  const changes = changedFiles();
  for (const [file, replaceVersion] of Object.entries(versionFiles)) {
    const isExpected = contentOf(`:${file}`) === replaceVersion(contentOf(`HEAD:${file}`), version);
    if (changes.get(file) !== 'M' || !isExpected) throw new Error(`${file}: must only get the version ${version}`);
  }
  const others = [...changes.keys()].filter((file) => file !== changelog && !Object.hasOwn(versionFiles, file));
  for (const file of others) {
    const isUsedChangeset = changes.get(file) === 'D' && /^\.changeset\/[\w-]+\.md$/.test(file);
    if (!isUsedChangeset) throw new Error(`must not change ${JSON.stringify(file)}`);
  }
  if (changes.get(changelog) !== 'M') throw new Error(`${changelog}: must change`);
  checkChangelog(version, others);
  return version;
}

/** The site is built from the changelog, and can run a script in it. */
function checkChangelog(version: string, changesets: readonly string[]): void {
  const [title = ''] = contentOf(`HEAD:${changelog}`).split('\n', 1);
  const rest = contentOf(`HEAD:${changelog}`).slice(title.length);
  const next = contentOf(`:${changelog}`);
  const entry = next.slice(title.length, -rest.length);
  if (next !== title + entry + rest || !entry.startsWith(`\n\n## ${version}\n`)) {
    throw new Error(`${changelog}: must only get an entry for ${version}`);
  }
  const headings = ['Major', 'Minor', 'Patch'].map((kind) => `### ${kind} Changes`);
  const texts = changesets.flatMap((file) => linesOf(contentOf(`HEAD:${file}`)));
  const known = new Set(['', `## ${version}`, ...headings, ...texts]);
  const foreign = linesOf(entry).find((line) => !known.has(line));
  if (foreign !== undefined) throw new Error(`${changelog}: must have the texts of the changesets`);
}

/** Returns the lines of a text without indents, bullets and the commits that changesets adds. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trim().replace(/^(?:- |[0-9a-f]{7}: )*/, ''));
}

/** Returns the kind of change of each file: `M` for its content, `D` for a deletion, or the modes for anything else. */
function changedFiles(): Map<string, string> {
  const entries = git('diff-index', '--cached', '--raw', '--no-renames', '-z', 'HEAD').split('\0').slice(0, -1);
  const changes = new Map<string, string>();
  for (let at = 0; at < entries.length; at += 2) {
    const [, modes = '', kind = ''] = /^:(\d+ \d+) \w+ \w+ (\w+)$/.exec(entries[at] ?? '') ?? [];
    const isPlain = `${modes} ${kind}` === '100644 100644 M' || `${modes} ${kind}` === '100644 000000 D';
    changes.set(entries[at + 1] ?? '', isPlain ? kind : modes);
  }
  return changes;
}

function versionIn(manifest: string): string {
  const { version }: { version: unknown } = JSON.parse(manifest);
  // It becomes the name of a tag, and a part of the name of a file.
  if (typeof version === 'string' && /^\d{1,6}(?:\.\d{1,6}){2}$/.test(version)) return version;
  throw new Error('the version must be three numbers, like 1.2.3');
}

function isLater(version: string, former: string): boolean {
  const [next, last] = [version, former].map((text) => text.split('.').map(Number));
  const at = next?.findIndex((number, index) => number !== last?.[index]) ?? -1;
  return (next?.[at] ?? 0) > (last?.[at] ?? 0);
}

/** Returns the content of a file in a commit (`HEAD:file`) or in the index (`:file`). */
function contentOf(name: string): string {
  return git('cat-file', 'blob', name);
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Completes `package.json` and makes links absolute, right before npm packs the release: all links of README.md, which
 * npm shows on its own site, and those of the guides to files that the package does not have. `--restore` undoes both
 * after npm has published. `--check` only checks that there is a repository to link to.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { absoluteLinks, completeManifest, repositoryUrl } from './repository-links.ts';

/** The files as they were. npm publishes no file of this folder. */
const backup = join('node_modules', '.cache', 'masterdata-sdk-release');

const [mode] = process.argv.slice(2);
if (mode !== '--check') restore();
if (mode !== '--restore') {
  const repository = repositoryUrl('.');
  if (repository === undefined) {
    throw new Error(
      'package.json: must have a repository, because README.md links to its files, and npm shows its homepage and its issues. ' +
        'Set it with: npm pkg set repository=https://github.com/OWNER/NAME',
    );
  }
  if (mode !== '--check') complete(repository);
}

function complete(repository: string): void {
  const manifest: { version: string; files?: string[] } = JSON.parse(readFileSync('package.json', 'utf8'));
  const packed = new Set(globSync((manifest.files ?? []).flatMap((name) => [name, `${name}/**`])));
  const guides = [...packed].filter((file) => /^(?:docs|examples)\b.*\.md$/.test(file));
  for (const file of ['package.json', 'README.md', ...guides]) {
    mkdirSync(dirname(join(backup, file)), { recursive: true });
    cpSync(file, join(backup, file));
  }
  writeFileSync('package.json', `${JSON.stringify(completeManifest(manifest, repository), undefined, 2)}\n`);
  const release = { repository, version: manifest.version };
  const write = (file: string, isPacked?: (file: string) => boolean) =>
    writeFileSync(file, absoluteLinks({ file, markdown: readFileSync(file, 'utf8') }, { ...release, isPacked }));
  write('README.md');
  for (const file of guides) write(file, (linked) => packed.has(linked));
}

/** Also before a release: one that failed has left its changes. */
function restore(): void {
  if (!existsSync(backup)) return;
  cpSync(backup, '.', { recursive: true });
  rmSync(backup, { recursive: true });
}

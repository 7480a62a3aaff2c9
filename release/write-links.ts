/**
 * Makes the links of README.md absolute and completes `package.json`, right before npm packs the release. `--restore`
 * undoes both after npm has published. `--check` only checks that there is a repository to link to.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { absoluteLinks, completeManifest, repositoryUrl } from './repository-links.ts';

const files = ['package.json', 'README.md'];

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
  mkdirSync(backup, { recursive: true });
  for (const file of files) cpSync(file, join(backup, file));
  const manifest: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync('package.json', `${JSON.stringify(completeManifest(manifest, repository), undefined, 2)}\n`);
  writeFileSync('README.md', absoluteLinks(readFileSync('README.md', 'utf8'), repository, manifest.version));
}

/** Also before a release: one that failed has left its changes. */
function restore(): void {
  if (!existsSync(backup)) return;
  for (const file of files) cpSync(join(backup, file), file);
  rmSync(backup, { recursive: true });
}

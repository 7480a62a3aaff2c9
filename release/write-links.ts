/** Makes the links of README.md absolute and completes `package.json`, right before npm packs the release. */
import { readFileSync, writeFileSync } from 'node:fs';
import { absoluteLinks, repositoryUrl } from './absolute-links.ts';

const repository = repositoryUrl('.');
if (repository === undefined)
  throw new Error('package.json: must have a repository, because README.md links to its files');
const manifest: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const completed = { ...manifest, repository: { type: 'git', url: `git+${repository}.git` } };
writeFileSync('package.json', `${JSON.stringify(completed, undefined, 2)}\n`);
writeFileSync('README.md', absoluteLinks(readFileSync('README.md', 'utf8'), repository, manifest.version));

/** Writes the version of `package.json` to the other files that contain it. `npm run release:version` runs it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { versionFiles } from './version-files.ts';

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

for (const [file, replaceVersion] of Object.entries(versionFiles)) {
  writeFileSync(file, replaceVersion(readFileSync(file, 'utf8'), version));
}

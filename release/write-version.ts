/**
 * Writes the version of `package.json` to `package-lock.json` and `src/contract/version.ts`. `npm run release:version`
 * runs it.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

const lock: { version: string; packages: Record<string, { version?: string }> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
lock.version = version;
lock.packages[''] = { ...lock.packages[''], version };
writeFileSync('package-lock.json', `${JSON.stringify(lock, undefined, 2)}\n`);

const file = 'src/contract/version.ts';
const before = readFileSync(file, 'utf8');
const after = before.replace(/'.*'/, `'${version}'`);
if (!after.includes(`'${version}'`)) throw new Error(`${file}: must contain the version in quotes`);
writeFileSync(file, after);

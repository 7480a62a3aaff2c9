/**
 * Writes the version of `package.json` to `package-lock.json`, `src/contract/version.ts` and the Dockerfile.
 * `npm run release:version` runs it.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));

const lock: { version: string; packages: Record<string, { version?: string }> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
lock.version = version;
lock.packages[''] = { ...lock.packages[''], version };
writeFileSync('package-lock.json', `${JSON.stringify(lock, undefined, 2)}\n`);

replaceVersion('src/contract/version.ts', /'.*'/, `'${version}'`);
replaceVersion('examples/docker/Dockerfile', /^ARG VERSION=.*$/m, `ARG VERSION=${version}`);

function replaceVersion(file: string, former: RegExp, next: string): void {
  const after = readFileSync(file, 'utf8').replace(former, next);
  if (!after.includes(next)) throw new Error(`${file}: must contain ${next}`);
  writeFileSync(file, after);
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of `package.json` that the links need. */
interface Manifest {
  readonly repository?: { readonly url: string } | string;
}

/** Returns the address of the repository: that of `package.json`, or that of the remote `origin`. */
export function repositoryUrl(root: string): string | undefined {
  const { repository }: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const url = (typeof repository === 'string' ? repository : repository?.url) ?? originOf(root);
  return url === undefined ? undefined : toHttps(url);
}

/** Returns the manifest with the addresses that follow from that of the repository. Its own ones stay. */
export function completeManifest<M extends object>(manifest: M, repository: string) {
  return {
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    ...manifest,
    repository: { type: 'git', url: `git+${repository}.git` },
  };
}

/** Converts the address of a repository to one that a browser opens. */
export function toHttps(url: string): string {
  return (
    url
      .replace(/^git\+/, '')
      .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
      // The remote of a CI machine can contain a token.
      .replace(/^(https?:\/\/)[^/@]*@/, '$1')
      .replace(/\.git$/, '')
  );
}

function originOf(root: string): string | undefined {
  try {
    return execFileSync('git', ['remote', 'get-url', 'origin'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Returns a page with absolute links to the files of a release. npm shows the README on its own site, where relative
 * links lead nowhere.
 */
export function absoluteLinks(markdown: string, repository: string, version: string): string {
  const relativePath = '(?!\\w+:|[#/])([^)\\s]+)\\)';
  return markdown
    .replace(new RegExp(`(!\\[[^\\]\\n]*\\]\\()${relativePath}`, 'g'), `$1${repository}/raw/v${version}/$2)`)
    .replace(new RegExp(`(\\]\\()${relativePath}`, 'g'), `$1${repository}/blob/v${version}/$2)`);
}

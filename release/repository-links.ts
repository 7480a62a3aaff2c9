import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

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

/** A page of a release. */
export interface ReleasedPage {
  /** The path in the repository, for example `docs/errors.md`. */
  readonly file: string;
  readonly markdown: string;
}

/** The release that links lead to. */
export interface Release {
  readonly repository: string;
  readonly version: string;
  /** Whether the package has a file. Links to it stay relative. Default: all links become absolute. */
  readonly isPacked?: ((file: string) => boolean) | undefined;
}

/** Returns a page with absolute links to the files of a release, where relative links lead nowhere. */
export function absoluteLinks(
  { file, markdown }: ReleasedPage,
  { repository, version, isPacked = () => false }: Release,
): string {
  const toAbsolute = (view: 'raw' | 'blob') => (link: string, text: string, target: string) => {
    const [path = '', fragment = ''] = target.split(/(?=#)/);
    const linked = posix.join(posix.dirname(file), path);
    return isPacked(linked) ? link : `${text}${repository}/${view}/v${version}/${linked}${fragment})`;
  };
  const target = '(?!\\w+:|[#/])([^)\\s]+)\\)';
  const picture = new RegExp(`(!\\[[^\\]\\n]*\\]\\()${target}`, 'g');
  const anyLink = new RegExp(`(\\]\\()${target}`, 'g');
  // Code can look like a link.
  return markdown
    .split(/^( *```[\s\S]*?^ *```$)/m)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(picture, toAbsolute('raw')).replace(anyLink, toAbsolute('blob')),
    )
    .join('');
}

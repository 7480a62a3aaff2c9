import { VERSION } from '../contract/version.ts';
import { ConfigurationError } from '../errors/index.ts';
import type { AppInfo } from '../types/options.ts';
import { isBrowser } from './environment.ts';

/**
 * Returns the `user-agent` header: the application, this package and the runtime. Returns nothing in browsers: they
 * send their own, and a different one would cause a preflight request to a server of another origin.
 */
export function userAgent(appInfo: AppInfo | undefined): Record<string, string> {
  if (appInfo && !appInfo.name) {
    throw new ConfigurationError('appInfo.name: is missing. Pass the name of your application.');
  }
  if (isBrowser()) return {};
  const products = [
    appInfo && (appInfo.version ? `${appInfo.name}/${appInfo.version}` : appInfo.name),
    appInfo?.url && `(${appInfo.url})`,
    `masterdata-sdk/${VERSION}`,
    // `Node.js/24`, `Deno/2.9.5`, `Bun/1.4.5`, `Cloudflare-Workers`
    typeof navigator === 'undefined' ? undefined : navigator.userAgent,
  ];
  const text = products.filter(Boolean).join(' ');
  if (!/^[ -~\xa0-\xff]*$/.test(text)) throw new ConfigurationError('appInfo: must be one line of Latin-1 characters');
  return { 'user-agent': text };
}

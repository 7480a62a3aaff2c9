import { InvalidArgumentError, Option } from 'commander';
import { tokenPattern, tokenProblem } from '../shared/bearer-token.ts';

/** Creates `--base-url`, for commands that call a service. */
export function baseUrlOption(): Option {
  return new Option('--base-url <url>', 'where the server is').env('MASTERDATA_BASE_URL');
}

/** Creates `--token`, for commands that call a service. */
export function apiTokenOption(): Option {
  return new Option('--token <token>', 'API token').env('MASTERDATA_API_TOKEN');
}

/** Creates `--control-token`. */
export function controlTokenOption(description: string): Option {
  return new Option('--control-token <token>', description).env('MASTERDATA_CONTROL_TOKEN').argParser(parseToken);
}

/** Parses `--port`. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Must be a whole number from 0 to 65535.');
  return port;
}

/** Parses `--token` and `--control-token`: characters that an HTTP header can contain. */
export function parseToken(text: string): string {
  if (!tokenPattern.test(text)) throw new InvalidArgumentError(`${tokenProblem.replace(/^m/, 'M')}.`);
  return text;
}

/** Parses `--max-sandboxes` and `--concurrency`. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count === 0 || !Number.isSafeInteger(count)) {
    throw new InvalidArgumentError('Must be a whole number above 0.');
  }
  return count;
}

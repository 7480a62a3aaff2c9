import { createRedact } from '../../src/wire/redact-token.ts';

/** Options whose values are secrets, with the short form of `--token`. */
const secretOptions: ReadonlySet<string> = new Set([
  '-t',
  '--token',
  '--second-token',
  '--limited-token',
  '--control-token',
  '--header',
]);

/** Environment variables whose values are secrets. */
const secretVariable = /^MASTERDATA_(?:.*_)?TOKEN$/;

/** Returns the secrets of a command line and its environment, also those that are malformed. */
export function secretsOf(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const found = args.flatMap((arg, at) => {
    if (secretOptions.has(arg)) return [args[at + 1] ?? ''];
    const [option = ''] = arg.split('=', 1);
    if (secretOptions.has(option)) return [arg.slice(option.length + 1)];
    return /^-t./.test(arg) ? [arg.slice(2)] : [];
  });
  const variables = Object.entries(environment).filter(([name]) => secretVariable.test(name));
  const secrets = [...found, ...found.flatMap(valueOfHeader), ...variables.map(([, value = '']) => value)];
  return secrets.filter((secret) => secret !== '');
}

/** The value is the secret of `--header 'Authorization: Bearer value'`. */
function valueOfHeader(text: string): string[] {
  return /[:\s]/.test(text) ? text.split(/[:\s,;=]+/).filter(({ length }) => length >= 8) : [];
}

/** Removes secrets from an error, which quotes arguments and variables. A short secret is found only between quotes. */
export function redactError(text: string, secrets: readonly string[]): string {
  const redacted = secrets.reduce((shown, secret) => shown.replaceAll(`'${secret}'`, "'[token]'"), text);
  return (
    createRedact(...secrets)(redacted)
      // The value of a misspelled option, and words that belong to a value without quotes, may be secrets as well.
      .replace(/^(error: unknown option '[^'=]*)=.*'/s, "$1'")
      .replace(/^(error: too many arguments.* but got \d+): .*\.$/ms, '$1.')
  );
}

/** Removes a secret from an argument: `secret`, `--token=secret`, `-tsecret`. */
export function redactArgument(arg: string, secrets: readonly string[]): string {
  const secret = secrets.find((each) => arg === each || arg.endsWith(`=${each}`) || arg === `-t${each}`);
  return secret ? `${arg.slice(0, arg.length - secret.length)}[token]` : arg;
}

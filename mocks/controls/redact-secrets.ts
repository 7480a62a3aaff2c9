import { minTokenLength, type Redact, tokenForms, tokenPlaceholder } from '../../src/wire/redact-token.ts';

/** Names of headers and query parameters whose value is a secret, whether it is a valid token or not. */
const secretName = /^(?:x-)?(?:(?:access|api|auth|bearer|refresh|id)[-_]?)?(?:token|key)$|^authorization$|^secret$/i;

/** Headers that no one may see. */
export const secretHeaders = ['authorization', 'proxy-authorization', 'cookie'];

/** The tokens of a mock. Finds them in one pass, so that the time does not grow with their number. */
export class KnownTokens {
  readonly #forms = new Set<string>();
  /** The lengths of the forms by their first characters, longest first: one form may be the start of another. */
  readonly #lengths = new Map<string, number[]>();
  /** A bit for the first two characters of each form. Without them, 500 kB take 25 ms instead of 2.5. */
  readonly #starts = new Uint8Array(512);

  add(token: string): void {
    for (const form of tokenForms(token)) {
      this.#forms.add(form);
      const hash = hashAt(form, 0);
      this.#starts[hash >> 3] = (this.#starts[hash >> 3] ?? 0) | (1 << (hash & 7));
      const start = form.slice(0, minTokenLength);
      const lengths = new Set(this.#lengths.get(start)).add(form.length);
      this.#lengths.set(
        start,
        [...lengths].sort((one, other) => other - one),
      );
    }
  }

  /** Replaces the tokens in a text. */
  redact(text: string): string {
    let redacted = '';
    let end = 0;
    for (let at = 0; at <= text.length - minTokenLength; at += 1) {
      const hash = hashAt(text, at);
      const isStart = ((this.#starts[hash >> 3] ?? 0) >> (hash & 7)) & 1;
      const length = isStart ? this.#lengthAt(text, at) : 0;
      if (length > 0) {
        redacted += text.slice(end, at) + tokenPlaceholder;
        end = at + length;
        at = end - 1;
      }
    }
    return redacted + text.slice(end);
  }

  /** Returns the length of the token that begins at a position, or 0. */
  #lengthAt(text: string, at: number): number {
    const lengths = this.#lengths.get(text.slice(at, at + minTokenLength));
    return lengths?.find((length) => this.#forms.has(text.slice(at, at + length))) ?? 0;
  }
}

/** Returns a number below 4,096 for two characters of a text. */
function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 64 + text.charCodeAt(at + 1)) & 4095;
}

/** Replaces tokens in the path, the query and the route `/__mock/tokens/{token}` of a URL. */
export function redactUrl(url: string, redact: Redact): string {
  const [path = '', ...queries] = redact(url).split('?');
  const redactedPath = path.replace(/(\/__mock\/(?:.*\/)?tokens\/)[^/]+/, `$1${tokenPlaceholder}`);
  if (queries.length === 0) return redactedPath;
  const parameters = queries.join('?').split('&');
  return `${redactedPath}?${parameters.map(redactParameter).join('&')}`;
}

function redactParameter(parameter: string): string {
  const [name = '', ...values] = parameter.split('=');
  return values.join('=') === '' ? parameter : `${name}=${redactNamed(decode(name), values.join('='))}`;
}

/** Replaces the value of a header or query parameter if its name says that it is a secret. */
export function redactNamed(name: string, value: string): string {
  return isSecretName(name) ? tokenPlaceholder : value;
}

/** Whether the value of a header or query parameter is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** The most secrets of a request that are searched in its texts. Clients send one or two. */
const maxSecrets = 20;

/**
 * Returns the values that a request sent as its secrets, whether they are valid tokens or not. Each of them is searched
 * in every text of the request, so there is a limit.
 */
export function sentSecrets(url: string, headers: Iterable<readonly [string, string]>): string[] {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const named = [...headers, ...new URLSearchParams(query)].filter(([name]) => isSecretName(name));
  const secrets = named.flatMap(([, value]) => {
    const words = value.split(/[\s,]/);
    // The first of several words is the scheme, for example `Bearer`.
    return words.length > 1 ? words.slice(1) : words;
  });
  return [...new Set(secrets)].slice(0, maxSecrets);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

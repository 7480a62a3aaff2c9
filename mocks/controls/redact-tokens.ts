/** Tokens of at least this length are secrets. Shorter tokens may be ordinary words in a body. */
const minSecretLength = 16;

/** Query parameters whose value is a secret, whether it is a valid token or not. */
const secretParameters = /^(?:(?:access|api|auth|bearer|refresh|id)[-_]?)?(?:token|key)$|^authorization$|^secret$/i;

const placeholder = '[token]';

/** Replaces the given tokens in a text, also if they are encoded for a URL. */
export function redactTokens(text: string, tokens: Iterable<string>): string {
  let redacted = text;
  for (const token of tokens) {
    if (token.length < minSecretLength) continue;
    redacted = redacted.replaceAll(token, placeholder).replaceAll(encodeURIComponent(token), placeholder);
  }
  return redacted;
}

/** Replaces tokens in a value that may consist of a token, of any length. */
export function redactValue(value: string, tokens: ReadonlySet<string>): string {
  return tokens.has(value) ? placeholder : redactTokens(value, tokens);
}

/** Replaces tokens in the path, the query and the route `/__mock/tokens/{token}` of a URL. */
export function redactUrl(url: string, tokens: ReadonlySet<string>): string {
  const [path = '', ...queries] = redactTokens(url, tokens).split('?');
  const redactedPath = path.replace(/^(\/__mock\/tokens\/)[^/]+/, `$1${placeholder}`);
  if (queries.length === 0) return redactedPath;
  const parameters = queries.join('?').split('&');
  return `${redactedPath}?${parameters.map((parameter) => redactParameter(parameter, tokens)).join('&')}`;
}

function redactParameter(parameter: string, tokens: ReadonlySet<string>): string {
  const at = parameter.indexOf('=');
  if (at === -1) return parameter;
  const [name, value] = [parameter.slice(0, at), parameter.slice(at + 1)];
  const isSecret = value !== '' && (secretParameters.test(decode(name)) || tokens.has(decode(value)));
  return isSecret ? `${name}=${placeholder}` : parameter;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

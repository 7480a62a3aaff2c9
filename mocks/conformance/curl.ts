import { findOperation } from '../../src/contract/operations.ts';
import { shellQuote } from '../shared/escape.ts';
import type { Call, TokenName } from './exchange.ts';
import { Reference, type Step, UniqueText } from './walks/step.ts';

/** The token in a shell, by its name. The variables are those that the command reads. */
const authorizations: Readonly<Record<TokenName, string>> = {
  main: ' -H "Authorization: Bearer $MASTERDATA_API_TOKEN"',
  second: ' -H "Authorization: Bearer $MASTERDATA_SECOND_API_TOKEN"',
  limited: ' -H "Authorization: Bearer $MASTERDATA_LIMITED_API_TOKEN"',
  invalid: ' -H "Authorization: Bearer invalid"',
  shortened: ' -H "Authorization: Bearer $(printf %s "$MASTERDATA_API_TOKEN" | sed s/.$//)"',
  altered: ' -H "Authorization: Bearer $(printf %s "$MASTERDATA_API_TOKEN" | sed s/.$/~/)"',
  otherCase: ' -H "Authorization: Bearer $(printf %s "$MASTERDATA_API_TOKEN" | tr A-Za-z a-zA-Z)"',
  none: '',
};

/** Returns a shell command that sends a request, for a shell with the variables that the command reads. */
export function curlCommand({ method, url, body, token = 'main' }: Call): string {
  const data = body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quote(JSON.stringify(body))}`;
  // Otherwise, curl expands brackets and braces of a URL.
  const literal = /[[\]{}]/.test(url) ? ' -g' : '';
  return `curl -s${literal} -X ${shellQuote(method)} "$MASTERDATA_BASE_URL"${quote(url)}${authorizations[token]}${data}`;
}

/** Quotes a text of a server: in single quotes, a shell interprets nothing. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns shell commands that make the calls of a walk. The shell also needs jq. */
export function curlLines(steps: readonly Step[], execution: string): string[] {
  return steps.map(({ id, operation, params, query, body }) => {
    const { method, path } = findOperation(operation);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inDoubleQuotes(params[name], execution));
    const search = Object.entries(query ?? {}).map(([name, value]) => `${name}=${inDoubleQuotes(value, execution)}`);
    const url = `"$MASTERDATA_BASE_URL${filled}${search.length > 0 ? `?${search.join('&')}` : ''}"`;
    const data = body ? ` -H 'Content-Type: application/json' -d ${bodyText(body, execution)}` : '';
    return `R${id}=$(curl -s -X ${method} ${url}${authorizations.main}${data}); echo "$R${id}"`;
  });
}

function inDoubleQuotes(value: unknown, execution: string): string {
  if (value instanceof Reference) return readReference(value);
  return value instanceof UniqueText ? encodeURIComponent(value.in(execution)) : encodeURIComponent(String(value));
}

function readReference({ step, path }: Reference): string {
  const steps = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
  return `$(jq -r '.data${steps}' <<< "$R${step}")`;
}

/** JSON in single quotes, with references outside of them. */
function bodyText(body: Step['body'], execution: string): string {
  const references: Reference[] = [];
  const json = JSON.stringify(body, (_, value: unknown) => {
    if (value instanceof UniqueText) return value.in(execution);
    if (!(value instanceof Reference)) return value;
    references.push(value);
    return `\u0001${references.length - 1}\u0001`;
  });
  return quote(json).replaceAll(/\\u0001(\d+)\\u0001/g, (_, index: string) => {
    const reference = references[Number(index)];
    return reference ? `'"${readReference(reference)}"'` : '';
  });
}

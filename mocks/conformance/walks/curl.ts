import { findOperation } from '../../../src/contract/operations.ts';
import { Reference, type Step, UniqueText } from './step.ts';

/** Returns shell commands that make the calls of a walk, for a shell with `BASE_URL`, `TOKEN` and jq. */
export function curlLines(steps: readonly Step[], execution: string): string[] {
  return steps.map(({ id, operation, params, query, body }) => {
    const { method, path } = findOperation(operation);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inDoubleQuotes(params[name], execution));
    const search = Object.entries(query ?? {}).map(([name, value]) => `${name}=${inDoubleQuotes(value, execution)}`);
    const url = `"$BASE_URL${filled}${search.length > 0 ? `?${search.join('&')}` : ''}"`;
    const data = body ? ` -H 'Content-Type: application/json' -d ${bodyText(body, execution)}` : '';
    return `R${id}=$(curl -s -X ${method} ${url} -H "Authorization: Bearer $TOKEN"${data}); echo "$R${id}"`;
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
  const quoted = `'${json.replaceAll("'", "'\\''")}'`;
  return quoted.replaceAll(/\\u0001(\d+)\\u0001/g, (_, index: string) => {
    const reference = references[Number(index)];
    return reference ? `'"${readReference(reference)}"'` : '';
  });
}

import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { parameterNames } from '../../../shared/router.ts';
import { flatten, nest } from '../../code/bodies.ts';
import { formatQuery } from '../../code/query.ts';
import { hasBrackets, hasFields } from '../../code/resources.ts';
import { toJson } from '../../components/code-view.tsx';
import type { FormValue } from '../../schema-form/schema-form.tsx';

/** The values that the user gave to an operation. */
export interface Draft {
  readonly params: Readonly<Record<string, string>>;
  readonly query: FormValue;
  /** The body with nested groups, as the form edits it. */
  readonly body: FormValue;
  /** The body as text. Undefined if the user edits it as a form. */
  readonly text?: string | undefined;
}

export const emptyDraft: Draft = { params: {}, query: {}, body: {} };

/** The request that a draft describes. */
export interface DraftRequest {
  readonly method: string;
  /** Path and query. Parameters without a value keep their braces. */
  readonly url: string;
  /** The body with nested groups, in the code of the client. */
  readonly nested: unknown;
  /** The body as sent, with bracketed keys. */
  readonly sent: unknown;
  /** The text of the body. */
  readonly body: string | undefined;
}

export function toRequest(endpoint: Endpoint, draft: Draft): DraftRequest {
  const { method, path, body: schema } = endpoint;
  const filled = path.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = draft.params[name] ?? '';
    return value === '' ? braces : encodeURIComponent(value);
  });
  const query = formatQuery(draft.query);
  const url = query === '' ? filled : `${filled}?${query}`;
  if (!schema) return { method, url, nested: undefined, sent: undefined, body: undefined };
  // A body without known fields has no form.
  const text = draft.text ?? (hasFields(schema) ? undefined : '{}');
  const given = text === undefined ? draft.body : parseJson(text);
  const [nested, sent] = hasBrackets(endpoint) ? [nest(given), flatten(given)] : [given, given];
  return { method, url, nested, sent, body: sent === undefined ? text : toJson(sent) };
}

/** Returns the names of the path parameters that have no value. */
export function missingParameters({ path }: Endpoint, { params }: Draft): readonly string[] {
  return parameterNames(path).filter((name) => !params[name]);
}

/** Whether a stored value is a set of drafts by operation. */
export function areDrafts(value: unknown): value is Readonly<Record<string, Draft>> {
  return isObject(value) && Object.values(value).every(isDraft);
}

function isDraft(value: unknown): value is Draft {
  if (!isObject(value)) return false;
  const { params, query, body, text } = value;
  return (
    isObject(params) &&
    Object.values(params).every((param) => typeof param === 'string') &&
    isObject(query) &&
    isObject(body) &&
    (text === undefined || typeof text === 'string')
  );
}

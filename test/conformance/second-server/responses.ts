import { isId, isObject } from './bodies.ts';
import type { Json, Row } from './data.ts';
import { shapes } from './shapes.ts';
import type { Context, Problem, State } from './state.ts';

export function respondWithData(state: State, context: Context, result: unknown): Response {
  const { operation, method, table, url } = context;
  const { createdStatus, changedStatus, extraMembers } = state.variants;
  const headers: Record<string, string> = {};
  const rows = Array.isArray(result) ? result.filter(isRow) : [];
  let data = format(state, result);
  if (isRow(result) && shapes[operation]) data = show(state, result, operation);
  else if (rows.length > 0) data = page(state, url, rows, headers).map((row) => show(state, row, operation));
  if (Array.isArray(data) && state.has('wraps lists')) data = { items: data };
  const created = createdStatus === 'by resource' ? (table === 'customers' ? 201 : 200) : createdStatus;
  const status = method === 'POST' ? created : method === 'GET' ? 200 : changedStatus;
  if (state.has('omits the envelope')) return createResponse(state, status, data, headers);
  return createResponse(
    state,
    status,
    { success: true, data, ...(extraMembers && { request_id: `r-${state.requests}` }) },
    headers,
  );
}

/** Returns the page that a request asks for. Not every server says that there are more. */
function page(state: State, url: URL, rows: readonly Row[], headers: Record<string, string>): readonly Row[] {
  const { paging, pageSize } = state.variants;
  if (paging === 'off') return rows;
  const page = Number(url.searchParams.get('page') ?? 1);
  if (page * pageSize < rows.length && paging !== 'without link') {
    url.searchParams.set('page', String(page + 1));
    const target = paging === 'link' ? url.pathname + url.search : url.href;
    headers['link'] = `<${target}>; rel="next"`;
  }
  return rows.slice((page - 1) * pageSize, page * pageSize);
}

function show(state: State, row: Row, operation: string): Json {
  const { tables } = state;
  const record =
    shapes[operation]?.(row, { tables, variants: state.variants, hasBug: (name) => state.has(name) }) ?? {};
  if (state.variants.extraFields) record['external_url'] = 'https://boats.example';
  const shown = format(state, record) as Json;
  const { shows } = state.bug ?? {};
  if (shows?.[0].includes(operation)) shows[1](shown, row);
  return shown;
}

/** Writes ids, timestamps and lists in the formats of the server. */
function format(state: State, value: unknown, key = ''): unknown {
  if (typeof value === 'number' && key.endsWith('_at')) return formatTime(state, value);
  if (isId(value)) return state.showId(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => format(state, item));
    if (state.variants.arrays === 'rotated') return [...items.slice(1), ...items.slice(0, 1)];
    return state.variants.arrays === 'sorted' && items.every((item) => typeof item === 'string') ? items.sort() : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, format(state, item, name)]));
}

function formatTime(state: State, time: number): string {
  const text = new Date(time).toISOString();
  switch (state.variants.timestampFormat) {
    case 'seconds':
      return text.replace(/\.\d+/, '');
    case 'microseconds':
      return text.replace('Z', '000+00:00');
    case 'without zone':
      return text.replace('Z', '');
    case 'offset':
      return new Date(time + 3_600_000).toISOString().replace('Z', '+01:00');
    case 'seconds with offset':
      return new Date(time + 3_600_000).toISOString().replace(/\.\d+Z/, '+01:00');
    default:
      return text;
  }
}

export function respondWithError(
  state: State,
  { operation, method }: Context,
  { kind, status, message, issues }: Problem,
): Response {
  const { validationOmitsSuccess, detailsOfOtherErrors, extraMembers } = state.variants;
  if (kind === 'not found' && state.has('finds nothing with null'))
    return createResponse(state, 200, { success: true, data: null });
  const omitsSuccess =
    kind === 'validation' &&
    (validationOmitsSuccess === true || (validationOmitsSuccess === 'creations' && method === 'POST'));
  const details =
    kind === 'validation'
      ? createDetails(state, operation, issues)
      : detailsOfOtherErrors === 'null'
        ? null
        : undefined;
  const response = {
    status,
    body: {
      ...(!omitsSuccess && { success: false }),
      error: message,
      ...(details !== undefined && { details }),
      ...(extraMembers && { request_id: `r-${state.requests}` }),
    },
  };
  const { errs } = state.bug ?? {};
  if (errs?.[0] === kind) errs[1](response);
  return createResponse(state, response.status, response.body);
}

function createDetails(state: State, operation: string, issues: Problem['issues']): unknown {
  const { validationDetails } = state.variants;
  if (state.has('does not name the rejected field')) return ['The body is wrong'];
  let form = validationDetails;
  if (form === 'by resource') form = (['issues', 'strings', 'fields'] as const)[operation.length % 3] ?? 'issues';
  if (form === 'strings') return issues.map(([path, message]) => `${path} ${message}`);
  if (form === 'fields') return Object.fromEntries(issues);
  if (form === 'none' && operation !== 'products.update') return undefined;
  const hasLists = form === 'issues with lists as paths';
  return issues.map(([path, message]) => ({ path: hasLists ? [path] : path, message }));
}

export function createResponse(
  state: State,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': state.variants.contentType },
  });
}

function isRow(value: unknown): value is Row {
  return isObject(value) && 'workspace_id' in value && 'created_at' in value;
}

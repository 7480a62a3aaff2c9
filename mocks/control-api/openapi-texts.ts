/** The descriptions in the OpenAPI document of the control API. Only that document loads them. */
import { policyTexts } from '../controls/policy-descriptions.ts';

type Texts = Readonly<Record<string, string>>;

/** The description of the control API. */
export const introduction =
  'Controls a running mock of `masterdata-sdk` from any language. Requests and responses are JSON, and requests with a ' +
  'body need `Content-Type: application/json`. `HEAD` works for every GET route. An error is `{ "error": "…" }`, with ' +
  'a list of `issues` if fields of a record are wrong. A server that other machines can reach requires its control token.';

/** Descriptions of tags, which are the first parts of the names of routes. */
const tags: Texts = {
  clock: 'The clock of timestamps and rate limits.',
  db: 'The records of the mock, by table.',
  events: 'The events of the mock, as they happen.',
  export: 'The records as a file.',
  factories: 'Records that the mock makes from a few fields.',
  faults: 'Simulated failures and delays, and the calls that they hold.',
  fixtures: 'The records that the conformance kit needs.',
  health: 'Whether the mock is up.',
  history: 'The recent changes of the records, which can be undone.',
  import: 'Many records at once.',
  journal: 'The recent requests and their responses.',
  openapi: 'This document.',
  operations: 'Your own operations.',
  paths: 'The routes of the control API.',
  policies: 'The choices of the mock where the specification is silent.',
  sandboxes: 'Isolated mocks on the same server.',
  search: 'The records of all tables that contain a text.',
  snapshot: 'The whole state of the mock, as JSON.',
  snapshots: 'Saved states of the mock, by name.',
  state: 'The addresses and the settings of the mock.',
  tables: 'Your own tables.',
  tokens: 'The tokens of the API.',
};

/** Descriptions of parameters, by name. */
const parameters: Texts = {
  after: 'The id of an entry. Only later entries are returned.',
  call: 'The id of the waiting call.',
  baseUrl: 'The base URL of the requests in the archive. Default: the base URL of the API.',
  format: 'The format of the file. Default: json.',
  keepCalls: 'Whether calls in progress continue, on the restored records. Default: false.',
  limit: 'The largest number of results.',
  operation: 'The operation of the API, for example `products.update`.',
  q: 'The id of a row, or a text that one of its values contains.',
  search: 'A text that one of the values of each row contains.',
  settings: 'Whether the snapshot contains policies, faults, clock, rate limits and added operations. Default: false.',
  summary: 'Whether the entries are without headers and bodies. Default: false.',
  table: 'The name of the table.',
  timeout: 'The longest time to wait, in milliseconds.',
  token: 'The token.',
  tokens: 'Whether the snapshot contains the tokens. Default: false.',
};

/** Descriptions of parameters whose names have several meanings, by the first part of the route's name. */
const ambiguous: Readonly<Record<string, Texts>> = {
  db: { id: 'The id of the row.' },
  faults: { id: 'The id or the name of the fault.' },
  history: { id: 'The id of the change.', after: 'The id of a change. Only later changes are returned.' },
  import: { id: 'The id of the import.' },
  operations: { name: 'The name of the operation.' },
  journal: { id: 'The id of the entry.' },
  sandboxes: { name: 'The name of the sandbox.' },
  snapshots: { name: 'The name of the snapshot.' },
};

const recordFields = {
  fields: 'The values of fields. The mock chooses the others.',
  traits: 'The names of traits. `GET /__mock/create` lists them.',
};

/** Descriptions of the properties of bodies, by the name of the route. */
const properties: Readonly<Record<string, Texts>> = {
  'clock.set': {
    set: 'Stops the clock at a time: an ISO 8601 text, or milliseconds since 1970.',
    advance: 'Moves the clock forward by milliseconds.',
    resume: 'Lets the clock follow the system time again.',
  },
  'db.query': {
    where: 'Values that the rows must have. Default: any.',
    search: 'A text that one of the values must contain. Case, accents, and spaces around the text are ignored.',
    sort: 'A column to sort by, or a list of columns. Rows with the same values stay in insertion order.',
    include: 'Columns that refer to rows. The response has these rows in `included`, by table. Default: none.',
    limit: 'The number of rows to return. Default: all.',
    cursor: 'The `cursor` of the previous page, which must have the same `sort`. Default: the first page.',
    offset: 'The number of rows to skip. Ignored with a cursor. Default: 0.',
  },
  'factories.build': recordFields,
  'factories.create': {
    ...recordFields,
    fields: `${recordFields.fields} A list has the fields of one record each.`,
    count: 'The number of records. With it, or with a list of fields, the response is `{ rows }`.',
  },
  'db.updateAll': {
    ids: 'The ids of the rows. If one of them does not exist, nothing is changed.',
    fields: 'The fields to change, and their new values.',
  },
  'faults.add': {
    name: 'The id of the fault. It replaces a fault with the same name. Default: a number.',
    on: 'The operations: `products.update`, `products.*`, `*` or a list. Default: `*`.',
    match: 'The requests: parts of the path, the query, the headers, the token or the body. Default: all.',
    times: 'The number of calls that the fault applies to. Default: all.',
    after: 'The number of matching calls to skip first. Default: 0.',
    probability: 'The share of calls that the fault applies to, from 0 to 1. Default: 1.',
    delay: 'Milliseconds to wait before the operation runs, fixed or drawn from a range.',
    status: 'The status of a response in place of the operation, which does not run.',
    body: 'The body of this response: a text, or a value that is sent as JSON. Default: an error that names the fault.',
    headers: 'The headers of this response.',
    fault: 'A failure of the connection or of the response.',
    hold: 'Lets calls wait until they are released: `true` before the operation runs, `response` after it.',
    sequence: 'Faults for one matching call after the other. `{ "pass": true }` is a call without one.',
    preset: 'The name of a group of faults.',
  },
  'faults.release': {
    status: 'Another status for the response.',
    body: 'Another body: a text, or a value that is sent as JSON.',
    headers: 'Headers to set.',
  },
  'history.restoreBefore': {
    last: 'The id of the newest change that you know of. If there is a newer one, nothing is undone.',
  },
  'history.undo': {
    changed:
      'The effect on records that a later change has changed: `reject` undoes nothing, `keep` leaves them. Default: `reject`.',
  },
  'import.run': {
    rows: 'The rows by table.',
    existing: 'The effect of a row whose id exists: `reject`, `keep` or `update`. Default: `reject`.',
  },
  'operations.add': {
    method: 'The HTTP method.',
    path: 'The path below the base URL, with parameters in braces: `/api/reports/{id}`.',
    data: 'The `data` of every response.',
    status: 'The status, from 200 to 299. Default: the policy `createdStatus` for POST, otherwise 200.',
    name: 'The name, for example `reports.get`. Default: derived from the path and the method.',
    permission: 'The permission that a token needs, for example `reports:read`. Default: derived from the path.',
  },
  'policies.set': Object.fromEntries(Object.entries(policyTexts).map(([name, { description }]) => [name, description])),
  'sandboxes.create': {
    name: 'The name of the sandbox. Default: a random name.',
    token: 'The API token of the sandbox. Default: a random token.',
  },
  'tokens.issue': {
    token: 'The text of the token. Default: a random text.',
    workspace: 'The id of the workspace. Default: the first workspace.',
    permissions: 'The permissions, for example `products:read`. Default: all.',
    user: 'The user, who appears in `created_by` and `updated_by`.',
  },
};

/** Returns the description of a tag. */
export function describeTag(name: string): string {
  return tags[name] ?? '';
}

/** Returns the description of a parameter of a route. */
export function describeParameter(route: string, name: string): string | undefined {
  return ambiguous[route.replace(/\..*/, '')]?.[name] ?? parameters[name];
}

/** Returns the descriptions of the properties of a route's body. */
export function describeProperties(route: string): Texts {
  return properties[route] ?? {};
}

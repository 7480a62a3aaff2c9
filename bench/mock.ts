import { table } from '../docs/generate/markdown.ts';
import { medians } from './medians.ts';
import { type Goal, goal, goalTable, type Measurement, machine, of, say, times } from './report.ts';

const packages = ['@labdigital/commercetools-mock', 'json-server', '@stoplight/prism-http-server'];
const handlers = ['bare', 'mock', 'commercetools-mock'];
const servers = ['bare', 'masterdata-sdk', 'commercetools-mock', 'json-server', 'prism'];
const listings = ['response', 'stringify', 'mock', 'changed'];
const sizes = [1000, 100_000, 1_000_000];
/** The measurements with an open workbench. */
const viewed = {
  get: 'Read by id over HTTP',
  update: 'Update over HTTP',
  sorted: 'Update of one of 100,000 records over HTTP, while the workbench shows them sorted',
} as const;

const rounds = { responses: 5, lists: 5, requests: 5, sizes: 3, workbench: 3 };

type Measured = ReadonlyMap<string, number>;

/** Measures the mock next to a bare handler, other mocks, and itself with more records. */
export async function measureMock(): Promise<Measurement> {
  say(`Responses, ${rounds.responses} rounds …`);
  const responding = handlers.map((name) => [name, ['bench/mock/response.ts', name]]);
  const responses = await medians(Object.fromEntries(responding), rounds.responses);
  say(responseTable(responses));

  say(`Lists, ${rounds.lists} rounds …`);
  const listing = listings.map((name) => [name, ['--expose-gc', 'bench/mock/list.ts', name]]);
  const lists = await medians(Object.fromEntries(listing), rounds.lists);
  say(listTable(lists));

  say(`Requests over HTTP, ${rounds.requests} rounds …`);
  const serving = servers.map((name) => [name, ['bench/mock/http.ts', name]]);
  const requests = await medians(Object.fromEntries(serving), rounds.requests);
  say(requestTable(requests));

  say(`Up to ${sizes.at(-1)?.toLocaleString('en')} records, ${rounds.sizes} rounds …`);
  const growing = sizes.map((records) => [records, ['--expose-gc', 'bench/mock/scale.ts', String(records)]]);
  const scale = await medians(Object.fromEntries(growing), rounds.sizes);
  say(scaleTable(scale));

  say(`With an open workbench, ${rounds.workbench} rounds …`);
  const workbench = await medians({ workbench: ['bench/mock/workbench.ts'] }, rounds.workbench);
  say(workbenchTable(workbench));

  const reached = goalTable([...goals(responses, lists, requests, scale), ...workbenchGoals(workbench)]);
  say(reached);
  return {
    results: [
      machine(packages),
      responseTable(responses),
      listTable(lists),
      requestTable(requests),
      workbenchTable(workbench),
      scaleTable(scale),
    ],
    goals: reached,
  };
}

function workbenchGoals(workbench: Measured): readonly Goal[] {
  return Object.entries(viewed).map(([operation, name]) =>
    goal(`${name}: rate without a workbench compared with an open one`, 1.05, slowdown(workbench, operation)),
  );
}

function slowdown(workbench: Measured, operation: string): number {
  return of(workbench, `workbench ${operation} ratio`);
}

function goals(responses: Measured, lists: Measured, requests: Measured, scale: Measured): readonly Goal[] {
  const to = (measured: Measured, name: string, base: string): number => of(measured, name) / of(measured, base);
  const grown = (figure: string): number => to(scale, `1000000 ${figure}`, `1000 ${figure}`);
  const besidePeers = (figure: string): number => {
    const peers = servers.slice(2).map((peer) => of(requests, `${peer} ${figure}`));
    return of(requests, `masterdata-sdk ${figure}`) / Math.min(...peers);
  };
  return [
    goal(
      'Read by id with `mock.fetch`, compared with a bare handler',
      2.3,
      to(responses, 'mock request', 'bare request'),
    ),
    goal('List of 10,000 customers, compared with `new Response(text).text()`', 1.3, to(lists, 'mock', 'response')),
    goal(
      'Read by id over HTTP, compared with a bare `node:http` server',
      1.6,
      to(requests, 'masterdata-sdk get', 'bare get'),
    ),
    goal('Read by id over HTTP, compared with the fastest other mock', 1, besidePeers('get')),
    goal('Filtered list over HTTP, compared with the fastest other mock', 1, besidePeers('list')),
    goal('Update over HTTP, compared with the fastest other mock', 1, besidePeers('update')),
    goal('Read by id, 1,000,000 records compared with 1,000', 1.5, grown('get')),
    goal('Filtered list, 1,000,000 records compared with 1,000', 1.5, grown('list')),
    goal('Update, 1,000,000 records compared with 1,000', 1.5, grown('update')),
    goal('Start with 100,000 records', 1200, of(scale, '100000 start'), milliseconds),
    goal('Import of one address into 90,000', 2, of(scale, '100000 import'), milliseconds),
    goal(
      'Snapshot of 1,000,000 records, compared with a copy of the references',
      1,
      to(scale, '1000000 snapshot', '1000000 copy'),
    ),
    goal(
      'Restore after 100 changes, compared with a copy of the references',
      1,
      to(scale, '1000000 restore', '1000000 copy'),
    ),
  ];
}

function responseTable(responses: Measured): string {
  const names: Readonly<Record<string, string>> = {
    bare: 'a bare handler that returns a constant',
    mock: '`mock.fetch`',
    'commercetools-mock': 'commercetools-mock, `app.inject`',
  };
  const cell = (name: string, form: string): string => {
    const value = responses.get(`${name} ${form}`);
    return value === undefined ? '' : `${value.toFixed(1)} µs, ${times(value / of(responses, `bare ${form}`))}`;
  };
  return `### Read by id, in the same process\n\n${table(
    ['handler', 'called with a `Request`', 'called with a URL and options'],
    handlers.map((name) => [names[name] ?? name, cell(name, 'request'), cell(name, 'url')]),
  )}`;
}

function listTable(lists: Measured): string {
  const names: Readonly<Record<string, string>> = {
    response: '`new Response(text).text()` with the same text',
    stringify: '`JSON.stringify` of the same data',
    mock: '`mock.fetch`',
    changed: '`mock.fetch` after a change of a customer',
  };
  return `### A list of 10,000 customers, in the same process\n\n${table(
    ['measurement', 'ms', 'compared with `new Response(text).text()`'],
    listings.map((name) => [
      names[name] ?? name,
      of(lists, name).toFixed(1),
      times(of(lists, name) / of(lists, 'response')),
    ]),
  )}`;
}

function requestTable(requests: Measured): string {
  const names: Readonly<Record<string, string>> = {
    bare: 'a bare `node:http` server, the same bytes',
    'masterdata-sdk': 'masterdata-sdk mock',
  };
  const cell = (name: string, operation: string): string => {
    const value = of(requests, `${name} ${operation}`);
    return `${value.toFixed(0)} µs, ${times(value / of(requests, `bare ${operation}`))}; ${of(requests, `${name} ${operation} rate`).toFixed(0)}/s`;
  };
  return `### Over HTTP, with 1,000 records\n\n${table(
    ['server', 'read by id', 'filtered list', 'update'],
    servers.map((name) => [names[name] ?? name, cell(name, 'get'), cell(name, 'list'), cell(name, 'update')]),
  )}`;
}

function workbenchTable(workbench: Measured): string {
  const cell = (state: string, operation: string): string => {
    const [cost, rate] = [`workbench ${state} ${operation}`, `workbench ${state} ${operation} rate`];
    return `${of(workbench, cost).toFixed(1)} µs; ${of(workbench, rate).toFixed(0)}/s`;
  };
  return `### With an open workbench\n\n${table(
    ['measurement', 'no workbench', 'open workbench', 'rates compared'],
    Object.entries(viewed).map(([operation, name]) => [
      name.toLowerCase().replace('http', 'HTTP'),
      cell('closed', operation),
      cell('open', operation),
      times(slowdown(workbench, operation)),
    ]),
  )}`;
}

function scaleTable(scale: Measured): string {
  const rows: readonly (readonly [string, string, (value: number) => string])[] = [
    ['start', 'start', milliseconds],
    ['memory per record', 'bytes', (value) => `${value.toFixed(0)} bytes`],
    ['read by id', 'get', microseconds],
    ['read by id, always the same 20 records', 'again', microseconds],
    ['filtered list', 'list', microseconds],
    ['update', 'update', microseconds],
    ['snapshot', 'snapshot', milliseconds],
    ['restore after 100 changes', 'restore', milliseconds],
    ['copy of the references, for comparison', 'copy', milliseconds],
    ['import of one address', 'import', milliseconds],
  ];
  return `### With more records\n\n${table(
    ['measurement', ...sizes.map((records) => `${records.toLocaleString('en')} records`)],
    rows.map(([name, figure, show]) => [name, ...sizes.map((records) => show(of(scale, `${records} ${figure}`)))]),
  )}`;
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(3) : value.toFixed(0)} ms`;
}

function microseconds(value: number): string {
  return `${value.toFixed(1)} µs`;
}

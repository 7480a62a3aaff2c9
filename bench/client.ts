import { join } from 'node:path';
import { table } from '../docs/generate/markdown.ts';
import { type Size, sizeOf } from './client/size.ts';
import { medians } from './medians.ts';
import { type Goal, goal, goalTable, type Measurement, machine, of, say, times } from './report.ts';

const sdk = 'masterdata-sdk';
const peers = ['stripe', 'openai', 'anthropic'] as const;
/** Clients that tools of others generate from the OpenAPI document of this package. */
export const generated: Readonly<Record<string, string>> = {
  'openapi-fetch': 'openapi-fetch',
  'hey-api': '@hey-api/openapi-ts',
  orval: 'orval',
};
export const packages: Readonly<Record<string, string>> = {
  [sdk]: sdk,
  stripe: 'stripe',
  openai: 'openai',
  anthropic: '@anthropic-ai/sdk',
  octokit: '@octokit/core',
  ky: 'ky',
};
const callers = [sdk, `${sdk}-off`, ...peers, 'octokit', ...Object.keys(generated), 'ky-alike', 'ky', 'fetch'];
const methods = ['JSON.parse', 'fetch', 'off', 'warn'];
const rounds = { imports: 11, calls: 7, lists: 5 };

type Measured = ReadonlyMap<string, number>;

/** Measures the client next to other SDKs, ky and fetch. */
export async function measureClient(): Promise<Measurement> {
  const sizes = new Map<string, Size>();
  for (const subject of [...Object.keys({ ...packages, ...generated }), 'fetch'])
    sizes.set(subject, await sizeOf(subject));
  say(sizeTable(sizes));

  say(`Imports, ${rounds.imports} rounds …`);
  const importing = Object.entries(packages).map(([subject, name]) => [subject, importProgram(name)]);
  const imports = await medians(Object.fromEntries(importing), rounds.imports, join(import.meta.dirname, 'peers'));
  say(importTable(imports));

  say(`Calls, ${rounds.calls} rounds …`);
  const calling = callers.map((subject) => [subject, ['bench/client/call.ts', subject]]);
  const calls = await medians(Object.fromEntries(calling), rounds.calls);
  say(callTable(calls));

  say(`Lists, ${rounds.lists} rounds …`);
  const listing = methods.map((method) => [method, ['--expose-gc', 'bench/client/list.ts', method]]);
  const lists = await medians(Object.fromEntries(listing), rounds.lists);
  say(listTable(lists));

  const reached = goalTable(goals(sizes, calls, lists));
  say(reached);
  const versions = Object.values({ ...packages, ...generated }).filter((name) => name !== sdk);
  return {
    results: [
      machine([...versions, 'esbuild']),
      sizeTable(sizes),
      importTable(imports),
      callTable(calls),
      listTable(lists),
    ],
    goals: reached,
  };
}

function goals(sizes: ReadonlyMap<string, Size>, calls: Measured, lists: Measured): readonly Goal[] {
  const fastest = Math.min(...peers.map((peer) => of(calls, peer)));
  const read = of(lists, 'fetch');
  return [
    goal('Size before the first call', 23_500, sizes.get(sdk)?.initial ?? Number.NaN, kB),
    goal('Size with a first call, validation on', 35_000, sizes.get(sdk)?.firstCall ?? Number.NaN, kB),
    goal(
      'A call, validation on, compared with the fastest of stripe, openai and anthropic',
      1,
      of(calls, sdk) / fastest,
    ),
    goal('The same, validation off', 1, of(calls, `${sdk}-off`) / fastest),
    goal('A call, validation on, compared with ky with the same settings', 1.5, of(calls, sdk) / of(calls, 'ky-alike')),
    goal('The same, validation off', 1.25, of(calls, `${sdk}-off`) / of(calls, 'ky-alike')),
    goal('A list of 100,000, validation on, compared with `response.json()`', 1.3, of(lists, 'warn') / read),
    goal('The same, validation off', 1.1, of(lists, 'off') / read),
  ];
}

function sizeTable(sizes: ReadonlyMap<string, Size>): string {
  const onDemand = [...sizes].flatMap(([subject, { lazy }]) => {
    const files = [...lazy].map(([name, size]) => `${name} ${kB(size)}`);
    return files.length === 0 ? [] : [`- **${subject}** loads on demand: ${files.join(', ')}`];
  });
  return `### Size\n\n${table(
    ['client', 'before the first call', 'with a first call', 'in a single file'],
    [...sizes].map(([subject, { initial, firstCall, whole }]) => [subject, kB(initial), kB(firstCall), kB(whole)]),
  )}\n\n${onDemand.join('\n')}`;
}

function importTable(imports: Measured): string {
  return `### Cold import\n\n${table(
    ['`import` of', 'ms'],
    [...imports].map(([subject, value]) => [subject, value.toFixed(1)]),
  )}`;
}

function callTable(calls: Measured): string {
  const names: Readonly<Record<string, string>> = {
    [sdk]: `${sdk}, validation on`,
    [`${sdk}-off`]: `${sdk}, validation off`,
    'ky-alike': 'ky, same settings',
  };
  return `### A call\n\n${table(
    ['client', 'µs per call', 'compared with ky, same settings'],
    [...calls].map(([subject, value]) => [
      names[subject] ?? subject,
      value.toFixed(1),
      times(value / of(calls, 'ky-alike')),
    ]),
  )}`;
}

function listTable(lists: Measured): string {
  const names: Readonly<Record<string, string>> = {
    'JSON.parse': '`JSON.parse` of the text',
    fetch: '`response.json()`',
    off: `${sdk}, validation off`,
    warn: `${sdk}, validation on`,
  };
  return `### A list of 100,000 customers\n\n${table(
    ['method', 'ms', 'compared with `JSON.parse`', 'compared with `response.json()`'],
    [...lists].map(([method, value]) => [
      names[method] ?? method,
      value.toFixed(0),
      times(value / of(lists, 'JSON.parse')),
      times(value / of(lists, 'fetch')),
    ]),
  )}`;
}

/** Returns a program for a new Node process in the folder `peers`. It prints the milliseconds an import takes. */
function importProgram(name: string): readonly string[] {
  const clock = join(import.meta.dirname, 'clock.ts');
  const program = `
    import { processorTime } from ${JSON.stringify(clock)};
    const start = processorTime();
    await import(${JSON.stringify(name === sdk ? import.meta.resolve(sdk) : name)});
    console.log(processorTime() - start);`;
  return ['--input-type=module', '--eval', program];
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Measures everything and writes it into docs/benchmarks.md: `npm run bench`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { medians } from './rounds.ts';
import { type Size, sizeOf } from './size.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/benchmarks.md');
const sdk = 'masterdata-sdk';
const peers = ['stripe', 'openai', 'anthropic'] as const;
const packages: Readonly<Record<string, string>> = {
  [sdk]: sdk,
  stripe: 'stripe',
  openai: 'openai',
  anthropic: '@anthropic-ai/sdk',
  octokit: '@octokit/core',
  ky: 'ky',
};
const rounds = { imports: 15, calls: 11, lists: 7 };

const sizes = new Map<string, Size>();
for (const subject of [...Object.keys(packages), 'fetch']) sizes.set(subject, await sizeOf(subject));
say(sizeTable());

say(`\nImports, ${rounds.imports} rounds …`);
const imports = await medians(
  Object.fromEntries(Object.entries(packages).map(([subject, name]) => [subject, importing(name)])),
  rounds.imports,
);
say(importTable());

say(`\nCalls, ${rounds.calls} rounds …`);
const callers = [sdk, `${sdk}-off`, ...peers, 'octokit', 'ky-alike', 'ky', 'fetch'];
const calls = await medians(
  Object.fromEntries(callers.map((subject) => [subject, ['bench/call.ts', subject]])),
  rounds.calls,
);
say(callTable());

say(`\nLists, ${rounds.lists} rounds …`);
const lists = await medians(
  Object.fromEntries(['JSON.parse', 'fetch', 'off', 'warn'].map((way) => [way, ['--expose-gc', 'bench/list.ts', way]])),
  rounds.lists,
);
say(listTable());

const text = [machine(), goals(), sizeTable(), importTable(), callTable(), listTable()].join('\n\n');
const before = readFileSync(page, 'utf8');
const after = before.replace(
  /(<!-- measured -->\n).*(<!-- \/measured -->)/s,
  (_, start: string, end: string) => `${start}\n${text}\n\n${end}`,
);
if (after === before) throw new Error(`${page} has no place for what was measured`);
writeFileSync(page, after);
say(`\n${goals()}`);

function machine(): string {
  const [cpu] = cpus();
  const versions = Object.values(packages)
    .filter((name) => name !== sdk)
    .map((name) => `${name} ${versionOf(name)}`);
  return `Measured on ${new Date().toISOString().slice(0, 10)} with Node.js ${process.versions.node} on ${type()}, ${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB; ${versions.join(', ')}; bundled by esbuild ${versionOf('esbuild')}.`;
}

function goals(): string {
  const fastest = Math.min(...peers.map((peer) => of(calls, peer)));
  const parse = of(lists, 'JSON.parse');
  const bytes = sizes.get(sdk)?.initial ?? Number.NaN;
  const rows: readonly (readonly [string, number, number, (value: number) => string])[] = [
    ['Size before the first call', bytes, 15_000, kB],
    ['A call, checks on warn, to the fastest of stripe, openai and anthropic', of(calls, sdk) / fastest, 1, times],
    ['The same, checks off', of(calls, `${sdk}-off`) / fastest, 1, times],
    ['A call, checks on warn, to ky configured alike', of(calls, sdk) / of(calls, 'ky-alike'), 1.3, times],
    ['The same, checks off', of(calls, `${sdk}-off`) / of(calls, 'ky-alike'), 1.3, times],
    ['A list of 100,000, checks on warn, to `JSON.parse` alone', of(lists, 'warn') / parse, 2, times],
    ['The same, checks off', of(lists, 'off') / parse, 1.1, times],
  ];
  return table(
    ['goal', 'at most', 'measured', ''],
    rows.map(([goal, value, limit, show]) => [
      goal,
      show(limit),
      show(value),
      value <= limit ? 'reached' : '**not reached**',
    ]),
  );
}

function sizeTable(): string {
  return `### Size\n\n${table(
    ['one call with', 'before the call', 'loaded when needed', 'in one file'],
    [...sizes].map(([subject, { initial, lazy, whole }]) => [
      subject,
      kB(initial),
      [...lazy].map(([name, size]) => `${name} ${kB(size)}`).join(', '),
      kB(whole),
    ]),
  )}`;
}

function importTable(): string {
  return `### Cold import\n\n${table(
    ['`import` of', 'ms'],
    [...imports].map(([subject, value]) => [subject, value.toFixed(1)]),
  )}`;
}

function callTable(): string {
  const names: Readonly<Record<string, string>> = {
    [sdk]: `${sdk}, checks on warn`,
    [`${sdk}-off`]: `${sdk}, checks off`,
    'ky-alike': 'ky, configured alike',
  };
  return `### A call\n\n${table(
    ['one call with', 'µs', 'to ky configured alike'],
    [...calls].map(([subject, value]) => [
      names[subject] ?? subject,
      value.toFixed(1),
      times(value / of(calls, 'ky-alike')),
    ]),
  )}`;
}

function listTable(): string {
  const names: Readonly<Record<string, string>> = {
    'JSON.parse': '`JSON.parse` of the text alone',
    fetch: '`response.json()`',
    off: `${sdk}, checks off`,
    warn: `${sdk}, checks on warn`,
  };
  return `### A list of 100,000 customers\n\n${table(
    ['read with', 'ms', 'to `JSON.parse`', 'to `response.json()`'],
    [...lists].map(([way, value]) => [
      names[way] ?? way,
      value.toFixed(0),
      times(value / of(lists, 'JSON.parse')),
      times(value / of(lists, 'fetch')),
    ]),
  )}`;
}

/** What a fresh Node runs to print how many milliseconds an import takes. */
function importing(name: string): readonly string[] {
  const clock = join(import.meta.dirname, 'clock.ts');
  const program = `
    import { processorTime } from ${JSON.stringify(clock)};
    const start = processorTime();
    await import(${JSON.stringify(name)});
    console.log(processorTime() - start);`;
  return ['--input-type=module', '--eval', program];
}

function versionOf(name: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return manifest.version;
}

function of(measured: ReadonlyMap<string, number>, name: string): number {
  return measured.get(name) ?? Number.NaN;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} times`;
}

function say(line: string): void {
  console.log(line);
}

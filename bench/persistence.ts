import { table } from '../docs/generate/markdown.ts';
import { medians } from './medians.ts';
import { goal, goalTable, type Measurement, of, say, times } from './report.ts';

const sizes = [1000, 100_000];
const rounds = 3;

/** Measures a mock in SQLite, with few and many records. */
export async function measurePersistence(): Promise<Measurement> {
  say(`SQLite with up to ${sizes.at(-1)?.toLocaleString('en')} customers, ${rounds} rounds …`);
  const programs = sizes.map((customers) => [customers, ['--no-warnings', 'bench/mock/persist.ts', String(customers)]]);
  const measured = await medians(Object.fromEntries(programs), rounds);
  const row = (name: string, figure: string, show: (value: number) => string) => [
    name,
    ...sizes.map((customers) => show(of(measured, `${customers} ${figure}`))),
  ];
  const results = table(
    ['measurement', ...sizes.map((customers) => `${customers.toLocaleString('en')} customers`)],
    [
      row('size of the file', 'size', (value) => `${value.toFixed(0)} MB`),
      row('store everything, at the first start', 'store', milliseconds),
      row('load everything, at a later start', 'load', milliseconds),
      row('update a record', 'update', (value) => `${value.toFixed(0)} µs`),
    ],
  );
  const update = (customers: number): number => of(measured, `${customers} update`);
  const goals = goalTable([
    goal('Update with 100,000 customers', 1, update(100_000) / 1000, (value) => `${value.toFixed(3)} ms`),
    goal('The same, compared with 1,000 customers', 2, update(100_000) / update(1000), times),
    // Half of the records are addresses.
    goal('Load 100,000 of the records', 1200, of(measured, '100000 load') / 2, milliseconds),
  ]);
  say(`${results}\n\n${goals}`);
  return { results: [results], goals };
}

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}

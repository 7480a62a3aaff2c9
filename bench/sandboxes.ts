import { table } from '../docs/generate/markdown.ts';
import { medians } from './medians.ts';
import { operations } from './mock/subjects/subject.ts';
import { goal, goalTable, type Measurement, of, say, times } from './report.ts';

const rounds = 5;

/** Measures sandboxes, and requests to many of them next to requests to one mock. */
export async function measureSandboxes(): Promise<Measurement> {
  say(`10,000 sandboxes, ${rounds} rounds …`);
  const cost = await medians({ '': ['--expose-gc', 'bench/mock/sandboxes.ts'] }, rounds);
  say(`Requests to 1,000 sandboxes over HTTP, ${rounds} rounds …`);
  const requests = await medians(
    { one: ['bench/mock/http.ts', 'masterdata-sdk'], many: ['bench/mock/http.ts', 'sandboxes'] },
    rounds,
  );
  const figure = (name: string, digits: number, unit: string): string => `${of(cost, name).toFixed(digits)} ${unit}`;
  const results = [
    table(
      ['measurement', 'measured'],
      [
        ['create a sandbox', figure('create', 2, 'ms')],
        ['memory of each, beyond the shared seed', figure('kilobytes', 0, 'kB')],
        ['memory of the process with 10,000 sandboxes', figure('process', 0, 'MB')],
        ['load a stored sandbox', figure('load', 1, 'ms')],
        ['memory of each loaded one', figure('loaded kilobytes', 0, 'kB')],
      ],
    ),
    table(
      ['request', 'one mock', '1,000 sandboxes', 'ratio'],
      [
        ['`mock.fetch`, a record by id', ...compare(of(cost, 'one'), of(cost, 'many'))],
        ...operations.map((operation) => [
          `over HTTP, ${operationNames[operation]}`,
          ...compare(of(requests, `one ${operation}`), of(requests, `many ${operation}`)),
        ]),
      ],
    ),
  ];
  const slowdown = (operation: string): number => of(requests, `many ${operation}`) / of(requests, `one ${operation}`);
  const goals = goalTable([
    goal('Create a sandbox', 0.18, of(cost, 'create'), (value) => `${value.toFixed(2)} ms`),
    goal('Memory of a sandbox', 17, of(cost, 'kilobytes'), kilobytes),
    goal('Memory of a sandbox that was loaded', 20, of(cost, 'loaded kilobytes'), kilobytes),
    goal(
      'Read by id with `mock.fetch` over 1,000 sandboxes, compared with one mock',
      1,
      of(cost, 'many') / of(cost, 'one'),
    ),
    ...operations.map((operation) => goal(`The same over HTTP, ${operationNames[operation]}`, 1, slowdown(operation))),
  ]);
  say(`${results.join('\n\n')}\n\n${goals}`);
  return { results, goals };
}

const operationNames = { get: 'read by id', list: 'filtered list', update: 'update' } as const;

function compare(one: number, many: number): readonly string[] {
  return [`${one.toFixed(1)} µs`, `${many.toFixed(1)} µs`, times(many / one)];
}

function kilobytes(value: number): string {
  return `${value.toFixed(0)} kB`;
}

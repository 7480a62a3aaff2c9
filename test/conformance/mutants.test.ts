/** The kit reports each wrong behavior, and nothing else. */
import { describe, expect, test } from 'vitest';
import { isLong, runs, sample } from '../sample.ts';
import { carelessMutants } from './careless-mutants.ts';
import { placesOf, runAll, skipWaits } from './helpers.ts';
import { mutate, mutants as others } from './mutants.ts';

skipWaits();

const mutants = [...others, ...carelessMutants];

describe('a server on which', () => {
  test.each(sample(mutants, 'kitRuns'))('$name is reported as $expected', async (mutant) => {
    const walks = mutant.expected.startsWith('walk ') ? 200 : 0;
    const report = await runAll(mutant.policies ?? {}, (mock) => mutate(mutant, mock), { walks });
    const reported = placesOf(report[mutant.level ?? 'differences']).map(({ kind, subject }) => `${kind} ${subject}`);
    expect(reported).toContain(mutant.expected);
  });

  test('nothing is wrong is never reported', async () => {
    const unchanged = { name: '', expected: '', create: () => ({}) };
    for (let count = runs(isLong ? 100 : 10); count > 0; count -= 1) {
      const report = await runAll({}, (mock) => mutate(unchanged, mock));
      expect(report.differences).toEqual([]);
      expect(report.unknownValues).toEqual([]);
      expect(report.observations).toEqual([]);
      expect(report.outcome).toBe('conforms');
    }
  }, 3_600_000);
});

test('there are at least 60 mutants', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(60);
});

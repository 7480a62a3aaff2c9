import { type MockPolicies, policyValues, type RateLimit } from '../../mocks/index.ts';

type Choice = readonly [name: string, value: unknown];

const names = Object.keys(policyValues) as (keyof typeof policyValues)[];

/** Limits that the requests of a run stay below, and exceed. */
const below: RateLimit = { limit: 100_000 };
const above: RateLimit = { limit: 200, window: 1000 };

/** Returns the value of a policy, with other policies that make it observable. */
export function observable(name: string, value: unknown): Partial<MockPolicies> {
  const policies = { [name]: value };
  return name === 'rateLimitHeaders' ? { ...policies, rateLimit: value === 'none' ? above : below } : policies;
}

/** Every value of every policy, by itself. */
export const singles: readonly Choice[] = names.flatMap((name) =>
  policyValues[name].map((value): Choice => [name, value]),
);

/** A few combinations of all policies in which each value occurs and is observable. */
export function eachValue(): Partial<MockPolicies>[] {
  const count = Math.max(...names.map((name) => policyValues[name].length));
  return Array.from({ length: count }, (_, index) => {
    const pick = (name: keyof typeof policyValues) => policyValues[name][index % policyValues[name].length];
    const policies = Object.fromEntries(names.map((name) => [name, pick(name)]));
    return { ...policies, ...observable('rateLimitHeaders', pick('rateLimitHeaders')) };
  });
}

/** Combinations of all policies in which each pair of values occurs. */
export function pairwise(): Partial<MockPolicies>[] {
  const open = new Set(
    singles.flatMap((a) =>
      singles.flatMap((b) => (names.indexOf(a[0] as never) < names.indexOf(b[0] as never) ? [keyOf(a, b)] : [])),
    ),
  );
  const combinations: Partial<MockPolicies>[] = [];
  while (open.size > 0) {
    const chosen: Choice[] = [];
    for (const name of names) {
      const candidates = policyValues[name].map((value): Choice => [name, value]);
      const gain = (choice: Choice) => chosen.filter((other) => open.has(keyOf(other, choice))).length;
      // A value that is in many open pairs comes first, so that each round closes at least one.
      const rest = (choice: Choice) => [...open].filter((key) => key.includes(keyOf(choice))).length;
      chosen.push(candidates.sort((a, b) => gain(b) - gain(a) || rest(b) - rest(a))[0] as Choice);
    }
    for (const a of chosen) for (const b of chosen) open.delete(keyOf(a, b));
    combinations.push(Object.fromEntries(chosen));
  }
  return combinations;
}

/** Returns a combination of all policies that depends on the number only. */
export function combination(seed: number): Partial<MockPolicies> {
  let state = seed * 2_654_435_761;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state >>> 8;
  };
  return Object.fromEntries(names.map((name) => [name, policyValues[name][next() % policyValues[name].length]]));
}

function keyOf(...choices: readonly Choice[]): string {
  return choices.map(([name, value]) => `${name}=${value};`).join('');
}

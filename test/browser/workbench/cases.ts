/** The tests of the workbench. `npm test` runs a part of them, which depends on their names. */
import { type TestContext, test } from 'vitest';
import { isFull } from '../../fast-check.ts';

/** The places where users open the workbench. */
const allPlaces = ['server', 'sandbox', 'panel'] as const;

export type Place = (typeof allPlaces)[number];

/** `npm test` runs a third of the tests of details. */
const part = 3;

/** Registers a test of a task of users for each place where they open the workbench. `npm test` runs one of them. */
export function story(
  name: string,
  run: (place: Place, context: TestContext) => Promise<void>,
  places: readonly Place[] = allPlaces,
): void {
  test.for(choose(places, name))(`${name}: %s`, run);
}

/** Registers a test of a detail of a page. `npm test` runs a third of them. */
export function detail(name: string, run: (context: TestContext) => Promise<void>): void {
  if (isFull || numberOf(name) % part === 0) test(name, run);
}

/** Returns all cases, or one of them in `npm test`. */
export function choose<T>(cases: readonly T[], name: string): readonly T[] {
  return isFull ? cases : cases.filter((_, index) => index === numberOf(name) % cases.length);
}

/** Returns a number that depends on a text only. */
function numberOf(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 65_521, 0);
}

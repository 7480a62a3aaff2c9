/** Tests of what users do in the workbench, at each place where they open it. */
import { type TestContext, test } from 'vitest';
import { choose } from '../../sample.ts';

/** The places where users open the workbench. */
const allPlaces = ['server', 'sandbox', 'panel'] as const;

export type Place = (typeof allPlaces)[number];

/** Registers a test of a task of users for each place where they open the workbench. `npm test` runs one of them. */
export function story(
  name: string,
  run: (place: Place, context: TestContext) => Promise<void>,
  places: readonly Place[] = allPlaces,
): void {
  test.for(choose(places, name))(`${name}: %s`, run);
}

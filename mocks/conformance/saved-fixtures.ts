import { VERSION } from '../../src/contract/version.ts';

/** The operations that change fixtures. */
export const fixtureOperations = ['contacts.update', 'categories.update', 'prices.update'] as const;

/** An operation that changes fixtures. */
export type FixtureOperation = (typeof fixtureOperations)[number];

/** The fields of a fixture before the first change. They can be personal data. */
export interface SavedFixture {
  readonly operation: FixtureOperation;
  readonly id: string;
  /** The product of a price, which shows it. */
  readonly productId?: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The fixtures that a run changes, as they were before. */
export interface SavedFixtures {
  /** The version of the format. */
  readonly version: 1;
  /** The version of the package. */
  readonly kit: string;
  readonly baseUrl: string;
  readonly fixtures: readonly SavedFixture[];
}

/** A fixture that does not have its original fields. */
export interface UnrestoredFixture {
  readonly operation: string;
  readonly id: string;
  /** The names of the fields. Their values are not in the report. */
  readonly fields: readonly string[];
  readonly reason: string;
}

/** Wraps saved fixtures for a file. */
export function createSavedFixtures(baseUrl: string, fixtures: readonly SavedFixture[]): SavedFixtures {
  return { version: 1, kit: VERSION, baseUrl, fixtures };
}

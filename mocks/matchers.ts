/**
 * Checks the requests that a mock received, in any test runner. `masterdata-sdk/mock/matchers/vitest` and
 * `masterdata-sdk/mock/matchers/jest` register them.
 *
 * @module masterdata-sdk/mock/matchers
 */

export type { Pattern } from './controls/match-pattern.ts';
export type { ExpectedRequests, MatcherResult } from './matchers/check-received.ts';
export {
  assertReceived,
  assertReceivedNothing,
  type InspectableMock,
  type MatcherContext,
  type MockMatchers,
  matchers,
  type ResultOf,
} from './matchers/matchers.ts';
export type { AsymmetricMatcher } from './shared/describe-value.ts';
export type { ParametersOf } from './shared/operation-reference.ts';

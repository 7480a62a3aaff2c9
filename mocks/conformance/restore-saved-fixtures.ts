import * as z from 'zod/mini';
import { validate } from '../../src/contract/validate.ts';
import { fixtureOperations, restoreFixture, type SavedFixtures, type UnrestoredFixture } from './fixture-guard.ts';
import { type ConformanceOptions, validateOptions } from './options.ts';
import { Session, trimSlashes } from './session.ts';

const savedFixturesSchema = z.object({
  version: z.literal(1),
  kit: z.string(),
  baseUrl: z.string(),
  fixtures: z.array(
    z
      .object({
        operation: z.enum(fixtureOperations),
        id: z.string(),
        productId: z.optional(z.string()),
        fields: z.record(z.string(), z.unknown()),
      })
      .check(
        z.refine(({ operation, productId }) => operation !== 'prices.update' || productId !== undefined, {
          path: ['productId'],
          error: 'is required for a price',
        }),
      ),
  ),
});

/** Options of {@link restoreFixtures}. */
export interface RestoreOptions
  extends Pick<ConformanceOptions, 'baseUrl' | 'token' | 'fetch' | 'headers' | 'timeout'> {
  /** The fixtures that `saveFixtures` was called with. */
  readonly saved: SavedFixtures;
}

/**
 * Sets the fields of fixtures back that a run left changed, for example because its process was killed. Resolves with
 * the fixtures that still differ.
 *
 * @throws A TypeError if an option is invalid, or if the fixtures belong to another base URL.
 */
export async function restoreFixtures({ saved, ...options }: RestoreOptions): Promise<UnrestoredFixture[]> {
  validateOptions(options);
  const result = validate(savedFixturesSchema, saved);
  if (!result.ok) {
    const [first] = result.issues;
    throw new TypeError(`saved: ${[first?.path, first?.message].filter(Boolean).join(' ')}`);
  }
  if (trimSlashes(result.value.baseUrl) !== trimSlashes(options.baseUrl)) {
    throw new TypeError(`saved: the fixtures belong to ${result.value.baseUrl}. Pass it as baseUrl.`);
  }
  const { baseUrl, token, fetch, headers, timeout } = options;
  const session = new Session({ baseUrl, tokens: { main: token }, fetch, headers, timeout });
  const unrestored: UnrestoredFixture[] = [];
  for (const fixture of result.value.fixtures) {
    const left = await restoreFixture(session, fixture);
    if (left) unrestored.push(left);
  }
  return unrestored;
}

import { type ConformanceOptions, type ConformanceReport, runConformance } from '../../mocks/conformance.ts';
import type { SecondServer } from './second-server/server.ts';

/** Runs all checks of the kit on a second server. */
export async function runOnSecond(
  server: SecondServer,
  options: Partial<ConformanceOptions> = {},
): Promise<ConformanceReport> {
  return await runConformance({
    baseUrl: 'http://boats.example',
    token: server.tokens.main,
    secondToken: server.tokens.second,
    limitedToken: server.tokens.reader,
    fetch: server.fetch,
    fixtures: server.fixtures,
    allowWrites: true,
    run: 'second',
    ...options,
  });
}

/** Returns the fixtures without the time of their last update. */
export function fixtureRows({ tables, fixtures }: SecondServer) {
  const ids = [fixtures.contact, fixtures.category, fixtures.price];
  return [tables.contacts, tables.categories, tables.prices]
    .flat()
    .filter(({ id }) => ids.includes(id))
    .map(({ updated_at: _, ...row }) => row);
}

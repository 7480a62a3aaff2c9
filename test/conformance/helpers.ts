import { afterEach, beforeEach, vi } from 'vitest';
import {
  type ConformanceFinding,
  type ConformanceFixtures,
  type ConformanceReport,
  runConformance,
} from '../../mocks/conformance.ts';
import {
  createMockServer,
  demo,
  type MockPolicies,
  type MockServer,
  type MockServerOptions,
} from '../../mocks/index.ts';

/** A demo mock with a second workspace. */
export function start(options: MockServerOptions = {}) {
  const mock = createMockServer({ seed: demo, ...options });
  const workspace = mock.db.workspaces.insert({ name: 'Second' }).id;
  return {
    mock,
    secondToken: mock.tokens.issue({ workspace }),
    limitedToken: mock.tokens.issue({ permissions: ['customers:read'] }),
    fixtures: fixturesOf(mock),
  };
}

/** Fixtures in the demo seed. Its new products have prices, so that no fixture is needed for them. */
function fixturesOf({ db, policies }: MockServer): Required<Omit<ConformanceFixtures, 'price' | 'pricedProduct'>> {
  const format = (id: string | undefined) => (policies.idCase === 'upper' ? required(id).toUpperCase() : required(id));
  const category = (api_name: string) => format(db.categories.find({ api_name })?.id);
  return {
    contact: format(db.contacts.find({})?.id),
    category: category('chairs'),
    deletableCategory: category('services'),
    discountedCategory: format(db.discounts.find({ is_active: true })?.category_ids[0]),
  };
}

/** Lets timers fire at once in the tests of a file or of a group. The clock only moves while the kit waits. */
export function skipWaits(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.UTC(2026, 2, 2, 12) });
    vi.setTimerTickMode('nextTimerAsync');
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Runs all checks of the kit on a mock, by default through its own `fetch`. */
export async function runAll(
  policies: Partial<MockPolicies> = {},
  fetchOf: (mock: MockServer) => MockServer['fetch'] = (mock) => mock.fetch,
  options: Partial<Parameters<typeof runConformance>[0]> = {},
): Promise<ConformanceReport> {
  const { mock, ...rest } = start({ policies });
  return await runConformance({
    baseUrl: mock.baseUrl,
    token: mock.token,
    fetch: fetchOf(mock),
    allowWrites: true,
    run: 'test',
    ...rest,
    ...options,
  });
}

/** Returns the numbers from 1 to a count. */
export function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Returns all places of findings, each with the kind of its finding. */
export function placesOf(findings: readonly ConformanceFinding[]) {
  return findings.flatMap((finding) =>
    [finding, ...(finding.others ?? [])].map((place) => ({ ...place, kind: finding.kind })),
  );
}

/** Returns the places of the differences of a report as lines. */
export function lines({ differences }: ConformanceReport): string[] {
  return placesOf(differences).map(({ kind, subject, message }) => `${kind} ${subject}: ${message}`);
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the demo workspace lacks a fixture');
  return value;
}

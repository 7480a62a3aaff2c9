import type { MockServer } from '../../mocks/index.ts';
import { personalFields } from '../../mocks/pull/personal-fields.ts';
import type { RecordCache } from '../../mocks/pull/progress-file.ts';
import { formatSeed, type PullOptions, pull } from '../../mocks/pull/pull.ts';
import { serve } from '../http/serve.ts';

/** A cache that forgets everything. */
export const noCache: RecordCache = { get: () => undefined, add: () => {} };

const key = Buffer.alloc(32, 1);

/** Serves a mock, and pulls its workspace. */
export async function pullFrom(mock: MockServer, options: Partial<PullOptions> = {}) {
  const { url, close } = await serve({}, mock);
  const seed = await pull({
    baseUrl: url,
    token: mock.token,
    key,
    keep: [],
    cache: noCache,
    concurrency: 4,
    ...options,
  });
  await close();
  return { seed, text: formatSeed(seed) };
}

/** Returns the personal texts of all rows. */
export function personalTexts(mock: MockServer): readonly string[] {
  const found = new Set<string>();
  const collect = (value: unknown, path: readonly string[]) => {
    if (typeof value === 'string') {
      if (value !== '') found.add(value);
    } else if (Array.isArray(value)) for (const entry of value) collect(entry, path);
    else if (typeof value === 'object' && value !== null && path[0] !== undefined) {
      const [field, ...rest] = path;
      collect(Reflect.get(value, field), rest);
    }
  };
  for (const [table, marks] of Object.entries(personalFields)) {
    if (!(table in mock.db)) continue;
    for (const [path, mark] of Object.entries(marks)) {
      if (mark === 'harmless' || path === '*') continue;
      for (const row of mock.db[table as 'customers'].list()) collect(row, path.split('.'));
    }
  }
  for (const { name } of mock.db.paymentTerms.list()) collect(name, []);
  return [...found];
}

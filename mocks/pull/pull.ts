import { createHmac } from 'node:crypto';
import { MasterDataClient } from '../../src/index.ts';
import { createMockServer } from '../engine/create-mock-server.ts';
import { errorMessage } from '../shared/errors.ts';
import { buildSeed, type PulledSeed } from './build-seed.ts';
import { copyRecord } from './copy-record.ts';
import type { RecordCache } from './progress-file.ts';
import { type PullProgress, readWorkspace } from './read-workspace.ts';
import { createReplace } from './replacements.ts';

/** Options of {@link pull}. */
export interface PullOptions {
  readonly baseUrl: string;
  readonly token: string;
  /** The key of the replacements. Undefined to keep personal data. */
  readonly key: Uint8Array | undefined;
  /** The names of personal fields to keep. */
  readonly keep: readonly string[];
  readonly cache: RecordCache;
  /** The number of calls at the same time. */
  readonly concurrency: number;
  /** The number of pages of a list after which the pull fails, because a service may never end it. Default: 10000. */
  readonly maxPages?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PullProgress) => void;
  readonly onWarning?: (message: string) => void;
}

/** The records of a service that no mock can store together. Records that were kept for a later pull do not help. */
export class ContradictionError extends Error {}

/** The number of times that a call is repeated before the pull fails. */
const maxRetries = 5;

/**
 * Reads a workspace of the service as a seed.
 *
 * @throws The error of the call that failed, without its response, or a {@link ContradictionError}.
 */
export async function pull(options: PullOptions): Promise<PulledSeed> {
  const { baseUrl, token, key, keep, cache, concurrency, maxPages = 10_000, signal, onProgress, onWarning } = options;
  const ignore = () => {};
  const pages = new Map<string, number>();
  let endless: Error | undefined;
  const client = new MasterDataClient({
    baseUrl,
    apiToken: token,
    maxRetries,
    hooks: {
      onRequest({ call: { operation }, attempt }) {
        const page = (pages.get(operation) ?? 0) + 1;
        if (attempt > 1 || !operation.endsWith('.list')) return;
        pages.set(operation, page);
        if (page <= maxPages) return;
        endless = new Error(`${operation}: the service has more than ${maxPages} pages, and may never end the list.`);
        throw endless;
      },
      onRetry({ call: { operation }, attempt, status, error }) {
        const reason = error?.message ?? `${operation}: status ${status}`;
        onWarning?.(`${reason.replace(/\.$/, '')}. Attempt ${attempt + 1} of ${maxRetries + 1}.`);
      },
    },
    // Its messages quote values. Values that a seed cannot have become placeholders.
    validation: { responses: 'off' },
    logLevel: 'warn',
    logger: { debug: ignore, info: ignore, warn: onWarning ?? ignore, error: onWarning ?? ignore },
  });
  const replace = key && createReplace(key);
  const reading = readWorkspace({
    client,
    copy: (resource, record) => copyRecord(resource, record, replace, keep),
    cache,
    concurrency,
    signal,
    onProgress,
  });
  const workspace = await reading.catch((error: unknown) => {
    throw endless ?? error;
  });
  const seed = buildSeed(workspace);
  try {
    createMockServer({ seed: seed.rows });
  } catch (error) {
    const advice = workspace.hasChanged ? ' Some records have changed meanwhile. Pull again.' : '';
    throw new ContradictionError(`the records of the service contradict each other: ${errorMessage(error)}.${advice}`);
  }
  return seed;
}

/** Identifies pulls that lead to the same records: the same service and the same replacements. */
export function fingerprint({ baseUrl, key, keep }: Pick<PullOptions, 'baseUrl' | 'key' | 'keep'>): string {
  return createHmac('sha256', key ?? 'no replacements')
    .update(JSON.stringify([2, baseUrl, [...keep].sort()]))
    .digest('hex');
}

/** Writes a seed as JSON with one row in each line, so that a later seed can be compared. */
export function formatSeed({ rows, placeholders }: PulledSeed): string {
  const list = (name: string, values: readonly object[]) =>
    `  ${JSON.stringify(name)}: [\n${values.map((value) => `    ${JSON.stringify(value)}`).join(',\n')}\n  ]`;
  const lists = [['$placeholders', placeholders] as const, ...Object.entries(rows)];
  return `{\n${lists.map(([name, values]) => list(name, values)).join(',\n')}\n}\n`;
}

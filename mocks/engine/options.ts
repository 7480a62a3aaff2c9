import * as z from 'zod/mini';
import { type DateInput, isDate } from '../controls/clock-input.ts';
import type { Fault } from '../controls/faults/fault-kinds.ts';
import { type FaultPreset, parsePreset } from '../controls/faults/fault-presets.ts';
import { parseFault } from '../controls/faults/fault-schema.ts';
import type { FaultTarget } from '../controls/faults/operation-pattern.ts';
import { type MockPolicies, resolvePolicies } from '../controls/policies.ts';
import { type PoliciesFile, policiesFrom } from '../controls/policies-file.ts';
import type { Principal } from '../controls/tokens.ts';
import { parseOperations } from '../operations/find-route.ts';
import type { MockOperation } from '../operations/mock-operation.ts';
import type { Seed, SeedWith } from '../seed/seed.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import { type BaseUrl, parseBaseUrl } from '../shared/base-url.ts';
import { withNames } from '../shared/operation-reference.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import type { TimeSource } from '../shared/time.ts';
import type { MockSnapshot, SnapshotJson } from '../snapshots/snapshot.ts';
import type { TableDefinition } from '../store/define-table.ts';
import type { Changes } from '../store/row-types.ts';
import { createTableSchema, type TableSchema } from '../store/table-schema.ts';

/** Options of `createMockServer()`. */
export interface MockServerOptions<Own extends readonly TableDefinition[] = readonly TableDefinition[]> {
  /** The URL of the mock. Its path is a prefix of every path. Default: `https://api.example.com`. */
  readonly baseUrl?: string | undefined;
  /** The initial data, also after `reset()`: rows, a function, or a snapshot. Default: one empty workspace. */
  readonly seed?: SeedWith<Own> | MockSnapshot | SnapshotJson | undefined;
  /**
   * Choices for behavior that the specification leaves open, or a policies file of `masterdata-sdk conformance`.
   * Default: see `docs/policies.md`.
   */
  readonly policies?: Changes<MockPolicies> | PoliciesFile | undefined;
  /** The permissions of the token of the mock. Default: all. */
  readonly permissions?: Principal['permissions'] | undefined;
  /** The time at which the clock stops, or a function that returns the time. Default: `Date.now`. */
  readonly clock?: DateInput | TimeSource | undefined;
  /** The seed of ids and random numbers. The same calls with the same seed return the same bytes. Default: 1. */
  readonly randomSeed?: number | undefined;
  /** The token of the mock. Default: random. */
  readonly token?: string | undefined;
  /** The rate limit of each workspace. A short form of `policies.rateLimit`. Default: `off`. */
  readonly rateLimit?: MockPolicies['rateLimit'] | undefined;
  /** The initial faults, also after `reset()`. Default: none. */
  readonly faults?: readonly (Fault<FaultTarget> | FaultPreset)[] | undefined;
  /** Operations that the specification does not document, from `mockOperation()`. Default: none. */
  readonly operations?: readonly MockOperation[] | undefined;
  /** Tables that the specification does not have, from `defineTable()`. Default: none. */
  readonly tables?: Own | undefined;
  /** The number of requests that the journal keeps; 0 turns it off. Default: 1000. */
  readonly journal?: number | undefined;
  /** The size limit of request bodies, in bytes. The mock responds to larger ones with 413. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
}

/** The names of the options of `createMockServer()`. */
export const mockOptionNames: OptionNames<MockServerOptions> = {
  baseUrl: true,
  seed: true,
  policies: true,
  permissions: true,
  clock: true,
  randomSeed: true,
  token: true,
  rateLimit: true,
  faults: true,
  operations: true,
  tables: true,
  journal: true,
  maxBodyBytes: true,
};

/** Options of a mock, with all defaults filled in. */
export interface EngineOptions {
  readonly baseUrl: BaseUrl;
  readonly seed: Seed | MockSnapshot | SnapshotJson;
  readonly policies: MockPolicies;
  readonly permissions: Principal['permissions'] | undefined;
  readonly clock: DateInput | TimeSource | undefined;
  readonly randomSeed: number;
  readonly token: string | undefined;
  readonly faults: readonly (Fault | FaultPreset)[];
  readonly operations: readonly MockOperation[];
  readonly tables: TableSchema;
  readonly journal: number;
  readonly maxBodyBytes: number;
}

const listOfFaults = z.array(z.custom<Fault<FaultTarget> | FaultPreset>());

/**
 * Checks the options, and fills in the defaults.
 *
 * @throws A TypeError if an option is not valid.
 */
export function resolveOptions(options: MockServerOptions): EngineOptions {
  assertOptionNames('createMockServer', options, mockOptionNames);
  const { randomSeed = 1, rateLimit, maxBodyBytes = 1024 * 1024, permissions, clock, token, seed = {} } = options;
  if (!Number.isInteger(randomSeed)) {
    throw new TypeError(`randomSeed: must be a whole number, received ${String(randomSeed)}`);
  }
  const operations = parseOperations(options.operations ?? []);
  return {
    baseUrl: parseBaseUrl(options.baseUrl ?? 'https://api.example.com'),
    seed,
    policies: resolvePolicies({
      ...policiesFrom(options.policies ?? {}),
      ...(rateLimit !== undefined && { rateLimit }),
    }),
    permissions,
    // A copy: a reset uses the date again.
    clock: isDate(clock) ? new Date(clock) : clock,
    randomSeed,
    token,
    faults: parseOptions(listOfFaults, options.faults ?? [], 'faults').map((fault) => copyFault(fault, operations)),
    operations,
    tables: createTableSchema(options.tables ?? []),
    journal: options.journal ?? 1000,
    maxBodyBytes: parseOptions(wholeNumber(0), maxBodyBytes, 'maxBodyBytes'),
  };
}

/** Copies a fault: a reset adds it again. Keeps the order of its properties, by which stored faults are compared. */
function copyFault(fault: Fault<FaultTarget> | FaultPreset, operations: readonly MockOperation[]): Fault | FaultPreset {
  if (typeof fault === 'string') return parsePreset(fault);
  parseFault(fault, operations);
  return JSON.parse(JSON.stringify(withNames(fault)));
}

import { resolve } from 'node:path';
import type { Fault } from '../controls/faults/fault-kinds.ts';
import type { FaultPreset } from '../controls/faults/fault-presets.ts';
import { assertSandboxFault } from '../controls/faults/sandbox-fault.ts';
import { createMockServer, type MockServer } from '../engine/create-mock-server.ts';
import { sqlite } from '../persistence/sqlite.ts';
import { createSandboxes } from '../sandboxes/create-sandboxes.ts';
import { rowsFormat } from '../seed/row-files.ts';
import { startServer } from '../servers/node/listen.ts';
import type { ListeningServer, LoggedRequest } from '../servers/node/options.ts';
import { errorMessage } from '../shared/errors.ts';
import { assertReplaceable, replaceFile, targetOf } from '../shared/replace-file.ts';
import { isSnapshot, type MockSnapshot, type SnapshotJson } from '../snapshots/snapshot.ts';
import { defaultMockName, type PersistenceStore } from '../state/persistence.ts';
import { createTableSchema } from '../store/table-schema.ts';
import { ColumnNames } from './column-names.ts';
import { loadOperations, type OwnParts } from './load-operations.ts';
import { joinSeeds, loadSeed } from './load-seed.ts';
import type { MockOptions } from './mock-options.ts';
import { describeListenError, type LoadedState } from './mock-texts.ts';
import { stopSignals } from './run-command.ts';
import { fail, warn } from './stderr.ts';

/** A mock and the server that serves it. */
export interface RunningMock {
  readonly mock: MockServer;
  readonly server: ListeningServer;
  readonly state: LoadedState | undefined;
  /** Stops the server and stores the data. */
  close(): Promise<void>;
}

/** Starts a mock and its server. Ends the process with status 1 if they cannot start. */
export async function startMock(options: MockOptions, log?: (request: LoggedRequest) => void): Promise<RunningMock> {
  const { port, host, exportOnExit, persist } = options;
  if (exportOnExit !== undefined) {
    await orFail(`--export-on-exit ${exportOnExit}`, async () => {
      if (persist !== undefined && resolve(targetOf(persist)) === resolve(targetOf(exportOnExit))) {
        throw new Error('must be another file than that of --persist');
      }
      if (rowsFormat(exportOnExit) !== undefined) {
        throw new Error('must not end in .csv, .ndjson or .jsonl, which --seed reads as rows. Use .json.');
      }
      assertReplaceable(exportOnExit);
    });
  }
  const own = await loadModule(options);
  const { mock, seed } = await createMock(options, own);
  // Before a stored state is restored: new sandboxes start with the seed.
  const sandboxSeed = isSnapshot(seed) && seed.settings ? withAllowedFaults(seed, own) : mock.snapshot();
  const state = await loadState(mock, options);
  const sandboxes = createSandboxes({
    ...mockOptions({ ...options, fault: (options.fault ?? []).filter(isAllowedInSandboxes) }),
    seed: sandboxSeed,
    ...own,
    onDemand: options.sandboxes === 'on-demand',
    maxSandboxes: options.maxSandboxes,
    ttl: options.sandboxTtl,
    persistence: state?.store,
  });
  let server: ListeningServer;
  try {
    const listenOptions = {
      port,
      host,
      control: options.control,
      controlToken: options.controlToken,
      publicUrl: options.publicUrl,
      allowedHosts: options.allowedHost,
      cors: options.cors,
      sandboxes,
      log,
    };
    server = await startServer(mock, listenOptions);
  } catch (error) {
    fail(describeListenError(error, port, host));
  }
  const close = async () => {
    try {
      await server.close();
      if (exportOnExit !== undefined) exportState(mock, exportOnExit);
    } finally {
      await state?.store.close();
    }
  };
  return { mock, server, state, close };
}

/** Closes the mock at a signal, or when nobody reads the output any more. A second signal ends the process at once. */
export function stopOnSignal(close: () => Promise<void>, onStopped: () => void = () => undefined): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    close().then(onStopped, (error: unknown) => {
      warn(errorMessage(error));
      process.exitCode = 1;
    });
  };
  for (const signal of stopSignals) process.on(signal, stop);
  // The reader of the log is gone, as after `masterdata-sdk mock | head`.
  process.stdout.on('error', stop);
}

async function loadModule({ operations: file, fault }: MockOptions): Promise<OwnParts> {
  if (file === undefined) return { operations: [], tables: [] };
  return orFail(`--operations ${file}`, () => loadOperations(file, fault));
}

/**
 * Writes the state of a mock as a file that `--seed` reads.
 *
 * @throws An Error if the file cannot be written.
 */
function exportState(mock: MockServer, file: string): void {
  try {
    replaceFile(targetOf(file), JSON.stringify(mock.snapshot()));
  } catch (error) {
    throw new Error(`--export-on-exit ${file}: the state was not written: ${errorMessage(error)}`, { cause: error });
  }
}

/** Every other option was validated before, so an error here is about the seed. */
async function createMock({ seed: sources, columns, token, ...options }: MockOptions, own: OwnParts) {
  const { names } = createTableSchema(own.tables);
  const columnNames = new ColumnNames(columns);
  const seeds = await Promise.all(
    sources.map((source) => orFail(`--seed ${source}`, () => loadSeed(source, names, columnNames))),
  );
  await orFail('--columns', async () => columnNames.assertUsed());
  return orFail(`--seed ${sources.join(' --seed ')}`, async () => {
    const seed = joinSeeds(seeds, sources, own);
    return { seed, mock: createMockServer({ ...mockOptions(options), ...own, seed, token }) };
  });
}

/** Ends the process with an error of the given option if a function fails. */
async function orFail<T>(option: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    fail(`${option}: ${errorMessage(error)}`);
  }
}

/** Returns the options that the mock and its sandboxes have in common. */
function mockOptions({ policies, policy, latency, fault = [], rateLimit }: Omit<MockOptions, 'seed' | 'operations'>) {
  return {
    policies: { ...policies, ...policy },
    rateLimit,
    faults: [...(latency === undefined ? [] : [{ delay: latency }]), ...fault],
  };
}

/** Returns a snapshot with settings without the faults that sandboxes must not have. */
function withAllowedFaults(seed: MockSnapshot | SnapshotJson, own: OwnParts): MockSnapshot {
  const mock = createMockServer({ ...own, seed });
  for (const fault of mock.faults.list()) if (!isAllowedInSandboxes(fault)) mock.faults.remove(fault.id);
  return mock.snapshot({ settings: true });
}

/** Whether sandboxes may have a fault. The others apply to the server's own mock only. */
function isAllowedInSandboxes(fault: Fault | FaultPreset): boolean {
  if (typeof fault === 'string') return true;
  try {
    assertSandboxFault(fault);
    return true;
  } catch (error) {
    warn(`fault ${JSON.stringify(fault)}: sandboxes do not get this fault. ${errorMessage(error)}`);
    return false;
  }
}

async function loadState(
  mock: MockServer,
  { persist: file, durability }: MockOptions,
): Promise<LoadedState | undefined> {
  if (file === undefined) return undefined;
  hideSqliteWarning();
  let store: PersistenceStore | undefined;
  try {
    store = await sqlite(file, { durability });
    const { loaded, warnings } = await mock.persist(await store.open(defaultMockName));
    for (const warning of warnings) warn(`--persist ${file}: ${warning}`);
    return { file, store, isRestored: loaded === 'restored' };
  } catch (error) {
    await store?.close();
    const reason = errorMessage(error);
    fail(`--persist ${reason.startsWith(`${file}: `) ? reason : `${file}: ${reason}`}`);
  }
}

/** Hides the warning of Node 22 and 24 that SQLite is experimental. A library must not do this, but a command may. */
function hideSqliteWarning(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...details: unknown[]) => {
    if (details[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return;
    Reflect.apply(emitWarning, process, [warning, ...details]);
  };
}

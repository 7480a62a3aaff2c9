import { styleText } from 'node:util';
import type { Command } from 'commander';
import { printable } from '../../src/contract/printable.ts';
import { listen } from '../adapters/http/listen.ts';
import type { ListeningServer } from '../adapters/http/options.ts';
import type { FaultPreset } from '../controls/fault-presets.ts';
import type { Delay, Fault } from '../controls/fault-schema.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { RateLimit } from '../controls/rate-limit.ts';
import { assertSharedOriginFault } from '../controls/shared-origin.ts';
import { createMockServer, type MockServer } from '../engine/create-mock-server.ts';
import { defaultMockName, type PersistenceStore } from '../engine/persistence.ts';
import { sqlite } from '../persistence/sqlite.ts';
import { createSandboxes } from '../sandboxes/create-sandboxes.ts';
import { errorMessage } from '../shared/errors.ts';
import { assertExportable, exportState } from './export-on-exit.ts';
import { openBrowser } from './open-browser.ts';
import { createRequestLog } from './request-log.ts';
import { runCommand, stopSignals, stopWithPackageManager } from './run-command.ts';
import { loadSeed } from './seed.ts';
import { announce, describeExposure, describeListenError, formatWelcome, workbenchAddress } from './texts.ts';

/** The parsed options of `masterdata-sdk mock`. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: string;
  readonly token?: string;
  readonly policies?: Partial<MockPolicies>;
  readonly policy?: Partial<MockPolicies>;
  readonly latency?: Delay;
  readonly fault?: readonly (Fault | FaultPreset)[];
  readonly rateLimit?: RateLimit;
  readonly persist?: string;
  readonly sandboxes: 'on-request' | 'on-demand';
  readonly maxSandboxes: number;
  readonly sandboxTtl?: number;
  readonly durability: 'normal' | 'full';
  readonly exportOnExit?: string;
  readonly control: boolean;
  readonly controlToken?: string;
  readonly publicUrl?: string;
  readonly allowedHost?: readonly string[];
  readonly cors?: readonly string[];
  readonly open?: boolean;
  readonly quiet?: boolean;
}

/** A file that stores the state of the mock. */
export interface LoadedState {
  readonly file: string;
  readonly store: PersistenceStore;
  readonly isRestored: boolean;
}

/**
 * Starts the mock server and serves until a signal stops it, or until a command that was passed ends. Exits with
 * status 1 if the server or the command cannot start, and with the status of the command otherwise.
 */
export async function serve(commandLine: readonly string[], options: ServeOptions, command: Command): Promise<void> {
  const isRunning = commandLine.length > 0;
  if (isRunning && !process.argv.includes('--')) {
    command.error(`masterdata-sdk: unexpected argument ${commandLine[0]}. Put -- before a command to run.`);
  }
  stopWithPackageManager();
  const { host, quiet = false, exportOnExit } = options;
  if (exportOnExit !== undefined) {
    await assertExportable(exportOnExit).catch((error) =>
      fail(`--export-on-exit ${exportOnExit}: ${errorMessage(error)}`),
    );
  }
  // `PORT` in the environment is meant for the command.
  const port = isRunning && command.getOptionValueSource('port') !== 'cli' ? 0 : options.port;
  const mock = await createMock(options);
  // Before a stored state is restored: new sandboxes start with the seed.
  const seed = mock.snapshot();
  const state = await loadState(mock, options);
  const sandboxes = createSandboxes({
    ...mockOptions({ ...options, fault: (options.fault ?? []).filter(isAllowedInSandboxes) }),
    seed,
    onDemand: options.sandboxes === 'on-demand',
    maxSandboxes: options.maxSandboxes,
    ttl: options.sandboxTtl,
    persistence: state?.store,
  });
  let server: ListeningServer;
  try {
    server = await listen(mock, {
      port,
      host,
      control: options.control,
      controlToken: options.controlToken,
      publicUrl: options.publicUrl,
      allowedHosts: options.allowedHost,
      cors: options.cors,
      sandboxes,
      // The output is that of the command.
      log: quiet || isRunning ? undefined : createRequestLog(process.stdout),
    });
  } catch (error) {
    fail(describeListenError(error, port, host));
  }
  // Logs contain the output, and a token in the environment is not meant for them.
  const shown = command.getOptionValueSource('controlToken') === 'env' ? undefined : server.controlToken;
  const exposure = describeExposure(options, server, shown);
  if (exposure !== undefined) warn(exposure);
  if (options.open) openWorkbench(server);
  const close = async () => {
    try {
      await server.close();
      if (exportOnExit !== undefined) await exportState(mock, exportOnExit);
    } finally {
      await state?.store.close();
    }
  };
  if (isRunning) {
    if (!quiet) console.error(announce(server));
    process.exitCode = await runUntilEnd(commandLine, server.url, mock.token);
    await close().catch((error) => fail(errorMessage(error), process.exitCode || 1));
  } else {
    // First, because a program that reads the URL may send a signal at once.
    stopOnSignal(close, quiet);
    console.log(quiet ? server.url : formatWelcome(server, mock.token, shown, state, exportOnExit));
  }
}

async function runUntilEnd(commandLine: readonly string[], url: string, token: string): Promise<number> {
  try {
    return await runCommand(commandLine, { MASTERDATA_BASE_URL: url, MASTERDATA_API_TOKEN: token });
  } catch (error) {
    warn(errorMessage(error));
    return 1;
  }
}

function openWorkbench(server: ListeningServer): void {
  const address = workbenchAddress(server, server.controlToken);
  if (address === undefined) warn('--open: there is no workbench with --no-control.');
  else
    openBrowser(address, ({ message }) =>
      warn(`--open: cannot start a browser: ${message}. Open ${server.controlUrl}`),
    );
}

/** Every other option was validated when it was parsed, so an error here is about the seed. */
async function createMock({ seed, token, ...options }: ServeOptions): Promise<MockServer> {
  try {
    return createMockServer({ ...mockOptions(options), seed: await loadSeed(seed), token });
  } catch (error) {
    fail(`--seed ${seed}: ${errorMessage(error)}`);
  }
}

/** Returns the options that the mock and its sandboxes have in common. */
function mockOptions({ policies, policy, latency, fault = [], rateLimit }: Omit<ServeOptions, 'seed'>) {
  return {
    policies: { ...policies, ...policy },
    rateLimit,
    faults: [...(latency === undefined ? [] : [{ delay: latency }]), ...fault],
  };
}

/** Whether sandboxes may have a fault of the option `--fault`. The others apply to the server's own mock only. */
function isAllowedInSandboxes(fault: Fault | FaultPreset): boolean {
  if (typeof fault === 'string') return true;
  try {
    assertSharedOriginFault(fault);
    return true;
  } catch (error) {
    warn(`--fault ${JSON.stringify(fault)}: sandboxes do not get this fault. ${errorMessage(error)}`);
    return false;
  }
}

async function loadState(
  mock: MockServer,
  { persist: file, durability }: ServeOptions,
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

function stopOnSignal(close: () => Promise<void>, quiet: boolean): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    close().then(
      () => {
        if (!quiet) console.log('\nStopped.');
      },
      (error: unknown) => {
        warn(errorMessage(error));
        process.exitCode = 1;
      },
    );
  };
  for (const signal of stopSignals) process.on(signal, stop);
  // The reader of the log is gone, as after `masterdata-sdk mock | head`.
  process.stdout.on('error', stop);
}

function fail(message: string, status: string | number = 1): never {
  console.error(styleText('red', printable(`masterdata-sdk: ${message}`), { stream: process.stderr }));
  process.exit(status);
}

function warn(message: string): void {
  console.error(styleText('yellow', printable(`masterdata-sdk: ${message}`), { stream: process.stderr }));
}

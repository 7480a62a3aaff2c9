import { connectionFailures } from '../controls/faults/fault-kinds.ts';
import { faultPresets } from '../controls/faults/fault-presets.ts';
import { isLoopback } from '../servers/node/host-and-origin.ts';
import type { ListeningServer } from '../servers/node/options.ts';
import { errorCode, errorMessage } from '../shared/errors.ts';
import { shellQuote } from '../shared/escape.ts';
import type { PersistenceStore } from '../state/persistence.ts';
import { tableNames } from '../store/metadata.ts';
import { listPolicies, type MockOptions } from './mock-options.ts';

/** A file that stores the state of the mock. */
export interface LoadedState {
  readonly file: string;
  readonly store: PersistenceStore;
  readonly isRestored: boolean;
}

/** Explains why the server cannot listen, and what to do. */
export function describeListenError(error: unknown, port: number, host: string): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return `port ${port} is in use. Pass another --port, or --port 0 for any free port.`;
  if (code === 'EACCES') return `this user must not listen on port ${port}. Pass a --port above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `this machine has no address ${host}. Pass another --host.`;
  }
  return errorMessage(error);
}

/**
 * Warns that others than the programs of this machine can reach the server, and says what they need. Returns undefined
 * if nobody else can.
 */
export function describeExposure(
  { host, publicUrl, allowedHost: [allowedHost] = [] }: Pick<MockOptions, 'host' | 'publicUrl' | 'allowedHost'>,
  { controlUrl }: ListeningServer,
  controlToken = '',
): string | undefined {
  const subject = isLoopback(host) ? (publicUrl ?? allowedHost) : host;
  if (subject === undefined) return undefined;
  const control =
    controlUrl === undefined ? '' : `, and the control API with the control token ${controlToken}`.trimEnd();
  return `${subject} is reachable from other machines. They can use the API with its token${control}.`;
}

/** Suggests `masterdata-sdk mock` to a user who passed its options without the command. */
export function formatStartHint(args: readonly string[]): string {
  return `To start the mock server, run: masterdata-sdk mock ${args.map(shellQuote).join(' ')}\n`;
}

/** The help of `mock` that follows the list of options. */
export function formatMockHelp(): string {
  return `
Policies (the first value is the default):
${listPolicies()}

Faults:
  presets     ${Object.keys(faultPresets).join(', ')}
  short       products.update=503   'products.*=429'   '*=drop-connection'
  failures    ${connectionFailures.join(', ')}
  JSON        '{"on": "products.update", "times": 1, "delay": {"min": 50, "max": 200}, "status": 503}'

A seed file contains rows by table, or a snapshot. The file customers.csv or customers.ndjson contains rows of one table.
Tables:
  ${tableNames.join(', ')}

Examples:
  masterdata-sdk mock --port 0 --quiet                     listen on any free port, print only the URL
  masterdata-sdk mock -- npm run dev                       start both, and stop with the command
  masterdata-sdk mock --seed empty --token secret --persist state.db
  masterdata-sdk mock --seed generate:10000                start with 10,000 customers and related records
  masterdata-sdk mock --fault flaky-network --rate-limit 20/s --policy notFoundStatus=410
  curl -X POST http://127.0.0.1:4010/__mock/reset          restore the seed; GET /__mock/ lists all paths`;
}

/** @param token The API token, as an argument in a shell. */
function formatConformanceHint(url: string, controlUrl: string, token: string): string {
  return `Compare it with the specification:

  curl -s ${shellQuote(`${controlUrl.replace(/\/$/, '')}/fixtures`)} -o fixtures.json
  npx masterdata-sdk conformance --base-url ${shellQuote(url)} --token ${token} --allow-writes --fixtures fixtures.json

`;
}

/**
 * Returns the address of the workbench with the control token, without which the page asks for the token. Returns
 * undefined if there is no control API.
 */
export function workbenchAddress(
  { controlUrl }: ListeningServer,
  controlToken: string | undefined,
): string | undefined {
  return controlUrl && controlUrl + (controlToken === undefined ? '' : `#token=${encodeURIComponent(controlToken)}`);
}

/**
 * Returns the line that a server prints to standard error if standard output belongs to another program. Only a
 * terminal gets the control token, because a log may keep the line.
 *
 * @param tokenSource The origin of the control token, as commander names it. Undefined if the token is random.
 */
export function announce(server: ListeningServer, tokenSource: string | undefined, isTerminal: boolean): string {
  const { url, controlUrl, controlToken } = server;
  const line = `masterdata-sdk: the mock server listens at ${url}`;
  if (controlUrl === undefined) return line;
  const isShown = isTerminal && tokenSource !== 'env';
  const address = workbenchAddress(server, isShown ? controlToken : undefined);
  const hint = isShown || tokenSource !== undefined ? '' : '. To open it, set its token: MASTERDATA_CONTROL_TOKEN';
  return `${line}, its workbench is ${address}${hint}`;
}

/**
 * The text that greets the user once the server listens.
 *
 * @param token The API token, or undefined if it is in the environment. Then the text does not show it.
 */
export function formatWelcome(
  server: ListeningServer,
  token: string | undefined,
  controlToken: string | undefined,
  state: LoadedState | undefined,
  exportFile: string | undefined,
): string {
  const restored = state?.isRestored ? ', restored' : '';
  const { url, controlUrl } = server;
  const workbench = workbenchAddress(server, controlToken);
  const facts = [
    `  URL        ${url}`,
    `  Token      ${token ?? '$MASTERDATA_MOCK_TOKEN'}`,
    ...(workbench === undefined ? [] : [`  Workbench  ${workbench}`]),
    ...(state === undefined ? [] : [`  State      ${state.file}${restored}`]),
    ...(exportFile === undefined ? [] : [`  Export     ${exportFile}, when the server stops`]),
  ];
  const quoteWith = (prefix: string) =>
    token === undefined ? `"${prefix}$MASTERDATA_MOCK_TOKEN"` : shellQuote(prefix + token);
  // A seed or a state file can bring a token with any printable characters.
  const program = `
    import { MasterDataClient } from "masterdata-sdk";
    const client = new MasterDataClient({
      baseUrl: ${JSON.stringify(url)},
      apiToken: ${token === undefined ? 'process.env.MASTERDATA_MOCK_TOKEN' : JSON.stringify(token)},
    });
    console.log(await client.customers.list());
  `;
  return `The Commercial Master-Data API, in memory.

${facts.join('\n')}

Try it:

  curl -s ${shellQuote(`${url}/api/customers`)} -H ${quoteWith('Authorization: Bearer ')}

From TypeScript or JavaScript, in a directory where masterdata-sdk is installed:

  node --input-type=module -e ${shellQuote(program)}

${controlUrl === undefined ? '' : formatConformanceHint(url, controlUrl, quoteWith(''))}Press Ctrl-C to stop.${state || exportFile !== undefined ? '' : ' Data is lost; use --persist to keep it.'}
`;
}

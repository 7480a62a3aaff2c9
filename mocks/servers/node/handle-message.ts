import type { IncomingMessage, ServerResponse } from 'node:http';
import { preview } from '../../../src/contract/printable.ts';
import type { Redact } from '../../../src/wire/redact-token.ts';
import { type ControlApi, isControlPath } from '../../control-api/control-api.ts';
import { healthResponse, isHealthCheck } from '../../control-api/routes/server.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { stripBasePath } from '../../shared/base-url.ts';
import { corsHeadersFor, isPreflight, preflightHeaders } from '../../shared/cors.ts';
import { callSafely } from '../../shared/errors.ts';
import { HttpError } from '../../shared/http-error.ts';
import { clientHeader } from '../../shared/http-messages.ts';
import { isObject, parseJson } from '../../shared/json.ts';
import { controlSecurityHeaders, securityHeaders } from '../security-headers.ts';
import { assertLongToken, siteError } from '../site.ts';
import { findWorkbench } from '../workbench-page.ts';
import { type Access, accessDenial } from './access.ts';
import { hostDenial } from './host-and-origin.ts';
import { drainBody, HttpRequest } from './http-request.ts';
import type { ListenOptions } from './options.ts';
import { type SandboxPath, type SandboxSites, type SiteResponse, siteResponse } from './sandbox-sites.ts';
import { type SendableResponse, send, withPrefix } from './send.ts';
import { readWorkbenchFile } from './workbench-files.ts';

/** The parts of a server that handle requests. */
export interface ServerContext {
  readonly mock: MockServer;
  readonly basePath: string;
  readonly control: ControlApi | undefined;
  readonly sandboxes: SandboxSites | undefined;
  readonly access: Access;
  /** The path that a proxy adds. */
  readonly prefix: string;
  readonly redactControlToken: Redact;
  readonly log: ListenOptions['log'];
}

/** A request, and what it is for. */
interface ReceivedRequest {
  readonly context: ServerContext;
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  /** The control API, if the request is for one. */
  readonly control: ControlApi | undefined;
  /** The sandbox, if the request is for one. */
  readonly sandbox: SandboxPath | undefined;
  /** The reason to reject the request before its token is checked. */
  readonly denial: string | undefined;
}

/** Responds to a request of `node:http`. */
export async function handleMessage(
  context: ServerContext,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { access, sandboxes, basePath, prefix, log } = context;
  const startedAt = log ? performance.now() : 0;
  const received = originForm(message.url ?? '/');
  const url = stripBasePath(prefix, received) ?? received;
  const { method = 'GET' } = message;
  const sandbox = sandboxes?.match(url);
  const localUrl = sandbox ? url.slice(sandbox.path.length) : url;
  const control = isControlPath(localUrl, basePath) ? context.control : undefined;
  message.url = control ? localUrl : url;
  const request = new HttpRequest(message, response);
  const header = (name: string) => request.header(name);

  const mayBePage = control !== undefined || (context.control !== undefined && localUrl === '/');
  const page = mayBePage ? await findPage(method, url, header) : undefined;
  if (page && hostDenial(request, access) === undefined) {
    send(response, page);
    return;
  }
  const denial = accessDenial(request, access, control !== undefined);
  const origin = denial === undefined ? header('origin') : undefined;
  if (origin !== undefined && isPreflight(method, header)) {
    response.writeHead(204, preflightHeaders(header, origin)).end();
    return;
  }

  const handled = await respond({ context, request, response, control, sandbox, denial });
  const sent = handled.response;
  const fixedHeaders = control ? controlSecurityHeaders : securityHeaders;
  send(response, withPrefix(sent, prefix), corsHeadersFor(origin), fixedHeaders);
  drainBody(message, () => message.destroy());
  if (!log) return;
  const { fault, mock } = handled;
  const operation = control && header(clientHeader) === 'workbench' ? 'workbench' : handled.operation;
  const duration = performance.now() - startedAt;
  const redact: Redact = (text) =>
    [context.mock, mock].reduce((shown, { tokens }) => tokens.redactUrl(shown), context.redactControlToken(text));
  const { status } = sent;
  const isRejected = control === undefined && status >= 400 && status < 500;
  const issue = isRejected ? loggedIssue(sent.body, redact) : undefined;
  // Separately, because the rest can be a path that is known to contain a token.
  const shown = redact(sandbox?.path ?? '') + redact(localUrl);
  const logged = { method, url: shown, operation, fault, status, duration, issue };
  callSafely('The option log of listen()', () => log(logged));
}

/** Checks a request, and passes it to its sandbox, the mock or the control API. */
async function respond({
  context,
  request,
  response,
  control,
  sandbox,
  denial,
}: ReceivedRequest): Promise<SiteResponse> {
  const { mock, access, sandboxes } = context;
  const isControl = control !== undefined;
  try {
    // Anybody may ask whether the mock is up.
    if (control && isHealthCheck(request)) return siteResponse(mock, healthResponse, 'control');
    if (denial !== undefined) throw new HttpError(403, denial);
    assertTransferEncoding(request.header('transfer-encoding') ?? '');
    if (!isControl && access.isExposed) assertLongToken(request.header('authorization'));
    if (sandbox && sandboxes) return await sandboxes.handle(sandbox, request, { response, isControl });
    if (!control) return { mock, ...(await mock.handle(request)) };
    return siteResponse(mock, await control.handle(request), 'control');
  } catch (error) {
    return siteResponse(mock, siteError(error, isControl), isControl ? 'control' : undefined);
  }
}

/** Rejects a body that Node does not decode: only the last coding is. Node rejects another one than chunked itself. */
function assertTransferEncoding(encoding: string): void {
  if (!/,\s*chunked$/i.test(encoding)) return;
  const error = `Unsupported transfer encoding: must be chunked, received ${preview(encoding)}`;
  throw new HttpError(501, error, { headers: { connection: 'close' } });
}

/** Returns a file of the workbench, or a redirect to its page. */
async function findPage(
  method: string,
  url: string,
  header: (name: string) => string | undefined,
): Promise<SendableResponse | undefined> {
  const found = findWorkbench(method, url, header('accept') ?? '');
  return typeof found === 'string' ? readWorkbenchFile(found, header('accept-encoding') ?? '') : found;
}

/** Returns path and query of a request target in absolute form, as clients send it to proxies. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const maxLength = 100;

/**
 * Returns the first issue of a response with a validation error, for the log: `email must be an email address`. Values
 * of the request are cut off, because they can be personal data.
 */
function loggedIssue(body: string, redact: Redact): string | undefined {
  const json = parseJson(body);
  const issue = isObject(json) ? firstIssue(json['details']) : undefined;
  // Before the text is cut, because a part of a token would not be found.
  const text = issue && redact(issue.replace(/,? received .*$/s, ''));
  return text !== undefined && text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Reads the three shapes of details: a list of issues or of texts, or messages by field. */
function firstIssue(details: unknown): string | undefined {
  const [first] = Array.isArray(details) ? details : isObject(details) ? Object.entries(details) : [];
  const parts = isObject(first) ? [first['path'], first['message']] : [first].flat();
  return parts.every((part) => typeof part === 'string') ? parts.join(' ').trim() || undefined : undefined;
}

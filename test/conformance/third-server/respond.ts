import { Failure } from './failure.ts';
import type { Json } from './present.ts';
import type { World } from './world.ts';

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

const escaped = (json: string): string =>
  json.replace(/[^ -~\s]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

function serialize(world: World, body: unknown): string {
  const json = JSON.stringify(
    world.variant('keys-reversed') ? reversed(body) : body,
    undefined,
    world.variant('json-indented') ? 2 : undefined,
  );
  return world.variant('json-escaped') ? escaped(json) : json;
}

export function respond(world: World, status: number, body: unknown, more: Record<string, string> = {}): Response {
  const headers = new Headers(more);
  if (!headers.has('content-type')) {
    headers.set(
      'content-type',
      `application/json${world.variant('content-type-with-charset') ? '; charset=utf-8' : ''}`,
    );
  }
  if (world.variant('headers-more')) {
    headers.set('x-request-id', String(world.requests));
    headers.set('etag', `W/"${world.requests}"`);
    headers.set('x-ratelimit-limit', '1000');
    headers.set('x-ratelimit-remaining', '999');
  }
  return new Response(serialize(world, body), { status, headers });
}

export function succeed(world: World, method: string, data: unknown, bare: boolean): Response {
  const created = method === 'POST' && !world.variant('created-200');
  const status = created ? 201 : method === 'PATCH' && world.variant('patch-202') ? 202 : 200;
  const body: Json = { success: world.bug('success-as-text') ? 'true' : true, data };
  if (world.variant('extra-envelope')) body['meta'] = { request_id: String(world.requests) };
  if (world.variant('list-totals') && Array.isArray(data)) body['pagination'] = { total: data.length, page: 1 };
  const id = (data as Json | null)?.['id'];
  const location = method === 'POST' && world.variant('location-header') ? { location: `/api/${String(id)}` } : {};
  return respond(world, status, bare ? data : body, location);
}

function detailsOf(world: World, failure: Failure, productPatch: boolean): unknown {
  const { problems } = failure;
  if (!problems || (world.variant('details-product-patch-only') && !productPatch)) return undefined;
  if (productPatch && world.bug('product-patch-no-field-named')) return ['The body is not valid'];
  if (productPatch && world.bug('error-details-shape')) {
    return Object.fromEntries(problems.map(({ path, message }) => [path, { message, code: 'invalid' }]));
  }
  if (world.variant('details-texts')) return problems.map(({ path, message }) => `${path} ${message}`);
  if (world.variant('details-map')) return Object.fromEntries(problems.map(({ path, message }) => [path, message]));
  return problems;
}

export function fail(world: World, failure: Failure, productPatch: boolean): Response {
  const validation = failure.problems !== undefined;
  let status = failure.status;
  let error: unknown = failure.message;
  if (validation && productPatch && world.bug('product-patch-status')) status = 422;
  if (validation && productPatch && world.bug('error-validation-text')) error = 'Bad Request';
  if (validation && world.bug('error-nested')) error = { message: error };
  const body: Json = { success: world.bug('error-success-true') && failure.resource !== undefined, error };
  if (validation && world.variant('validation-without-success')) delete body['success'];
  const details = detailsOf(world, failure, productPatch);
  if (details !== undefined) body['details'] = details;
  if (!world.bug('error-as-plain-text')) return respond(world, status, body);
  return new Response(failure.message, { status, headers: { 'content-type': 'text/plain' } });
}

export function unauthorized(world: World, missing: boolean): Response {
  const text = world.variant('text-of-401') ? 'API token is invalid or expired' : 'Invalid API token';
  const body = world.bug('token-invalid-body') ? { success: false, message: text } : { success: false, error: text };
  const headers: Record<string, string> = world.variant('www-authenticate') ? { 'www-authenticate': 'Bearer' } : {};
  return respond(world, missing && world.bug('token-missing-status') ? 403 : 401, body, headers);
}

export const forbidden = (world: World): Failure =>
  new Failure(
    world.bug('permission-status') ? 401 : 403,
    world.bug('permission-text') ? 'Your token may not do this' : 'Forbidden',
  );

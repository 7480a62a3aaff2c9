/** Helpers for tests of the mock: a mock with a stopped clock, and requests to it. */
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { createMockServer, type MockServer, type MockServerOptions } from '../../mocks/index.ts';
import { issueSchema } from '../../src/contract/errors.ts';
import { envelope } from '../../src/contract/fields.ts';

/** The time at which {@link startMock} stops the clock. */
export const noon = Date.UTC(2026, 2, 2, 12);
export const atNoon = '2026-03-02T12:00:00.000Z';
/** The `updated_at` of a row that is changed at noon. It always increases, even if the clock is stopped. */
export const justAfterNoon = '2026-03-02T12:00:00.001Z';

/** A UUID that no record has. */
export const unknownId = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b';

export function startMock(options: MockServerOptions = {}): MockServer {
  return createMockServer({ clock: () => noon, ...options });
}

/** A response. */
export interface CallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface CallOptions {
  /** The token. Default: the mock's own token, which permits everything. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls `mock.fetch`. A string is sent as the body unchanged, other values as JSON. */
export async function call(
  mock: MockServer,
  method: string,
  path: string,
  body?: unknown,
  { token = mock.token, headers = {} }: CallOptions = {},
): Promise<CallResponse> {
  const response = await mock.fetch(mock.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.json(),
  };
}

/** Returns the `data` of a successful response, parsed with the schema. */
export function read<S extends z.ZodMiniType>({ status, body }: CallResponse, schema: S): z.output<S> {
  expect([200, 201]).toContain(status);
  return schema.parse(z.parse(envelope(z.unknown()), body).data);
}

/** Returns the fields of a value of unknown type. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const validationError = z.strictObject({
  success: z.literal(false),
  error: z.literal('Validation error'),
  details: z.array(issueSchema),
});

/** Returns the fields that a validation error names, in the spelling of the wire format. */
export function invalidFields({ status, body }: Pick<CallResponse, 'status' | 'body'>): string[] {
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'Validation error' } });
  return z.parse(validationError, body).details.map(({ path }) => path);
}

/** Returns every row of every table, to compare the state before and after. */
export function contents(mock: MockServer): Record<string, unknown> {
  return Object.fromEntries(Object.entries(mock.db).map(([name, table]) => [name, table.list()]));
}

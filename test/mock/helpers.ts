/** The plumbing of the mock's tests: a mock whose clock stands still, calls over the wire, reading what comes back. */
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { createMockServer, type MockServer, type MockServerOptions } from '../../mocks/index.ts';
import { envelope } from '../../src/contract/envelope.ts';
import { issueSchema } from '../../src/contract/errors.ts';

/** Where the clock of {@link startMock} stands. */
export const noon = Date.UTC(2026, 2, 2, 12);
export const atNoon = '2026-03-02T12:00:00.000Z';
/** What a change at noon moves `updated_at` to: a standing clock does not keep it from moving. */
export const justAfterNoon = '2026-03-02T12:00:00.001Z';

/** A UUID that no record has. */
export const unknownId = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b';

export function startMock(options: MockServerOptions = {}): MockServer {
  return createMockServer({ clock: () => noon, ...options });
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface CallOptions {
  /** The token; by default the mock's own, which may do everything. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls `mock.fetch`. A body that is a string is sent as it is; any other is sent as JSON. */
export async function call(
  mock: MockServer,
  method: string,
  path: string,
  body?: unknown,
  { token = mock.token, headers = {} }: CallOptions = {},
): Promise<Answer> {
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

/** The `data` of a successful answer, read as the schema has it. */
export function read<S extends z.ZodMiniType>({ status, body }: Answer, schema: S): z.output<S> {
  expect([200, 201]).toContain(status);
  return schema.parse(z.parse(envelope(z.unknown()), body).data);
}

/** The fields of a value that is not known to have any. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const validationError = z.strictObject({
  success: z.literal(false),
  error: z.literal('Validation error'),
  details: z.array(issueSchema),
});

/** The fields that a validation error names, as the wire writes them. */
export function invalidFields({ status, body }: Pick<Answer, 'status' | 'body'>): string[] {
  expect({ status, body }).toMatchObject({ status: 400, body: { error: 'Validation error' } });
  return z.parse(validationError, body).details.map(({ path }) => path);
}

/** Every row of every table, to compare the state before and after. */
export function contents(mock: MockServer): Record<string, unknown> {
  return Object.fromEntries(Object.entries(mock.db).map(([name, table]) => [name, table.list()]));
}

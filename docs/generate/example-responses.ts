/** Examples for the OpenAPI document and the resource pages. The mock produces every response. */
import { createMockServer, demo, type MockPolicies } from '../../mocks/index.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import type { ApiErrorName } from '../../src/contract/errors.ts';
import { contract } from '../../src/contract/index.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import { encodeBrackets } from '../../src/wire/brackets.ts';
import { exampleRequests } from './example-requests.ts';
import { filledPath, type Operation } from './operations.ts';

/** A response of the mock. */
export interface ExampleResponse {
  readonly status: number;
  readonly body: unknown;
}

/** The examples of an operation. */
export interface OperationExamples {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The body as it is given to the client. */
  readonly nested: object | undefined;
  /** The body as it goes over the wire. */
  readonly body: object | undefined;
  readonly response: ExampleResponse;
  /** The responses to each error condition, by a name for the shape of the response. */
  readonly errors: Readonly<Partial<Record<ApiErrorName, Readonly<Record<string, ExampleResponse>>>>>;
}

/** A request. */
interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  readonly token?: string;
}

/** A UUID that no record has. */
const nobody = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b';

/** The three shapes of `details`, and a body without `success`. */
const validationForms: Readonly<Record<string, Partial<MockPolicies>>> = {
  'details: issues': { validationDetails: 'issues' },
  'details: strings': { validationDetails: 'strings' },
  'details: fields': { validationDetails: 'fields' },
  'without success': { validationOmitsSuccess: true },
};

const mock = createMockServer({ seed: demo, clock: '2026-03-02T09:00:00.000Z' });

/** Calls an operation of the demo workspace in every way that its contract tells apart. */
export async function examplesOf({ endpoint }: Pick<Operation, 'endpoint'>): Promise<OperationExamples> {
  const { params = () => ({}), query, body, invalid } = requestOf(endpoint.name);
  restart();
  const nested = body?.(mock.db);
  const sent = { params: params(mock.db), query: query?.(mock.db), body: nested && encodeBrackets(nested) };
  const wrong = endpoint.body ? { ...sent, body: invalid } : { ...sent, query: invalid };
  const withId = (id: string) => ({
    ...sent,
    params: Object.fromEntries(Object.keys(sent.params).map((key) => [key, id])),
  });

  const validation = async () => {
    const responses: Record<string, ExampleResponse> = {};
    for (const [form, policies] of Object.entries(validationForms)) {
      restart(policies);
      responses[form] = await send(endpoint, wrong);
    }
    return responses;
  };
  const provoke: Record<ApiErrorName, () => Promise<Readonly<Record<string, ExampleResponse>>>> = {
    unauthorized: async () => ({ 'invalid token': await send(endpoint, { ...sent, token: 'no-such-token' }) }),
    forbidden: async () => ({
      'permission missing': await send(endpoint, { ...sent, token: mock.tokens.issue({ permissions: [] }) }),
    }),
    validation,
    productPatchValidation: validation,
    invalidId: async () => ({ 'malformed id': await send(endpoint, withId('C-1001')) }),
    notFound: async () => ({ 'not found': await send(endpoint, withId(nobody)) }),
    duplicateApiName: async () => {
      // The example of a catalog has no `api_name`, so the mock would generate another one.
      const named = { ...sent, body: { ...sent.body, api_name: 'workshop_2026' } };
      await send(endpoint, named);
      return { 'api_name taken': await send(endpoint, named) };
    },
    categoryReferenced: async () => {
      const [id = ''] = mock.db.discounts.find({ is_active: true })?.category_ids ?? [];
      return { 'referenced by a discount': await send(endpoint, withId(id)) };
    },
  };

  const errors: Partial<Record<ApiErrorName, Readonly<Record<string, ExampleResponse>>>> = {};
  for (const condition of ['unauthorized', 'forbidden', ...endpoint.errors] as const) {
    restart();
    errors[condition] = await provoke[condition]();
  }
  restart();
  return { ...sent, nested, query: { ...sent.query }, response: await send(endpoint, sent), errors };
}

/** Returns the response to a call over the rate limit. */
export async function rateLimitExample(): Promise<ExampleResponse> {
  restart({ rateLimit: { limit: 1 } });
  const { list } = contract.customers;
  await send(list, {});
  return send(list, {});
}

/** Returns the example request of an operation. */
function requestOf(name: string): (typeof exampleRequests)[OperationName] {
  const found = Object.entries(exampleRequests).find(([candidate]) => candidate === name);
  if (!found) throw new Error(`there is no example request for ${name}`);
  return found[1];
}

/** Resets the demo workspace, and advances its clock by a day. */
function restart(policies: Partial<MockPolicies> = {}): void {
  mock.reset();
  Object.assign(mock.policies, policies);
  mock.clock.advance(24 * 60 * 60 * 1000);
}

async function send(
  endpoint: Endpoint,
  { params = {}, query = {}, body, token = mock.token }: Sent,
): Promise<ExampleResponse> {
  const url = new URL(mock.baseUrl + filledPath(endpoint, params));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const response = await mock.fetch(url, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

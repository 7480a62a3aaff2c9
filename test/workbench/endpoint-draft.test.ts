import { expect, test } from 'vitest';
import { createMockServer } from '../../mocks/index.ts';
import { toOperationCode } from '../../mocks/workbench/code/operation-code.ts';
import { emptyEndpoint, parseEndpoint, toEndpointDraft } from '../../mocks/workbench/pages/explorer/endpoint-draft.ts';

const draft = { ...emptyEndpoint, path: ' /api/reports/{day} ', data: '{"total":12}' };

test('a form describes an operation, and the operation a form', () => {
  const mock = createMockServer();
  const parsed = parseEndpoint({ ...draft, method: 'POST', status: '202', permission: 'jobs:write' });
  expect(parsed).toEqual({
    operation: {
      method: 'POST',
      path: '/api/reports/{day}',
      data: { total: 12 },
      status: 202,
      permission: 'jobs:write',
    },
  });
  if ('operation' in parsed) mock.operations.add(parsed.operation);
  const [listed] = mock.operations.list();
  const edited = listed && parseEndpoint(toEndpointDraft(listed));
  expect(edited).toMatchObject({ ...parsed, operation: { name: 'reports.postByDay' } });
});

test('each problem belongs to a field', () => {
  expect(parseEndpoint(emptyEndpoint)).toEqual({ problems: {} });
  const problemsOf = (changes: object) => parseEndpoint({ ...draft, ...changes });
  expect(problemsOf({ path: '/reports' })).toEqual({
    problems: { path: 'must be a path below /api/ with parameters like {id}, each with a name of its own' },
  });
  expect(problemsOf({ method: 'GET', path: '/api/products/{sku}' })).toEqual({
    problems: { path: 'the specification documents products.get (GET /api/products/{id}).' },
  });
  expect(problemsOf({ data: '' })).toEqual({ problems: { data: 'must be JSON, for example null' } });
  expect(problemsOf({ data: '{"a":' })).toEqual({ problems: { data: expect.stringMatching(/^must be JSON\. \w/) } });
  expect(problemsOf({ data: '['.repeat(101) + ']'.repeat(101) })).toEqual({
    problems: { data: expect.stringContaining('nested more than 100 levels deep') },
  });
  for (const status of ['503', '204', '2e2.5', '200.5', 'x']) {
    expect(problemsOf({ status })).toMatchObject({ problems: { status: expect.stringContaining('from 200 to 299') } });
  }
  expect(problemsOf({ name: 'reports', permission: 'reports' })).toEqual({
    problems: { name: 'must be a resource and an operation', permission: 'must be a resource and read or write' },
  });
});

test('the code of an endpoint defines the same operation', () => {
  const mock = createMockServer();
  mock.operations.add({ method: 'GET', path: '/api/reports', data: null });
  mock.operations.add({ method: 'PUT', path: '/api/jobs/{id}', status: 202, permission: 'runs:write', data: ["it's"] });
  expect(mock.operations.list().map(toOperationCode)).toEqual([
    `mockOperation(
  defineOperation({
    name: 'reports.get',
    method: 'GET',
    path: '/api/reports',
    response: z.unknown(),
  }),
  {
    response: null,
  },
)`,
    `mockOperation(
  defineOperation({
    name: 'jobs.putById',
    method: 'PUT',
    path: '/api/jobs/{id}',
    body: z.unknown(),
    response: z.unknown(),
  }),
  {
    response: [
      'it\\'s',
    ],
    status: 202,
    permission: 'runs:write',
  },
)`,
  ]);
});

import { expectTypeOf, test } from 'vitest';
import { type ControlHandlers, defineRoutes } from '../../mocks/control-api/define-routes.ts';
import type { faultRoutes } from '../../mocks/control-api/routes/faults.ts';
import type { FaultEntry, MockPolicies, MockServer, SnapshotJson } from '../../mocks/index.ts';
import type { ControlClient } from '../../mocks/remote/control-client.ts';
import type { ControlState } from '../../mocks/remote.ts';

declare const control: ControlClient;
declare const mock: MockServer;

test('a call has the response of its route', () => {
  expectTypeOf(control.call('GET /state')).toEqualTypeOf<Promise<ControlState>>();
  expectTypeOf(control.call('GET /faults')).resolves.toEqualTypeOf<{ faults: readonly FaultEntry[] }>();
  expectTypeOf(control.call('POST /faults', { body: { status: 503 } })).resolves.toEqualTypeOf<{ id: string }>();
  expectTypeOf(control.call('GET /policies')).resolves.branded.toEqualTypeOf<MockPolicies>();
  expectTypeOf(control.call('GET /snapshot')).resolves.toEqualTypeOf<SnapshotJson>();
  // @ts-expect-error: the response has no such field
  void control.call('GET /clock').then(({ time }) => time);
});

test('a call that its route does not accept does not compile', () => {
  // @ts-expect-error: no such route
  void control.call('GET /fault');
  // @ts-expect-error: the route has another method
  void control.call('PUT /faults');
  // @ts-expect-error: the parameters of the path are missing
  void control.call('DELETE /faults/{id}');
  // @ts-expect-error: the parameter has another name
  void control.call('DELETE /faults/{id}', { params: { name: '1' } });
  // @ts-expect-error: no such table
  void control.call('GET /db/{table}', { params: { table: 'customer' } });
  // @ts-expect-error: the query has no such parameter
  void control.call('GET /snapshot', { query: { token: true } });
  // @ts-expect-error: the parameter is a number
  void control.call('GET /journal', { query: { limit: '1' } });
  // @ts-expect-error: the query must name the operation
  void control.call('GET /journal/wait', { query: { timeout: 1 } });
  // @ts-expect-error: the route has no query
  void control.call('GET /state', { query: { tokens: true } });
  // @ts-expect-error: the body is missing
  void control.call('POST /faults');
  // @ts-expect-error: a fault has no such property
  void control.call('POST /faults', { body: { stats: 503 } });
  // @ts-expect-error: no such policy
  void control.call('PATCH /policies', { body: { notFound: 404 } });
  // @ts-expect-error: the route has no body
  void control.call('POST /reset', { body: {} });
});

test('a handler that does not fit its route does not compile', () => {
  // @ts-expect-error: the other routes have no handler
  const missing: ControlHandlers<typeof faultRoutes> = { 'GET /faults': () => ({ faults: [] }) };
  const handlers: Pick<ControlHandlers<typeof faultRoutes>, 'GET /faults' | 'DELETE /faults/{id}'> = {
    // @ts-expect-error: the response has another shape
    'GET /faults': () => mock.faults.list(),
    // @ts-expect-error: the path has no such parameter
    'DELETE /faults/{id}': ({ params: { name } }) => ({ faults: mock.faults.list().filter(({ id }) => id !== name) }),
  };
  void [missing, handlers];
  // @ts-expect-error: a route needs a description and a response
  defineRoutes({ 'GET /x': { name: 'x' } });
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { type Hooks, MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo, type MockServer } from 'masterdata-sdk/mock';
import { type ListeningServer, listen } from 'masterdata-sdk/mock/http';
import { tracing } from './tracing.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register({ contextManager: new AsyncLocalStorageContextManager() });

let mock: MockServer;
let server: ListeningServer;
let client: MasterDataClient;
let base: object;
before(async () => {
  mock = createMockServer({ seed: demo });
  server = await listen(mock);
  client = new MasterDataClient({ baseUrl: server.url, apiToken: mock.token, hooks: tracing });
  const { hostname, port } = new URL(server.url);
  base = { 'server.address': hostname, 'server.port': Number(port) };
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new UndiciInstrumentation({
        ignoreRequestHook: ({ origin, path }) => origin === server.url && !path.includes('raw'),
      }),
    ],
  });
});
after(() => server.close());
beforeEach(() => {
  mock.reset();
  exporter.reset();
});

const describe = ({ name, kind, status, attributes }: ReadableSpan) => ({ name, kind, status, attributes });

test('a span has the name and the attributes of the semantic conventions', async () => {
  const { id } = mock.create.product();
  await client.products.get(id);

  assert.deepEqual(exporter.getFinishedSpans().map(describe), [
    {
      name: 'GET /api/products/{id}',
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.UNSET },
      attributes: {
        ...base,
        'http.request.method': 'GET',
        'url.full': `${server.url}/api/products/${id}`,
        'url.template': '/api/products/{id}',
        'http.response.status_code': 200,
      },
    },
  ]);
});

test('each attempt has a span, without a description that repeats the status', async () => {
  mock.faults.add({ on: 'customers.list', times: 1, status: 503, headers: { 'retry-after': '0' } });
  await client.customers.list();

  const [first, second, ...rest] = exporter.getFinishedSpans();
  assert.deepEqual(rest, []);
  assert.deepEqual(first?.status, { code: SpanStatusCode.ERROR });
  assert.equal(first?.attributes['error.type'], '503');
  assert.equal(first?.attributes['http.request.resend_count'], undefined);
  assert.deepEqual(second?.status, { code: SpanStatusCode.UNSET });
  assert.equal(second?.attributes['http.request.resend_count'], 1);
});

test('a broken connection has the name of the error', async () => {
  mock.faults.add({ on: 'customers.list', fault: 'drop-connection' });
  const delays: number[] = [];
  const hooks: Hooks = { ...tracing, onRetry: (retry) => [delays.push(retry.delay), tracing.onRetry?.(retry)] };
  const outcome = await client.withOptions({ hooks, maxRetries: 1 }).customers.list().result();

  assert.equal(outcome.ok, false);
  const spans = exporter.getFinishedSpans();
  assert.equal(spans.length, 2);
  for (const { attributes, status } of spans) {
    assert.equal(attributes['error.type'], 'ConnectionError');
    assert.equal(attributes['http.response.status_code'], undefined);
    assert.match(status.message ?? '', /failed: /);
  }
  // The wait before the retry is between the spans, whose times are whole milliseconds.
  const [first, second] = spans;
  assert.ok(first && second && delays[0] !== undefined);
  assert.ok(milliseconds(second.startTime) - milliseconds(first.endTime) > delays[0] - 3);
});

test('the context of the caller is the parent, and the service receives the context of the span', async () => {
  const tracer = trace.getTracer('test');
  await tracer.startActiveSpan('import', async (parent) => {
    await client.paymentTerms.list();
    parent.end();
  });

  const [call, parent] = exporter.getFinishedSpans();
  assert.equal(parent?.name, 'import');
  assert.equal(call?.parentSpanContext?.spanId, parent.spanContext().spanId);
  const { traceId, spanId } = call.spanContext();
  assert.equal(mock.journal.last('paymentTerms.list').headers['traceparent'], `00-${traceId}-${spanId}-01`);
});

test("undici's instrumentation creates no second span, and sees other requests", async () => {
  await client.paymentTerms.list();
  await fetch(`${server.url}/raw`);

  assert.deepEqual(
    exporter.getFinishedSpans().map(({ instrumentationScope }) => instrumentationScope.name),
    ['masterdata', '@opentelemetry/instrumentation-undici'],
  );
});

function milliseconds([seconds, nanoseconds]: readonly [number, number]): number {
  return seconds * 1000 + nanoseconds / 1e6;
}

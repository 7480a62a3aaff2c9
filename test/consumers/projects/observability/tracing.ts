import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { CallInfo, Hooks } from 'masterdata-sdk';

const tracer = trace.getTracer('masterdata');
const spans = new WeakMap<CallInfo, Span>();

/** Creates a span for each attempt, and sends its context with the request. */
export const tracing: Hooks = {
  onRequest({ call, attempt }) {
    const { protocol, hostname, port } = new URL(call.url);
    const span = tracer.startSpan(`${call.method} ${call.route}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': call.method,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
        'url.full': call.url,
        'url.template': call.route,
        ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
      },
    });
    spans.set(call, span);
    const headers: Record<string, string> = {};
    propagation.inject(trace.setSpan(context.active(), span), headers);
    return { headers };
  },
  onResponse({ call, status }) {
    const span = spans.get(call);
    span?.setAttribute('http.response.status_code', status);
    if (status >= 400) span?.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR });
    end(call);
  },
  // The span is still open if no response arrived. It does not include the wait before the retry.
  onRetry: ({ call, error, delay }) => end(call, error, Date.now() - delay),
  onError: ({ call, error }) => end(call, error),
};

function end(call: CallInfo, error?: Error, time?: number): void {
  const span = spans.get(call);
  spans.delete(call);
  if (error)
    span?.setAttribute('error.type', error.name).setStatus({ code: SpanStatusCode.ERROR, message: error.message });
  span?.end(time);
}

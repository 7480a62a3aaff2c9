import { register } from 'node:module';
import { FastifyOtelInstrumentation } from '@fastify/otel';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { ExpressInstrumentation } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

// Lets the instrumentation of Express change the module that your code imports.
register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] }).register();

// It can have a path, which an origin does not have.
const service = new URL(process.env.MASTERDATA_BASE_URL || 'https://api.example.com');

registerInstrumentations({
  instrumentations: [
    // The requests that your server receives.
    new HttpInstrumentation(),
    new ExpressInstrumentation(),
    new FastifyOtelInstrumentation({ registerOnInitialization: true }),
    // The hooks create the spans of the requests to the service.
    new UndiciInstrumentation({ ignoreRequestHook: ({ origin }) => origin === service.origin }),
  ],
});

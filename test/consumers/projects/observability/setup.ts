import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] }).register();

registerInstrumentations({
  instrumentations: [
    // The hooks create the spans of these requests.
    new UndiciInstrumentation({ ignoreRequestHook: ({ origin }) => origin === 'https://api.example.com' }),
  ],
});

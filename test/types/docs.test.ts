import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What the example of OpenTelemetry uses of it, with the signatures of its version 1.10. */
const openTelemetry = `declare module '@opentelemetry/api' {
  interface Context { readonly brand: unique symbol }
  export interface Span {
    setAttribute(key: string, value: string | number): this;
    setStatus(status: { code: SpanStatusCode; message?: string }): this;
    addEvent(name: string, attributes?: Record<string, string>): this;
    end(): void;
  }
  export enum SpanKind { CLIENT = 2 }
  export enum SpanStatusCode { ERROR = 2 }
  export const context: { active(): Context };
  export const propagation: { inject(context: Context, carrier: Record<string, string>): void };
  export const trace: {
    getTracer(name: string): {
      startSpan(name: string, options: { kind: SpanKind; attributes: Record<string, string | number> }): Span;
    };
    getActiveSpan(): Span | undefined;
    setSpan(context: Context, span: Span): Context;
  };
}`;

const client = `import { MasterDataClient } from 'masterdata-sdk';
const client = new MasterDataClient();
const id = '3f2b8c1e-7d64-4e0b-8f63-2f1f0c9d7a11';
`;

test('every snippet of the guide to the client compiles', { timeout: 60_000 }, () => {
  const text = readFileSync(join(root, 'docs/client.md'), 'utf8');
  const snippets = new Map(
    [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, snippet = ''], index) => [
      join(root, `test/types/snippet-${index}.ts`),
      /\bconst client =/.test(snippet) ? snippet : client + snippet,
    ]),
  );
  const ambient = join(root, 'test/types/opentelemetry.d.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  const virtual = (name: string) => (name === ambient ? openTelemetry : snippets.get(name));
  host.readFile = (name) => virtual(name) ?? read(name);
  const exists = host.fileExists.bind(host);
  host.fileExists = (name) => virtual(name) !== undefined || exists(name);
  const program = ts.createProgram(
    [...snippets.keys(), ambient],
    {
      ...options,
      noUnusedLocals: false,
      noUnusedParameters: false,
      noPropertyAccessFromIndexSignature: false,
      paths: { 'masterdata-sdk': [join(root, 'src/index.ts')] },
    },
    host,
  );
  const problems = [...snippets.keys()].flatMap((name) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(name))
      .map(({ messageText }) => `${snippets.get(name)}\n${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  );
  expect(snippets.size).toBeGreaterThan(10);
  expect(problems).toEqual([]);
});

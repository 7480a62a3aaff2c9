/** The part of `@opentelemetry/api` 1.10 that the guide uses. It records the finished spans. */

/** The finished spans. */
export const finished: Record<string, unknown>[] = [];

type Context = Readonly<Record<string, unknown>>;

export interface Span {
  setAttribute(key: string, value: string | number): this;
  setStatus(status: { code: number; message?: string }): this;
  addEvent(name: string, attributes?: Readonly<Record<string, string>>): this;
  end(): void;
}

export const SpanKind = { CLIENT: 2 } as const;
export const SpanStatusCode = { ERROR: 2 } as const;
export const context = { active: (): Context => ({}) };
export const propagation = {
  inject(_context: Context, carrier: Record<string, string>): void {
    carrier['traceparent'] = '00-1';
  },
};
export const trace = {
  getTracer: (_name: string) => ({
    startSpan(name: string, { attributes }: { kind: number; attributes: Record<string, string | number> }): Span {
      const noted: Record<string, unknown> = { name, ...attributes };
      const span: Span = {
        setAttribute(key, value) {
          noted[key] = value;
          return span;
        },
        setStatus(status) {
          noted['status'] = status;
          return span;
        },
        addEvent: () => span,
        end: () => void finished.push(noted),
      };
      return span;
    },
  }),
  getActiveSpan: (): Span | undefined => undefined,
  setSpan: (active: Context, span: Span): Context => ({ ...active, span }),
};

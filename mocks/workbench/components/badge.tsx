import type { ComponentChildren } from 'preact';

type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'accent';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** An HTTP status. 0 stands for a connection that broke before there was a response. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good';
  return <Badge tone={tone}>{status === 0 ? 'no response' : status}</Badge>;
}

interface FaultBadgeProps {
  readonly request: { readonly fault?: string | undefined; readonly status: number };
}

/** The fault that a request got. A fault with a status is shown with its status: `503 injected`. */
export function FaultBadge({ request: { fault, status } }: FaultBadgeProps) {
  if (fault === undefined) return null;
  return <Badge tone="warning">{fault === 'status' ? `${status} injected` : fault}</Badge>;
}

export function MethodBadge({ method }: { method: string }) {
  return <span class={`method ${method.toLowerCase()}`}>{method}</span>;
}

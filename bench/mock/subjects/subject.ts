/** What the benchmarks over HTTP ask of a server. */

/** What is asked of it: a record by its id, the few records that belong to another, a changed field. */
export const operations = ['get', 'list', 'update'] as const;
export type Operation = (typeof operations)[number];

/** How many records each server has. */
export const records = 1000;

/** A request. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server that listens, and what to send to it at each turn. */
export interface Service {
  readonly port: number;
  readonly request: (operation: Operation, turn: number) => Sent;
}

/** Starts a server at a free port. */
export type Serve = () => Promise<Service>;

/** A request as a client with JSON sends it. */
export function sent(method: string, path: string, headers: Sent['headers'], body?: object): Sent {
  const accepting = { accept: 'application/json', ...headers };
  if (!body) return { method, path, headers: accepting };
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method,
    path,
    headers: { ...accepting, 'content-type': 'application/json', 'content-length': length },
    body: text,
  };
}

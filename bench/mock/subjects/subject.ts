/** The measured operations: read a record by id, list the few records of another record, change a field. */
export const operations = ['get', 'list', 'update'] as const;
export type Operation = (typeof operations)[number];

/** The number of records of each server, unless a benchmark asks for more. */
export const records = 1000;

/** A request to send. */
export interface RequestSpec {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A listening server, and the request to send at each turn. */
export interface Service {
  readonly port: number;
  readonly request: (operation: Operation, turn: number) => RequestSpec;
}

/** Starts a server on a free port, with the given number of records. */
export type Serve = (size: number) => Promise<Service>;

/** Creates a request with the headers of a JSON client. */
export function requestSpec(method: string, path: string, headers: RequestSpec['headers'], body?: object): RequestSpec {
  const jsonHeaders = { accept: 'application/json', ...headers };
  if (!body) return { method, path, headers: jsonHeaders };
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  return {
    method,
    path,
    headers: { ...jsonHeaders, 'content-type': 'application/json', 'content-length': length },
    body: text,
  };
}

/** A query by names. A parameter that is there several times has a list. */
type Query = Readonly<Record<string, string | readonly string[]>>;

/** Returns each value of a query with its name. */
export function queryEntries(query: object): readonly [name: string, value: string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
}

export function formatQuery(query: object): string {
  return new URLSearchParams([...queryEntries(query)]).toString();
}

/** @param query The text of a query, or its names and values. */
export function parseQuery(query: string | string[][]): Query {
  const params = new URLSearchParams(query);
  return Object.fromEntries(
    Array.from(params.keys(), (name) => {
      const [first = '', ...others] = params.getAll(name);
      return [name, others.length > 0 ? [first, ...others] : first];
    }),
  );
}

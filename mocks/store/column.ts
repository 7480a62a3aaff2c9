/** Returns the value of a column whose name is known only at run time. */
export function column(row: object, name: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[name];
}

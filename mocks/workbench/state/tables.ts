/** Returns the number of records in all tables. */
export function countRecords(tables: Readonly<Record<string, number>> = {}): number {
  return Object.values(tables).reduce((sum, size) => sum + size, 0);
}

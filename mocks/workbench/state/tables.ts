import { tableTitles } from './inlined-values.ts';

/** Returns the number of records in all tables. */
export function countRecords(tables: Readonly<Record<string, number>> = {}): number {
  return Object.values(tables).reduce((sum, size) => sum + size, 0);
}

/** Returns the title of a table, which may be one of the user: `Billing frequencies`. */
export function tableTitle(name: string): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ').toLowerCase();
  return tableTitles[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

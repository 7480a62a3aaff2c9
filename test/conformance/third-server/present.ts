import type { Context, Row } from './world.ts';

export type Json = Record<string, unknown>;

function timestamp(context: Context, value: number): unknown {
  const iso = new Date(value).toISOString();
  if (context.bug('timestamps-as-numbers')) return value;
  if (context.bug('timestamps-with-space')) return iso.slice(0, 19).replace('T', ' ');
  const zone = context.variant('timestamps-offset') ? '+00:00' : 'Z';
  if (context.variant('timestamps-seconds')) return iso.slice(0, 19) + zone;
  return iso.slice(0, 23) + (context.variant('timestamps-microseconds') ? '417' : '') + zone;
}

/** The named fields of the row, then its timestamps. */
export function present(context: Context, row: Row, fields: readonly string[]): Json {
  const shown: Json = { id: row.id };
  for (const field of fields) shown[field] = row[field] ?? null;
  shown['created_at'] = timestamp(context, row.created_at);
  shown['updated_at'] = timestamp(context, row.updated_at);
  if (context.variant('extra-fields')) {
    shown['version'] = 3;
    shown['_links'] = { self: `/records/${row.id}` };
    shown['tags'] = [];
  }
  return shown;
}

/** Texts that the specification types as string, without null. */
export function texts(context: Context, row: Row, names: readonly string[], shown: Json): Json {
  for (const name of names) {
    if (row[name] !== undefined) shown[name] = row[name];
    else if (context.variant('unset-texts-absent')) delete shown[name];
    else shown[name] = '';
  }
  return shown;
}

/** Merges the values into the row. */
export function update(context: Context, row: Row, values: Json): void {
  Object.assign(row, values);
  row.updated_at = context.now();
}

export const ordered = (context: Context, rows: Row[]): Row[] => {
  if (context.variant('lists-by-id')) return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return context.variant('lists-newest-first') ? rows.toReversed() : rows;
};

import type { Context, Row, TableName } from './world.ts';

export interface Problem {
  readonly path: string;
  readonly message: string;
}

export class Failure extends Error {
  readonly status: number;
  readonly problems: readonly Problem[] | undefined;
  readonly resource: string | undefined;

  constructor(status: number, message: string, problems?: readonly Problem[], resource?: string) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.resource = resource;
  }
}

export function notFound(context: Context, resource: string): Failure {
  const status = context.variant('not-found-410') ? 410 : context.variant('not-found-400') ? 400 : 404;
  return new Failure(status, `${resource} not found`, undefined, resource);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/** The row with the id in any workspace. */
export const anywhere = (context: Context, table: TableName, id: string): Row | undefined =>
  context.tables[table].find((row) =>
    context.variant('ids-exact-case') ? row.id === id : row.id.toLowerCase() === id.toLowerCase(),
  );

function malformed(context: Context, table: TableName, resource: string): Failure {
  if (context.bug('product-malformed-as-unknown') && table === 'products') return notFound(context, resource);
  const status = context.variant('malformed-id-422') ? 422 : context.variant('malformed-id-404') ? 404 : 400;
  return new Failure(status, `Invalid ${resource.toLowerCase()} ID format`);
}

function unknown(context: Context, table: TableName, resource: string): Failure {
  if (context.bug('product-unknown-crash') && table === 'products') return new Failure(500, 'Internal Server Error');
  return notFound(context, context.bug('catalog-unknown-wrong-text') && table === 'catalogs' ? 'Customer' : resource);
}

export interface Reach {
  readonly foreign?: boolean;
  readonly deleted?: boolean;
}

/** The row that a path names. */
export function find(context: Context, table: TableName, resource: string, id: string, reach: Reach = {}): Row {
  const row = anywhere(context, table, id);
  if (!row && !isUuid(id) && (context.variant('malformed-id-everywhere') || table === 'products')) {
    throw malformed(context, table, resource);
  }
  if (!row || (row['deleted_at'] && !reach.deleted)) throw unknown(context, table, resource);
  if (row.workspace_id !== context.workspace && !reach.foreign) {
    throw context.variant('foreign-403') ? new Failure(403, 'Forbidden') : unknown(context, table, resource);
  }
  return row;
}

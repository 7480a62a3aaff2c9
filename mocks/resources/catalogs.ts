import type { Contract } from '../../src/contract/index.ts';
import { omit } from '../store/fields.ts';
import type { CallDatabase } from './call-database.ts';
import type { Handlers } from './handler.ts';

export const catalogHandlers: Handlers<Contract['catalogs']> = {
  create: ({ body, db }) =>
    omit(db.catalogs.insert({ ...body, api_name: body.api_name ?? generateApiName(body.name, db) }), 'workspace_id'),

  get: ({ params, db }) => omit(db.catalogs.require(params.id), 'workspace_id'),
};

/** The name in snake_case, with a number behind it where another catalog has it: `spring_2026`, `spring_2026_2`. */
function generateApiName(name: string, db: CallDatabase): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const base = (words ?? [])
    .join('_')
    .replace(/^(?![a-z])/, 'catalog_')
    .replace(/_$/, '');
  const isTaken = (name: string) => db.catalogs.where('api_name', name).length > 0;
  let candidate = base;
  for (let count = 2; isTaken(candidate); count += 1) candidate = `${base}_${count}`;
  return candidate;
}

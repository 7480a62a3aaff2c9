import type { catalogs } from '../../src/contract/catalogs.ts';
import { omit } from '../store/fields.ts';
import type { Handlers } from './handler.ts';
import type { WorkspaceStore } from './workspace.ts';

export const catalogHandlers: Handlers<typeof catalogs> = {
  create: ({ body, workspace }) =>
    omit(
      workspace.insert('catalogs', { ...body, api_name: body.api_name ?? generateApiName(body.name, workspace) }),
      'workspace_id',
    ),

  get: ({ params, workspace }) => omit(workspace.get('catalogs', params.id), 'workspace_id'),
};

/** The name in snake_case, with a number behind it where another catalog has it: `spring_2026`, `spring_2026_2`. */
function generateApiName(name: string, workspace: WorkspaceStore): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const base = (words ?? [])
    .join('_')
    .replace(/^(?![a-z])/, 'catalog_')
    .replace(/_$/, '');
  const isTaken = (name: string) => workspace.where('catalogs', 'api_name', name).length > 0;
  let candidate = base;
  for (let count = 2; isTaken(candidate); count += 1) candidate = `${base}_${count}`;
  return candidate;
}

import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import type { HistoryChange } from '../../history/mock-history.ts';
import { restoreBeforeOptions, undoOptions } from '../../history/mock-history.ts';
import { changeOrigins } from '../../state/commit.ts';
import { type ControlHandlers, defineRoutes, optionalBody } from '../define-routes.ts';
import { list, parseWholeNumber, recordChange, tableName, wholeNumberParameter } from '../schemas.ts';

const historyChange: z.ZodMiniType<HistoryChange> = z.object({
  id: z.number(),
  origin: z.enum(changeOrigins),
  operation: z.optional(z.string()),
  request: z.optional(z.number()),
  undone: z.optional(z.number()),
  changedAt: z.number(),
  records: list(
    z.object({
      table: tableName,
      id: z.string(),
      label: z.string(),
      kind: z.enum(['inserted', 'updated', 'deleted']),
    }),
  ),
  count: z.number(),
});

/** The change that an undo has made. It is absent if there was nothing to undo. */
const undone = z.object({ change: z.optional(historyChange) });

export const historyRoutes = defineRoutes({
  'GET /history': {
    name: 'history.list',
    description: 'Returns the recent changes of records, oldest first, and the id of the first that can be undone.',
    query: z.object({ after: wholeNumberParameter(0), limit: wholeNumberParameter(0) }),
    response: z.object({ first: z.number(), changes: list(historyChange) }),
  },
  'GET /history/{id}': {
    name: 'history.changes',
    description: 'Returns the records of a change, with their values before and after.',
    response: z.object({ changes: list(recordChange) }),
  },
  'POST /history/{id}/restore': {
    name: 'history.restoreBefore',
    description: 'Restores all records as they were before a change: undoes this change and all later ones.',
    body: optionalBody(restoreBeforeOptions, 'history.restoreBefore'),
    response: undone,
  },
  'POST /history/{id}/undo': {
    name: 'history.undo',
    description: 'Undoes one change, and keeps the later ones.',
    body: optionalBody(undoOptions, 'history.undo'),
    response: undone,
  },
});

/** Handles the history of the records. */
export function handleHistory({ history }: MockServer): ControlHandlers<typeof historyRoutes> {
  return {
    'GET /history': ({ query }) => ({ first: history.first, changes: history.list(query) }),
    'GET /history/{id}': ({ params: { id } }) => ({ changes: history.changes(parseWholeNumber(id)) }),
    'POST /history/{id}/restore': ({ params: { id }, body }) => ({
      change: history.restoreBefore(parseWholeNumber(id), body),
    }),
    'POST /history/{id}/undo': ({ params: { id }, body }) => ({ change: history.undo(parseWholeNumber(id), body) }),
  };
}

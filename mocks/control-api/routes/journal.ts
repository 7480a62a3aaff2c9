import type { MockServer } from '../../engine/create-mock-server.ts';
import { defineRoutes, ok } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { parseFlag, parseLimit, parseOperation, parseTimeout, parseWholeNumber, requireOperation } from '../query.ts';

/** Reads and clears the journal. */
export function journalRoutes({ journal }: MockServer) {
  return defineRoutes({
    'GET /journal?operation&after&limit&summary': ({ query }) => {
      const operation = parseOperation(query);
      const after = parseWholeNumber(query, 'after', 0);
      if (parseFlag(query, 'summary'))
        return ok({ entries: journal.summaries({ operation, after, limit: parseLimit(query) }) });
      const entries = operation === undefined ? journal.list() : journal.list(operation);
      return ok({ entries: entries.filter(({ id }) => id > after).slice(-parseLimit(query)) });
    },
    'GET /journal/{id}': ({ params: { id } }) => {
      const entry = journal.get(Number(id));
      if (!entry) throw notFound(`Entry ${id} of the journal not found`);
      return ok(entry);
    },
    'GET /journal/last?operation': ({ query }) => {
      const operation = parseOperation(query);
      return ok(operation === undefined ? journal.last() : journal.last(operation));
    },
    'GET /journal/wait?operation&after&timeout': async ({ query, signal }) =>
      ok(
        await journal.waitFor(requireOperation(query), {
          after: parseWholeNumber(query, 'after', 0),
          timeout: parseTimeout(query),
          signal,
        }),
      ),
    'GET /journal.har?baseUrl': ({ query, baseUrl }) => ok(journal.toHar(query.get('baseUrl') ?? baseUrl)),
    'DELETE /journal': () => {
      journal.clear();
      return ok({ entries: [] });
    },
  });
}

import * as z from 'zod/mini';
import { faultKinds } from '../../controls/faults/fault-kinds.ts';
import type { HarLog } from '../../controls/har.ts';
import type { JournalEntry, JournalSummary } from '../../controls/journal-entry.ts';
import { defaultTimeout } from '../../controls/mock-journal.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import {
  flag,
  journalResponse,
  list,
  operation,
  parseWholeNumber,
  recordChange,
  timeout,
  wholeNumberParameter,
} from '../schemas.ts';

const common = {
  id: z.number(),
  operation: z.optional(operation),
  method: z.string(),
  url: z.string(),
  workspace: z.optional(z.string()),
  user: z.optional(z.string()),
  callId: z.optional(z.string()),
  time: z.number(),
  duration: z.number(),
  fault: z.optional(z.enum(faultKinds)),
};

export const journalSummary: z.ZodMiniType<JournalSummary> = z.object({
  ...common,
  status: z.number(),
  arrivedAt: z.number(),
  retryCount: z.optional(z.number()),
});

const headers = z.record(z.string(), z.string());

/** The operation of an entry determines the type of its body, which TypeScript cannot express here. */
export const journalEntry = z.object({
  ...common,
  headers,
  params: z.optional(z.record(z.string(), z.string())),
  rawBody: z.optional(z.string()),
  body: z.optional(z.unknown()),
  response: journalResponse,
  originalResponse: z.optional(journalResponse),
  nextChange: z.number(),
  closestFault: z.optional(z.object({ id: z.string(), differences: list(z.string()) })),
}) as unknown as z.ZodMiniType<JournalEntry>;

const pairs = list(z.object({ name: z.string(), value: z.string() }));
const message = {
  httpVersion: z.string(),
  cookies: pairs,
  headers: pairs,
  headersSize: z.number(),
  bodySize: z.number(),
};

const harLog: z.ZodMiniType<HarLog> = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    entries: list(
      z.object({
        startedDateTime: z.string(),
        time: z.number(),
        request: z.object({
          ...message,
          method: z.string(),
          url: z.string(),
          queryString: pairs,
          postData: z.optional(z.object({ mimeType: z.string(), text: z.string() })),
        }),
        response: z.object({
          ...message,
          status: z.number(),
          statusText: z.string(),
          content: z.object({ size: z.number(), mimeType: z.string(), text: z.string() }),
          redirectURL: z.string(),
        }),
        cache: z.object({}),
        timings: z.object({ send: z.number(), wait: z.number(), receive: z.number() }),
        comment: z.optional(z.string()),
      }),
    ),
  }),
});

export const journalRoutes = defineRoutes({
  'GET /journal': {
    name: 'journal.list',
    description: 'Returns the entries of the journal, oldest first, or their summaries without headers and bodies.',
    query: z.object({
      operation: z.optional(operation),
      after: wholeNumberParameter(0),
      limit: wholeNumberParameter(1),
      summary: flag,
    }),
    response: z.object({ entries: list(z.union([journalEntry, journalSummary])) }),
  },
  'GET /journal/{id}': {
    name: 'journal.get',
    description: 'Returns the entry of the journal with an id.',
    response: journalEntry,
  },
  'GET /journal/{id}/changes': {
    name: 'journal.changes',
    description: 'Returns the records that the request of an entry changed, with their values before and after.',
    response: z.object({ changes: list(recordChange) }),
  },
  'GET /journal/last': {
    name: 'journal.last',
    description: 'Returns the last entry of the journal, or of one operation.',
    query: z.object({ operation: z.optional(operation) }),
    response: journalEntry,
  },
  'GET /journal/wait': {
    name: 'journal.waitFor',
    description: 'Returns the first entry of an operation as soon as there is one, or an error after the timeout.',
    query: z.object({ operation, after: wholeNumberParameter(0), timeout }),
    response: journalEntry,
  },
  'GET /journal.har': {
    name: 'journal.toHar',
    description: 'Returns the journal as an HTTP archive for the developer tools of browsers.',
    query: z.object({ baseUrl: z.optional(z.string()) }),
    response: harLog,
  },
  'DELETE /journal': {
    name: 'journal.clear',
    description: 'Removes all entries of the journal.',
    response: z.object({ entries: list(journalEntry) }),
  },
});

/** Handles the journal. */
export function handleJournal({ journal }: MockServer): ControlHandlers<typeof journalRoutes> {
  return {
    'GET /journal': ({ query: { operation, after = 0, limit = Number.MAX_SAFE_INTEGER, summary } }) => {
      if (summary) return { entries: journal.summaries({ operation, after, limit }) };
      const entries = operation === undefined ? journal.list() : journal.list(operation);
      return { entries: entries.filter(({ id }) => id > after).slice(-limit) };
    },
    'GET /journal/{id}': ({ params: { id } }) => {
      const entry = journal.get(parseWholeNumber(id));
      if (!entry) throw notFound(`Entry ${id} of the journal not found`);
      return entry;
    },
    'GET /journal/{id}/changes': ({ params: { id } }) => {
      if (Number.isNaN(parseWholeNumber(id))) throw notFound(`Entry ${id} of the journal not found`);
      return { changes: journal.changes(parseWholeNumber(id)) };
    },
    'GET /journal/last': ({ query: { operation } }) =>
      operation === undefined ? journal.last() : journal.last(operation),
    'GET /journal/wait': ({ query: { operation, after = 0, timeout = defaultTimeout }, signal }) =>
      journal.waitFor(operation, { after, timeout, signal }),
    'GET /journal.har': ({ query, baseUrl }) => journal.toHar(query.baseUrl ?? baseUrl),
    'DELETE /journal': () => {
      journal.clear();
      return { entries: [] };
    },
  };
}

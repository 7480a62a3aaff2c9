/** An operation and a table that the specification does not have, for the Worker and its test. */
import * as z from 'zod/mini';
import { defineTable, mockOperation } from '../../mocks/index.ts';
import { defineOperation } from '../../src/contract/define-operation.ts';

export const notes = defineTable({
  name: 'notes',
  row: z.object({ text: z.string(), customer_id: z.guid() }),
  references: { customer_id: 'customers' },
});

export const createNote = defineOperation({
  name: 'notes.create',
  method: 'POST',
  path: '/api/notes',
  body: z.object({ text: z.string(), customer_id: z.guid() }),
  response: z.object({ id: z.string(), text: z.string() }),
});

export const addNote = mockOperation(createNote, { handle: ({ body, db }) => db.table(notes).insert(body) });

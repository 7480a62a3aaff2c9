/** Operations that the specification does not document, for tests. */
import * as z from 'zod';
import { defineOperation } from '../../../src/index.ts';

const contact = z.object({ id: z.string(), first_name: z.string(), customer_id: z.string() });

export const createContact = defineOperation({
  name: 'contacts.create',
  method: 'POST',
  path: '/api/contacts',
  body: z.object({
    first_name: z.string(),
    last_name: z.string().default('Lovelace'),
    email: z.email(),
    customer_id: z.string(),
  }),
  response: contact,
});

export const listContacts = defineOperation({
  name: 'contacts.list',
  method: 'GET',
  path: '/api/contacts',
  query: z.object({
    customer_id: z.string().optional(),
    limit: z.number().optional(),
    active: z.boolean().optional(),
    tags: z.array(z.string()).optional(),
  }),
  response: z.array(contact),
});

export const deleteContact = defineOperation({
  name: 'contacts.delete',
  method: 'DELETE',
  path: '/api/contacts/{id}',
  response: z.object({ id: z.string(), deleted: z.literal(true) }),
});

export const addNote = defineOperation({
  name: 'notes.add',
  method: 'PUT',
  path: '/api/notes/{slug}/of/{customer_id}',
  body: z.object({ text: z.string() }),
  response: z.object({ slug: z.string(), text: z.string() }),
});

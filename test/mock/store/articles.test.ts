import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createMockServer, defineTable } from '../../../mocks/index.ts';
import { withArticle } from '../../../src/contract/validate.ts';
import { unknownId } from '../helpers.ts';

test('errors about references have the article of the record', () => {
  const row = z.looseObject({ text: z.string() });
  const offers = defineTable({ name: 'offers', row });
  const visits = defineTable({ name: 'visits', row, references: { address_id: 'addresses', offer_id: 'offers' } });
  const { db } = createMockServer({ tables: [offers, visits] });
  const update = () => db.addresses.update(unknownId, { city: 'Bremen' });
  expect(update).toThrow('addresses: id must be the id of an Address, received');
  const visit = (fields: object) => () => db.visits.insert({ text: 'Ring twice', ...fields });
  expect(visit({ address_id: unknownId })).toThrow('visits: address_id must be the id of an Address in this workspace');
  expect(visit({ offer_id: unknownId })).toThrow('visits: offer_id must be the id of an Offer in this workspace');
});

test.each(['a string', 'an array', 'an object', 'an Address', 'an Upload', 'a Unit', 'a user', 'a URL', 'a Tax'])(
  '%s has its article',
  (text) => {
    expect(withArticle(text.replace(/^an? /, ''))).toBe(text);
  },
);

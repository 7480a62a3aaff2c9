import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeTable } from '../../../mocks/store/describe-table.ts';
import { metadata, tableNames } from '../../../mocks/store/metadata.ts';

test('a field that may be null is null by default, in groups too, and no other field has a default by itself', () => {
  const { template, defaults } = describeTable(
    'Note',
    z.object({
      text: z.string(),
      title: z.nullable(z.string()),
      size: z.object({ width: z.nullable(z.number()), unit: z.nullable(z.string()) }),
      style: z.object({ color: z.string(), font: z.nullable(z.string()) }),
      author: z.object({ name: z.string(), email: z.nullable(z.string()) }),
      tags: z.array(z.nullable(z.string())),
      rating: z.nullable(z.number()),
    }),
    { defaults: { style: { color: 'red' }, rating: 5 }, foreignKeys: {} },
  );
  const expected = {
    title: null,
    size: { width: null, unit: null },
    style: { color: 'red', font: null },
    rating: 5,
  };
  expect(defaults).toEqual(expected);
  expect(template).toEqual({ text: undefined, ...expected, author: undefined, tags: undefined });
});

test('a default that lacks a member of its group does not compile', () => {
  const row = z.object({ style: z.object({ color: z.string(), font: z.nullable(z.string()) }) });
  // @ts-expect-error: the color has no default
  describeTable('Note', row, { defaults: { style: {} }, foreignKeys: {} });
});

test.each(tableNames)('the defaults of %s are valid', (name) => {
  const { defaults, changes } = metadata[name];
  expect(changes.safeParse(defaults)).toMatchObject({ success: true });
});

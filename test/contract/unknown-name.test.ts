import { expect, test } from 'vitest';
import { policyNames } from '../../mocks/controls/policies.ts';
import { tableNames } from '../../mocks/store/metadata.ts';
import { operationNames } from '../../src/contract/operations.ts';
import { listValid, suggestName } from '../../src/contract/unknown-name.ts';

test.each([
  ['products.gte', 'products.get'],
  ['product.get', 'products.get'],
  ['CUSTOMERS', 'customers'],
  ['prodcts', 'products'],
])('%s suggests %s', (unknown, meant) => {
  expect(suggestName(unknown, [...operationNames, ...tableNames])).toBe(` Did you mean "${meant}"?`);
});

test('a name that is similar to none suggests nothing', () => {
  expect(listValid('tables', 'x', ['taxes', 'prices'])).toBe(' Valid tables: taxes, prices.');
  expect(suggestName('', operationNames)).toBe('');
});

const all = { operations: operationNames, policies: policyNames, tables: tableNames };

test.each(Object.entries(all))(
  '%s: a name with two characters swapped, or one missing or twice, suggests it',
  (_, names) => {
    const wrong = names.flatMap((name: string) =>
      [...name].slice(0, -1).flatMap((character, at) => {
        const [before, after] = [name.slice(0, at), name.slice(at + 1)];
        const typos = [
          before + after,
          before + character + character + after,
          before + after.charAt(0) + character + after.slice(1),
        ];
        const unknown = typos.filter((typo) => !names.some((each) => each === typo));
        return unknown
          .filter((typo) => suggestName(typo, names) !== ` Did you mean "${name}"?`)
          .map((typo) => [typo, name]);
      }),
    );
    expect(wrong).toEqual([]);
  },
);

import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { editor, root } from './editor.ts';

const program = `
import type { Customer, PriceUpdate, Product, ProductCreate } from 'masterdata-sdk';
declare const customer: Customer;
declare const price: PriceUpdate;
declare const product: Product;
const body: ProductCreate = { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack', shipping: { weight: 2 } };
customer.logo;
price.percent;
product.settings.language_code;
`;

/** What an editor shows of the first word in the program, which reads the published declarations. */
function hover(file: string, word: string): string {
  const service = editor(file, program, {
    module: ts.ModuleKind.NodeNext,
    strict: true,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  expect(service.getSemanticDiagnostics(file)).toEqual([]);
  return ts.displayPartsToString(service.getQuickInfoAtPosition(file, program.indexOf(word))?.documentation);
}

test.each(['program.mts', 'program.cts'])(
  'an editor shows the comments on fields, out of what is published: %s',
  (name) => {
    const file = join(root, 'test/types', name);
    expect(hover(file, 'logo')).toBe('URL of the logo.');
    expect(hover(file, 'weight')).toBe('Weight, in `weight_unit`. Wire key: `shipping[weight]`.');
    expect(hover(file, 'percent')).toMatch(/0 to 100/);
    expect(hover(file, 'language_code')).toMatch(/^Language/);
  },
);

import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { editor, root } from './editor.ts';

/** Returns the completions of an editor at the mark `|` in a program. */
function completions(program: string): string[] {
  const file = join(root, 'test/types/program.ts');
  const text = program.replace('|', '');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const service = editor(file, text, options);
  return (service.getCompletionsAtPosition(file, program.indexOf('|'), {})?.entries ?? []).map(({ name }) => name);
}

test.each([
  ["declare const customer: Customer; if (customer.type === '|') {}", ['company', 'individual']],
  ["declare const price: Price; if (price.pricing_model === '|') {}", ['flat', 'percent']],
  ["declare const error: ApiError; if (error.code === '|') {}", ['not_found', 'CATEGORY_REFERENCED_IN_DISCOUNT']],
])('an editor offers the known values of an open enum: %s', (program, values) => {
  const imported = "import type { ApiError, Customer, Price } from '../../src/index.ts';\n";
  expect(completions(imported + program)).toEqual(expect.arrayContaining(values));
});

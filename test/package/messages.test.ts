import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addressCreateSchema, customerCreateSchema, productUpdateSchema } from '../../src/schemas.ts';

/** Returns the messages of a schema by field. */
function messagesOf(schema: typeof customerCreateSchema | typeof addressCreateSchema, value: unknown): object {
  const { error } = schema.safeParse(value);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}

describe('the messages of exported schemas', () => {
  test('describe the issue of each field', () => {
    const customer = { type: 'person', segment_id: 'x', logo: 'y', tax_ids: [{ tax: 1 }], id_crm: null, nmae: 'Acme' };
    expect(messagesOf(customerCreateSchema, customer)).toEqual({
      name: 'is required',
      type: 'must be one of "company", "individual", received "person"',
      segment_id: 'must be a UUID',
      logo: 'must be a URL',
      'tax_ids.0.tax': 'must be a string, received number',
      'tax_ids.0.tax_value': 'is required',
      id_crm: 'must be a string, received null',
      '': 'has unknown fields: nmae',
    });
  });

  test('keep the messages of the contract', () => {
    const { error } = productUpdateSchema.safeParse({ name: 'W' });
    expect(error?.issues).toMatchObject([{ path: ['name'], message: 'must be at least 2 characters' }]);
  });

  test('are the same in the Standard Schema interface, which form libraries use', async () => {
    const result = await addressCreateSchema['~standard'].validate({});
    expect(result.issues?.every(({ message }) => message === 'is required')).toBe(true);
  });
});

describe.each([
  ['a program without messages', `import 'zod/mini';`, 'is required'],
  [
    'a program with its own messages',
    `import * as z from 'zod/mini'; z.config({ localeError: () => 'mine' });`,
    'mine',
  ],
  [
    'a program that uses zod before',
    `import { z } from 'zod'; z.string();`,
    'Invalid input: expected string, received undefined',
  ],
])('%s', (_case, before, expected) => {
  test(`reads "${expected}"`, () => {
    expect(
      run(`${before} const { customerCreateSchema } = await import('masterdata-sdk/schemas');
      console.log(customerCreateSchema.safeParse({}).error.issues[0].message);`),
    ).toBe(expected);
  });
});

test('schemas of zod keep their messages', () => {
  const output = run(`import 'masterdata-sdk/schemas'; import { z } from 'zod';
    console.log(z.string().min(3).safeParse('a').error.issues[0].message);`);
  expect(output).toBe('Too small: expected string to have >=3 characters');
});

/** Runs a program in a new process, because zod has one configuration for each. Returns its output. */
function run(program: string): string {
  const options = { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' } as const;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], options).trim();
}

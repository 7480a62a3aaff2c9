import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the quickstart prints its calls', async () => {
  const program = join(import.meta.dirname, '../../examples/quickstart.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  expect(stdout).toContain('POST /api/customers');
  expect(stdout).toContain('"shipping[weight]"');
});

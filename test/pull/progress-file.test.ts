import fs, { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProgressFile } from '../../mocks/pull/progress-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

test('keeps the records if the process ends while it writes them again', async () => {
  const file = join(await temporaryDirectory(), 'seed.json.partial');
  new ProgressFile(file, 'a').add('customers', '1', { name: 'Halm' });
  const before = readFileSync(file, 'utf8');
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw new Error('killed');
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    write.mockRestore();
    syncBuiltinESMExports();
  });
  expect(() => new ProgressFile(file, 'a')).toThrow('killed');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

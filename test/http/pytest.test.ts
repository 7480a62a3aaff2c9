import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { run } from './serve.ts';

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;

test.skipIf(!hasPytest)('the example for pytest passes', async () => {
  const tests = ['python3', '-m', 'pytest', '-p', 'no:cacheprovider', 'examples/pytest'];
  const { child, printed, closed } = run(['mock', '--quiet', '--', ...tests], { PYTHONDONTWRITEBYTECODE: '1' });
  await closed;
  expect(printed.out).toContain('3 passed');
  expect(child.exitCode).toBe(0);
});

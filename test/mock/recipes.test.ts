import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const recipes = fileURLToPath(new URL('../recipes/', import.meta.url));
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/** Runs Node as a user would, and returns what it printed; rejects with that where it fails. */
async function node(...args: readonly string[]): Promise<string> {
  // The runner of these tests is none of theirs.
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: recipes,
    env: { ...env, NO_COLOR: '1' },
  });
  return stdout;
}

describe.concurrent('three lines set a suite up', () => {
  test('on node:test', async () => {
    const printed = await node('--test', '--test-reporter=tap', 'node-test.ts');
    expect(printed).toMatch(/^# pass 2$/m);
    expect(printed).toMatch(/^# fail 0$/m);
  }, 60_000);

  test('on Vitest', async () => {
    const printed = await node(vitest, 'run', '--root', recipes, '--no-cache', '--reporter=tap-flat', 'vitest.spec.ts');
    expect(printed.match(/^(?:not )?ok .*$/gm)).toEqual([
      expect.stringMatching(/^ok 1 - .*creates a customer/),
      expect.stringMatching(/^ok 2 - .*begins with the seed again/),
    ]);
  }, 60_000);
});

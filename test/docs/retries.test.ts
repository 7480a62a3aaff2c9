/** The example of `docs/retries.md` that tests retries fails if the client does not retry. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { unhandledRejections } from '../unhandled-rejections.ts';
import { modulesOf } from './modules.ts';
import { blocksOf } from './pages.ts';
import { loaderOf } from './run-block.ts';

test('the example that tests retries fails without them', async () => {
  const example = modulesOf(blocksOf('docs/retries.md')).find(({ isSuite }) => isSuite);
  if (!example) throw new Error('docs/retries.md has no test');
  const checked = replace(
    replace(example.checked, '(mock.clientOptions)', '({ ...mock.clientOptions, maxRetries: 0 })'),
    // This test runs the example, not the runner.
    'import { expect, test, vi }',
    'export let run; const test = (name, body) => { run = body; }; import { expect, vi }',
  );
  const module = { ...example, url: `${example.url}?without-retries`, checked };
  const { run } = await loaderOf([module])(module);
  if (typeof run !== 'function') throw new Error('the example registers no test');
  onTestFinished(() => void vi.useRealTimers());
  const failure = expect.objectContaining({ name: 'ServerError', status: 503 });
  const reasons = await unhandledRejections(async () => {
    await expect(Promise.resolve(Reflect.apply(run, undefined, []))).rejects.toEqual(failure);
    vi.useRealTimers();
  });
  // The call fails before the example awaits it.
  expect(reasons).toEqual([failure]);
});

function replace(code: string, from: string, to: string): string {
  expect(code).toContain(from);
  return code.replace(from, to);
}

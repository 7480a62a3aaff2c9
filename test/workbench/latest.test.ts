import { expect, test } from 'vitest';
import { latest } from '../../mocks/workbench/state/latest.ts';

test('a response that is older than the applied one is ignored', async () => {
  const responses: ((value: string) => void)[] = [];
  const applied: string[] = [];
  const read = latest(
    () => new Promise<string>((resolve) => responses.push(resolve)),
    (value) => applied.push(value),
  );
  const reads = [read(), read(), read()];
  responses[1]?.('second');
  await reads[1];
  responses[0]?.('first');
  await reads[0];
  responses[2]?.('third');
  await reads[2];
  expect(applied).toEqual(['second', 'third']);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { Pacer } from '../../mocks/workbench/state/pacer.ts';

/** Starts a pacer on a clock that only the test moves. */
function startPacer() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const onChange = vi.fn();
  const pacer = new Pacer(onChange);
  /** Reads something for which the mock takes a time. The network takes a second more. */
  const read = async (duration: number) => {
    const reading = pacer.measure(async () => {
      await new Promise((resolve) => setTimeout(resolve, duration + 1_000));
      return new Response('', { headers: { 'server-timing': `mock;dur=${duration}` } });
    });
    await vi.advanceTimersByTimeAsync(duration + 1_000);
    await reading;
  };
  return { pacer, onChange, read };
}

test('reports changes at once while reads are fast', async () => {
  const { pacer, onChange, read } = startPacer();
  for (let count = 1; count <= 3; count += 1) {
    await read(5);
    pacer.changed();
    expect(onChange).toHaveBeenCalledTimes(count);
  }
});

test('waits after a slow read, so that the reads take at most 2 % of the time', async () => {
  const { pacer, onChange, read } = startPacer();
  pacer.changed();
  await read(100);
  pacer.changed();
  pacer.changed();
  await vi.advanceTimersByTimeAsync(5_000 - 1_100 - 1);
  expect(onChange).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(onChange).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('waits for a read in progress, and not longer than 10 seconds in all', async () => {
  const { pacer, onChange, read } = startPacer();
  pacer.changed();
  const reading = read(5_000);
  pacer.changed();
  await reading;
  expect(onChange).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('goes on after a read that fails', async () => {
  const { pacer, onChange } = startPacer();
  const reading = pacer.measure(() => Promise.reject(new Error('offline')));
  pacer.changed();
  expect(onChange).not.toHaveBeenCalled();
  await expect(reading).rejects.toThrow('offline');
  expect(onChange).toHaveBeenCalledTimes(1);
});

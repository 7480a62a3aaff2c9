import { expect, onTestFinished, test, vi } from 'vitest';
import { Toasts } from '../../mocks/workbench/store/toasts.ts';

test('a message disappears by itself, and one with a button after a minute', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const toasts = new Toasts();
  const texts = () => toasts.list.value.map(({ text }) => text);
  toasts.show('Saved.');
  toasts.show('Reset the mock.', { label: 'Undo', run: () => undefined });
  toasts.fail(new Error('Not found'));
  await vi.advanceTimersByTimeAsync(6_000);
  expect(texts()).toEqual(['Reset the mock.', 'Not found']);
  await vi.advanceTimersByTimeAsync(53_000);
  expect(texts()).toEqual(['Reset the mock.']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(texts()).toEqual([]);
});

test('a message that is shown again, or offers another action, replaces the earlier one', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const toasts = new Toasts();
  const action = { label: 'Undo', run: () => undefined };
  toasts.show('Issued a token.');
  toasts.show('Deleted Acme.', action);
  toasts.show('Issued a token.');
  toasts.show('Reset the mock.', action);
  expect(toasts.list.value.map(({ text }) => text)).toEqual(['Issued a token.', 'Reset the mock.']);
});

test('a message stays while the user is at it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const toasts = new Toasts();
  toasts.show('Saved.');
  toasts.isHeld = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(toasts.list.value).toHaveLength(1);
  toasts.isHeld = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(toasts.list.value).toEqual([]);
});

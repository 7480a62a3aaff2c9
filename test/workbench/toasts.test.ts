import { expect, onTestFinished, test, vi } from 'vitest';
import { Toasts } from '../../mocks/workbench/state/toasts.ts';

function createToasts() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const toasts = new Toasts();
  const undoable = () => toasts.history.value.filter(({ undo }) => undo).map(({ text }) => text);
  return { toasts, undoable, visible: () => toasts.current.value?.text };
}

const undo = () => Promise.resolve();

test.each([
  ['a message', (toasts: Toasts) => toasts.show('Done'), 6_000],
  ['an error', (toasts: Toasts) => toasts.fail(new Error('Done')), 12_000],
  ['a message with a button', (toasts: Toasts) => toasts.show('Done', undo), 60_000],
])('%s disappears by itself', async (_, show, time) => {
  const { toasts, visible } = createToasts();
  show(toasts);
  await vi.advanceTimersByTimeAsync(time - 1);
  expect(visible()).toBe('Done');
  await vi.advanceTimersByTimeAsync(1);
  expect(visible()).toBeUndefined();
  expect(toasts.history.value.map(({ text }) => text)).toEqual(['Done']);
});

test('one message is visible at a time, and the history keeps the others with their buttons', async () => {
  const { toasts, undoable, visible } = createToasts();
  toasts.show('Deleted Acme.', undo);
  toasts.show('Reset the mock.', undo);
  toasts.fail(new Error('Not found'));
  expect(visible()).toBe('Not found');
  expect(toasts.history.value.map(({ text }) => text)).toEqual(['Not found', 'Reset the mock.', 'Deleted Acme.']);
  // Only the last change can be undone.
  expect(undoable()).toEqual(['Reset the mock.']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(undoable()).toEqual([]);
});

test('a change can be undone once', () => {
  const { toasts, undoable, visible } = createToasts();
  toasts.show('Reset the mock.', undo);
  toasts.dismiss(toasts.current.value?.id ?? 0);
  expect(visible()).toBeUndefined();
  expect(undoable()).toEqual([]);
});

test('a message without a button waits until an error was visible for a moment', async () => {
  const { toasts, visible } = createToasts();
  toasts.fail(new Error('Not found'));
  await vi.advanceTimersByTimeAsync(1_000);
  toasts.show('Saved 1 field.');
  toasts.show('Saved 2 fields.');
  await vi.advanceTimersByTimeAsync(2_999);
  expect(visible()).toBe('Not found');
  await vi.advanceTimersByTimeAsync(1);
  expect(visible()).toBe('Saved 2 fields.');
  toasts.show('Reset the mock.', undo);
  expect(visible()).toBe('Reset the mock.');
  toasts.fail(new Error('Not found'));
  expect(visible()).toBe('Not found');
});

test('the history has an error once', () => {
  const { toasts } = createToasts();
  toasts.fail(new Error('Cannot reach the server'));
  toasts.show('Saved.');
  toasts.fail(new Error('Cannot reach the server'));
  expect(toasts.history.value.map(({ text }) => text)).toEqual(['Cannot reach the server', 'Saved.']);
});

test('the history keeps 50 messages', () => {
  const { toasts } = createToasts();
  for (let count = 0; count < 60; count += 1) toasts.show(`Message ${count}`);
  expect(toasts.history.value).toHaveLength(50);
  expect(toasts.history.value[0]?.text).toBe('Message 59');
});

test('a message stays while the user is at it', async () => {
  const { toasts, visible } = createToasts();
  toasts.show('Saved.');
  toasts.isHeld = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(visible()).toBe('Saved.');
  toasts.isHeld = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(visible()).toBeUndefined();
});

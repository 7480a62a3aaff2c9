import { expect, onTestFinished, test, vi } from 'vitest';
import { waitForControl } from '../../../mocks/msw/page-control.ts';

/** A page of which a service worker takes control, or not. */
class ServiceWorkers extends EventTarget {
  controller: object | null = null;

  takeControl(): void {
    this.controller = {};
    this.dispatchEvent(new Event('controllerchange'));
  }
}

/** Opens a page, and waits for the control of a worker with a scope. */
function open(scope: string) {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.useFakeTimers();
  onTestFinished(() => {
    warn.mockRestore();
    vi.useRealTimers();
  });
  const serviceWorker = new ServiceWorkers();
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('location', { href: 'https://app.example.com/customers' });
  let isOver = false;
  const over = waitForControl({ scope }).then(() => {
    isOver = true;
  });
  return { serviceWorker, warn, over, isOver: () => isOver };
}

test('waits until the worker controls the page', async () => {
  const { serviceWorker, warn, over, isOver } = open('https://app.example.com/');
  await vi.advanceTimersByTimeAsync(4999);
  expect(isOver()).toBe(false);
  serviceWorker.takeControl();
  await over;
  expect(warn).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('warns if the worker does not take control', async () => {
  const { warn, over } = open('https://app.example.com/');
  await vi.advanceTimersByTimeAsync(5000);
  await over;
  expect(warn.mock.calls).toEqual([
    [
      '[masterdata-sdk] The requests of this page reach the network, because the service worker does not control it. ' +
        'Reload the page without the Shift key, and turn off "Bypass for network" in the developer tools.',
    ],
  ]);
});

test('warns at once if the page is outside the scope of the worker', async () => {
  const { warn, over } = open('https://app.example.com/scripts/');
  await over;
  expect(warn.mock.calls).toEqual([[expect.stringContaining('outside the scope of the service worker')]]);
});

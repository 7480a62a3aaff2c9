import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import { createMockServer, demo } from '../../../mocks/index.ts';
import { openBrowser } from '../site.ts';

declare global {
  interface Window {
    /** When the content of the page appeared, in milliseconds. */
    contentAt?: number;
    /** The layout shifts of the page. */
    shift?: number;
  }
}

/** Bytes in a second, and milliseconds: a slow mobile network. */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

test('the first visit needs few requests and bytes, and nothing moves', async (context) => {
  const server = await listen(createMockServer({ seed: demo }), { port: 0 });
  onTestFinished(() => server.close());
  const page = await (await openBrowser(context)).newPage();
  await page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift = (window.shift ?? 0) + Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
    const observer = new MutationObserver(() => {
      if (!document.body?.textContent?.includes('Connect your app')) return;
      window.contentAt ??= performance.now();
      observer.disconnect();
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slowNetwork);
  await page.goto(`${server.controlUrl}#token=${server.controlToken}`, { waitUntil: 'commit' });
  await page.getByText('Reading the state of the mock').waitFor();
  await page.getByRole('heading', { name: 'Connect your app' }).waitFor();
  const { requests, bytes, shift } = await page.evaluate(() => {
    const { contentAt = 0 } = window;
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const before = all.filter(
      (entry) => entry instanceof PerformanceResourceTiming && entry.responseEnd > 0 && entry.responseEnd <= contentAt,
    ) as PerformanceResourceTiming[];
    return {
      requests: before.map(({ name }) => new URL(name).pathname),
      bytes: before.reduce((sum, { transferSize }) => sum + transferSize, 0),
      shift: window.shift,
    };
  });
  // The stream of events is open, too, and has no end.
  expect(requests.length + 1, requests.join('\n')).toBeLessThanOrEqual(10);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThanOrEqual(60_000);
  expect(shift).toBeLessThanOrEqual(0.05);
});

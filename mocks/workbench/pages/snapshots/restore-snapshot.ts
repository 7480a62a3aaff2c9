import type { App } from '../../app/context.ts';

/**
 * Changes the whole state of the mock, and offers to undo this. The former state contains tokens and settings, so that
 * undoing gives them back.
 */
export async function changeState(
  { session, toasts }: App,
  done: string,
  change: () => Promise<unknown>,
): Promise<void> {
  const former = await session.control.call('GET /snapshot', { query: { tokens: true, settings: true } });
  await change();
  await session.refresh();
  toasts.show(done, async () => {
    await session.control.call('POST /snapshot', { body: former });
    await session.refresh();
    toasts.show('Restored the former state.');
  });
}

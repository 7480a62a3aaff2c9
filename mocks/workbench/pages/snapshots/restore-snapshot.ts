import type { App } from '../../app/context.ts';

/**
 * Restores a state of the whole mock, and offers to undo this. The former state contains tokens and settings, so that
 * undoing gives them back.
 */
export async function restoreState(
  { session, toasts }: App,
  done: string,
  restore: () => Promise<unknown>,
): Promise<void> {
  const former = await session.control.call('GET /snapshot', { query: { tokens: true, settings: true } });
  await restore();
  await session.refresh();
  toasts.show(done, async () => {
    await session.control.call('POST /snapshot', { body: former });
    await session.refresh();
    toasts.show('The mock is as it was before.');
  });
}

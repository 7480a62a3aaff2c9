import type { App } from '../../app/context.ts';
import { callClient, countAttempts } from '../explorer/client-call.ts';

/** A price and the amount that it has. */
interface FlatPrice {
  readonly id: string;
  readonly amount: number;
}

/**
 * Lets the client update a price while the first response is a 503, and opens the recovered call. The price keeps its
 * amount.
 *
 * @throws An Error that says what is missing if there is no price.
 */
export async function showRecovery({ session, router, toasts }: App): Promise<void> {
  const { id, amount } = await findPrice(session);
  const url = `/api/prices/${id}`;
  const before = await session.requests.newestId();
  const fault = { on: 'prices.update' as const, match: { params: { id } }, times: 1, status: 503 };
  const added = await session.control.call('POST /faults', { body: fault });
  const call = await callClient(session, '', (client) => client.prices.update(id, { amount }));
  const { response, error } = call;
  const { faults } = await session.control.call('GET /faults');
  // Another fault may have applied in its place.
  if (faults.some((each) => each.id === added.id)) {
    await session.control.call('DELETE /faults/{id}', { params: added });
  }
  const found = await session.requests.findAfter(before, { method: 'PATCH', url, status: response?.status ?? 0 });
  await session.refresh();
  if (found !== undefined) router.go(`/requests/${found}`);
  if (error) throw new Error(`The client did not recover: ${error.message}`);
  toasts.show(`The mock failed once with 503. The client waited, and its attempt ${countAttempts(call)} succeeded.`);
}

/** Returns a price of the workspace whose amount can be sent again. */
async function findPrice(session: App['session']): Promise<FlatPrice> {
  const where = { workspace_id: session.state.peek()?.workspace, pricing_model: 'flat' };
  for (const { id, amount } of await session.queryRows('prices', { where, limit: 100 })) {
    if (typeof id === 'string' && typeof amount === 'number') return { id, amount };
  }
  throw new Error('There is no price with an amount. Create a product, or start the mock with the seed "demo".');
}

import Stripe from 'stripe';
import { type Connect, id, token } from '../client/subjects/subject.ts';

export const connect: Connect = (fetch) => {
  const stripe = new Stripe(token, { httpClient: Stripe.createFetchHttpClient(fetch) });
  return () => stripe.customers.retrieve(id);
};

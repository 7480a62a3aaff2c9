import { type Connect, id, token } from '../client/subjects/subject.ts';
import { customersGet } from './out/orval/client.ts';

export const connect: Connect = (fetch) => {
  // The generated functions call the global function.
  globalThis.fetch = fetch;
  const headers = { authorization: `Bearer ${token}` };
  return () => customersGet(id, { headers });
};

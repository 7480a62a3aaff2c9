import { baseUrl, type Connect, id, token } from '../client/subjects/subject.ts';
import { createClient } from './out/hey-api/client/index.ts';
import { customersGet } from './out/hey-api/sdk.gen.ts';

export const connect: Connect = (fetch) => {
  const client = createClient({ baseUrl, auth: token, fetch });
  return () => customersGet({ client, path: { id } });
};

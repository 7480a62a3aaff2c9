import createClient from 'openapi-fetch';
import { baseUrl, type Connect, id, token } from '../client/subjects/subject.ts';
import type { paths } from './out/openapi-typescript.d.ts';

export const connect: Connect = (fetch) => {
  const headers = { authorization: `Bearer ${token}` };
  const client = createClient<paths>({ baseUrl, headers, fetch });
  return () => client.GET('/api/customers/{id}', { params: { path: { id } } });
};

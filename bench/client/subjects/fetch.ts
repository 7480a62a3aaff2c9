import { baseUrl, type Connect, id, token } from './subject.ts';

export const connect: Connect = (fetch) => async () => {
  const response = await fetch(`${baseUrl}/api/customers/${id}`, { headers: { authorization: `Bearer ${token}` } });
  return response.json();
};

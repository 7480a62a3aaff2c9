import ky from 'ky';
import { baseUrl, type Connect, id } from './subject.ts';

export const connect: Connect = (fetch) => {
  const client = ky.create({ baseUrl, fetch });
  return () => client.get(`/api/customers/${id}`).json();
};

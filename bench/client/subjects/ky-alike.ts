import ky from 'ky';
import { baseUrl, type Connect, id, token } from './subject.ts';

/** ky configured like this package: the token, the timeout, the same retries and delays. */
export const connect: Connect = (fetch) => {
  const client = ky.create({
    baseUrl,
    fetch,
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    timeout: 30_000,
    retry: {
      limit: 2,
      methods: ['get', 'patch', 'delete'],
      statusCodes: [408, 429, 500, 502, 503, 504],
      retryOnTimeout: true,
      maxRetryAfter: 60_000,
      jitter: (delay) => delay * (1 - Math.random() / 4),
      delay: (attempt) => Math.min(500 * 2 ** (attempt - 1), 8000),
    },
  });
  return () => client.get(`/api/customers/${id}`).json();
};

import type { MockServer } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { addressId, customerId, mockOf, scattered, shares } from '../records.ts';
import { records, type Serve, type Service, sent } from './subject.ts';

/** What is sent to the mock, and to whatever has its paths. */
export function requests({ token }: Pick<MockServer, 'token'>): Service['request'] {
  const count = shares(records);
  const authorized = { authorization: `Bearer ${token}` };
  return (operation, turn) => {
    const path = `/api/addresses/${addressId(scattered(turn, count.addresses))}`;
    switch (operation) {
      case 'get':
        return sent('GET', path, authorized);
      case 'list':
        return sent('GET', `/api/addresses?customer_id=${customerId(scattered(turn, count.customers))}`, authorized);
      case 'update':
        return sent('PATCH', path, authorized, { comment: `Change ${turn}` });
    }
  };
}

export const serve: Serve = async () => {
  const mock = mockOf(records);
  const { port } = await listen(mock);
  return { port, request: requests(mock) };
};

import type { MockServer } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { addressId, customerId, mockOf, scattered, shares } from '../records.ts';
import { records, requestSpec, type Serve, type Service } from './subject.ts';

/** Returns the requests for the mock, and for servers with the same paths. */
export function requests({ token }: Pick<MockServer, 'token'>): Service['request'] {
  const count = shares(records);
  const authorized = { authorization: `Bearer ${token}` };
  return (operation, turn) => {
    const path = `/api/addresses/${addressId(scattered(turn, count.addresses))}`;
    switch (operation) {
      case 'get':
        return requestSpec('GET', path, authorized);
      case 'list':
        return requestSpec(
          'GET',
          `/api/addresses?customer_id=${customerId(scattered(turn, count.customers))}`,
          authorized,
        );
      case 'update':
        return requestSpec('PATCH', path, authorized, { comment: `Change ${turn}` });
    }
  };
}

export const serve: Serve = async (size) => {
  const mock = mockOf(size);
  const { port } = await listen(mock);
  return { port, request: requests(mock) };
};

import { createServer } from 'node:http';
import jsonServer from 'json-server';
import { listenOnFreePort } from '../../test/listen-on-free-port.ts';
import { address, addressId, customer, customerId, scattered, shares } from '../mock/records.ts';
import { records, requestSpec, type Serve } from '../mock/subjects/subject.ts';

export { jsonServer };

/** Serves only the router over objects in memory: no log, no static files, no compression. */
export const serve: Serve = async () => {
  const count = shares(records);
  const app = jsonServer.create();
  app.use(
    jsonServer.router({
      customers: Array.from({ length: count.customers }, (_, number) => customer(number)),
      addresses: Array.from({ length: count.addresses }, (_, number) => address(number)),
    }),
  );
  return {
    port: await listenOnFreePort(createServer(app)),
    request: (operation, turn) => {
      const path = `/addresses/${addressId(scattered(turn, count.addresses))}`;
      switch (operation) {
        case 'get':
          return requestSpec('GET', path, {});
        case 'list':
          return requestSpec('GET', `/addresses?customer_id=${customerId(scattered(turn, count.customers))}`, {});
        case 'update':
          return requestSpec('PATCH', path, {}, { comment: `Change ${turn}` });
      }
    },
  };
};

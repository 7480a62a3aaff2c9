import { CommercetoolsMock, getBaseResourceProperties } from '@labdigital/commercetools-mock';
import { customer, customerId, scattered, shares } from '../records.ts';
import { listening } from './listening.ts';
import { records, type Serve, sent } from './subject.ts';

const project = 'bench';

/** How many customers belong to a company. */
const each = 9;

/** A mock of commercetools with customers, for it has no addresses of their own; those of a company are listed. */
export async function createMock(): Promise<CommercetoolsMock> {
  const mock = new CommercetoolsMock({ defaultProjectKey: project, silent: true });
  for (let number = 0; number < records; number += 1) {
    await mock.project().unsafeAdd('customer', {
      ...getBaseResourceProperties(),
      version: 0,
      id: customerId(number),
      email: `customer${number}@customer.example`,
      companyName: `Company ${Math.floor(number / each)}`,
      firstName: 'Ida',
      lastName: customer(number).name,
      isEmailVerified: true,
      addresses: [],
      shippingAddressIds: [],
      billingAddressIds: [],
      customerGroupAssignments: [],
      stores: [],
      authenticationMode: 'Password',
    });
  }
  await mock.app.ready();
  return mock;
}

/** The path of a customer. */
export const pathOf = (number: number): string => `/${project}/customers/${customerId(number)}`;

export const serve: Serve = async () => {
  const { app } = await createMock();
  return {
    port: await listening(app.server),
    request: (operation, turn) => {
      const path = pathOf(scattered(turn, records));
      switch (operation) {
        case 'get':
          return sent('GET', path, {});
        case 'list': {
          const where = `companyName="Company ${scattered(turn, shares(records).customers)}"`;
          return sent('GET', `/${project}/customers?where=${encodeURIComponent(where)}`, {});
        }
        case 'update': {
          // Each record comes by once in so many turns, and has a version more then.
          const version = Math.floor(turn / records);
          return sent('POST', path, {}, { version, actions: [{ action: 'setTitle', title: `Change ${turn}` }] });
        }
      }
    },
  };
};

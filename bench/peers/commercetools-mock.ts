import { CommercetoolsMock, getBaseResourceProperties } from '@labdigital/commercetools-mock';
import { listenOnFreePort } from '../../test/listen-on-free-port.ts';
import { customer, customerId, scattered, shares } from '../mock/records.ts';
import { records, requestSpec, type Serve } from '../mock/subjects/subject.ts';

const project = 'bench';

const customersPerCompany = 9;

/** Creates a commercetools mock with customers. It has no addresses, so a list returns the customers of a company. */
export async function createMock(): Promise<CommercetoolsMock> {
  const mock = new CommercetoolsMock({ defaultProjectKey: project, silent: true });
  for (let number = 0; number < records; number += 1) {
    await mock.project().unsafeAdd('customer', {
      ...getBaseResourceProperties(),
      version: 0,
      id: customerId(number),
      email: `customer${number}@customer.example`,
      companyName: `Company ${Math.floor(number / customersPerCompany)}`,
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

/** Returns the path of a customer. */
export const pathOf = (number: number): string => `/${project}/customers/${customerId(number)}`;

export const serve: Serve = async () => {
  const { app } = await createMock();
  return {
    port: await listenOnFreePort(app.server),
    request: (operation, turn) => {
      const path = pathOf(scattered(turn, records));
      switch (operation) {
        case 'get':
          return requestSpec('GET', path, {});
        case 'list': {
          const where = `companyName="Company ${scattered(turn, shares(records).customers)}"`;
          return requestSpec('GET', `/${project}/customers?where=${encodeURIComponent(where)}`, {});
        }
        case 'update': {
          // Each update increments the version of the record.
          const version = Math.floor(turn / records);
          return requestSpec('POST', path, {}, { version, actions: [{ action: 'setTitle', title: `Change ${turn}` }] });
        }
      }
    },
  };
};

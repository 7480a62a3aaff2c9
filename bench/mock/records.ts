import { createMockServer, type Insertable, type MockDatabase, type MockServer } from 'masterdata-sdk/mock';

const addressesPerCustomer = 9;

const pad = (number: number): string => number.toString(16).padStart(12, '0');

/** Returns the id of the customer with this number, from 0. */
export const customerId = (number: number): string => `7d3e2c1b-5a49-4f38-8b27-${pad(number)}`;

/** Returns the id of the address with this number, from 0. */
export const addressId = (number: number): string => `9d3e2c1b-5a49-4f38-8b27-${pad(number)}`;

/** Creates a customer to insert. The same number gives the same customer. */
export function customer(number: number): Insertable<'customers'> & { readonly id: string } {
  return {
    id: customerId(number),
    name: number % 10 === 0 ? `Söhne & Töchter ${number} GmbH` : `Customer ${number} Ltd`,
    type: number % 3 === 0 ? 'individual' : 'company',
    id_erp: String(70_000 + number),
  };
}

/** Creates an address to insert. The same number gives the same address. */
export function address(number: number): Insertable<'addresses'> & { readonly id: string } {
  return {
    id: addressId(number),
    customer_id: customerId(Math.floor(number / addressesPerCustomer)),
    type: number % 2 === 0 ? 'billing' : 'shipping',
    address_line1: `${number} Main Street`,
    city: 'Springfield',
    postal_code: String(10_000 + (number % 90_000)),
    country: 'US',
  };
}

/** Splits a number of records into customers (one tenth) and addresses (nine for each customer). */
export function shares(records: number): { readonly customers: number; readonly addresses: number } {
  const customers = records / (addressesPerCustomer + 1);
  return { customers, addresses: customers * addressesPerCustomer };
}

/** Returns a seed with the given number of records. */
export function seedOf(records: number): (db: MockDatabase) => void {
  const count = shares(records);
  return (db) => {
    for (let number = 0; number < count.customers; number += 1) db.customers.insert(customer(number));
    for (let number = 0; number < count.addresses; number += 1) db.addresses.insert(address(number));
  };
}

/** Creates a mock with the given number of records. */
export function mockOf(records: number): MockServer {
  return createMockServer({ seed: seedOf(records) });
}

/** Returns a number below the limit that is far from that of the previous turn. */
export const scattered = (turn: number, limit: number): number => (turn * 7919) % limit;

/** Records, made up but always the same: a tenth are customers, and each of those has nine addresses. */
import { createMockServer, type Insertable, type MockServer } from 'masterdata-sdk/mock';

/** How many addresses a customer has. */
const addressesEach = 9;

const pad = (number: number): string => number.toString(16).padStart(12, '0');

/** The id of a customer, by its number from 0. */
export const customerId = (number: number): string => `7d3e2c1b-5a49-4f38-8b27-${pad(number)}`;

/** The id of an address, by its number from 0. */
export const addressId = (number: number): string => `9d3e2c1b-5a49-4f38-8b27-${pad(number)}`;

/** A customer to insert. */
export function customer(number: number): Insertable['customers'] & { readonly id: string } {
  return {
    id: customerId(number),
    name: number % 10 === 0 ? `Söhne & Töchter ${number} GmbH` : `Customer ${number} Ltd`,
    type: number % 3 === 0 ? 'individual' : 'company',
    id_erp: String(70_000 + number),
  };
}

/** An address to insert. */
export function address(number: number): Insertable['addresses'] & { readonly id: string } {
  return {
    id: addressId(number),
    customer_id: customerId(Math.floor(number / addressesEach)),
    type: number % 2 === 0 ? 'billing' : 'shipping',
    address_line1: `${number} Main Street`,
    city: 'Springfield',
    postal_code: String(10_000 + (number % 90_000)),
    country: 'US',
  };
}

/** How many of so many records are customers, and how many addresses. */
export function shares(records: number): { readonly customers: number; readonly addresses: number } {
  const customers = records / (addressesEach + 1);
  return { customers, addresses: customers * addressesEach };
}

/** A mock that starts with so many records. */
export function mockOf(records: number): MockServer {
  const count = shares(records);
  return createMockServer({
    seed(db) {
      for (let number = 0; number < count.customers; number += 1) db.customers.insert(customer(number));
      for (let number = 0; number < count.addresses; number += 1) db.addresses.insert(address(number));
    },
  });
}

/** A number below a limit that is another at each turn, and never near the last. */
export const scattered = (turn: number, limit: number): number => (turn * 7919) % limit;

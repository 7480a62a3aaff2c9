import type { OperationName } from '../../../src/contract/operations.ts';
import type { Exchange } from '../exchange.ts';
import type { Json } from '../json.ts';
import type { CreateOperation, GetOperation } from '../operations.ts';
import type { CheckContext, Need } from '../rule.ts';
import { openNewPrice } from './prices.ts';

/** An operation that updates records. */
export type UpdateOperation = Extract<OperationName, `${string}.update`>;

/** A record to update, and how to read it. */
export interface Target {
  readonly id: string;
  /**
   * Returns the record as it is stored. No operation reads a price: an update of another field than the given one
   * returns it.
   */
  readonly read: (field?: string) => Promise<{ record: Json; exchange: Exchange }>;
}

export interface Update {
  readonly operation: UpdateOperation;
  readonly needs: readonly Need[];
  /** Immutable fields that the specification names, each with a value of another record. */
  readonly immutable: readonly string[];
  /** Whether the specification says that the record is active or not. */
  readonly hasState?: true;
  readonly open: (context: CheckContext) => Promise<Target>;
}

/** The operations that update records. */
export const updates: readonly Update[] = [
  {
    operation: 'addresses.update',
    needs: ['writes'],
    immutable: ['customer_id'],
    open: (context) => createTarget(context, 'addresses.create', 'addresses.get'),
  },
  {
    operation: 'products.update',
    needs: ['writes'],
    immutable: [],
    hasState: true,
    open: (context) => createTarget(context, 'products.create', 'products.get'),
  },
  {
    operation: 'prices.update',
    needs: ['writes'],
    immutable: ['product_id', 'pricebook_id', 'currency_id'],
    async open(context) {
      const { id } = await openNewPrice(context);
      return {
        id,
        read: (field) => {
          const body = { [field === 'is_setup' ? 'is_pay_as_you_go' : 'is_setup']: false };
          return context.service.record('prices.update', { params: { id }, body });
        },
      };
    },
  },
  {
    operation: 'contacts.update',
    needs: ['writes', 'contact'],
    immutable: ['customer_id'],
    open: async (context) => targetOf(context, 'contacts.get', context.require('contact')),
  },
  {
    operation: 'categories.update',
    needs: ['writes', 'category'],
    immutable: ['api_name'],
    hasState: true,
    open: async (context) => targetOf(context, 'categories.get', context.require('category')),
  },
];

/** Creates a record to update. */
async function createTarget(
  context: CheckContext,
  creation: CreateOperation,
  operation: GetOperation,
): Promise<Target> {
  const { id } = await context.records.create(creation);
  return targetOf(context, operation, id);
}

function targetOf(context: CheckContext, operation: GetOperation, id: string): Target {
  return { id, read: () => context.service.record(operation, { params: { id } }) };
}

import { findOperation, type OperationName } from '../../../src/contract/operations.ts';
import type { MockPolicies } from '../../controls/policies.ts';
import type { Random } from '../../shared/random.ts';
import { type BodyField, bodyFieldsOf, invalidValue, sampleValues } from '../body-fields.ts';
import { missingId, Reference, type Step, UniqueText } from './step.ts';

/** The operations of a walk: those that need neither contacts nor categories. */
export const walkOperations = [
  'customers.create',
  'customers.list',
  'customers.get',
  'addresses.create',
  'addresses.list',
  'addresses.get',
  'addresses.update',
  'addresses.update',
  'catalogs.create',
  'catalogs.get',
  'productParents.create',
  'productParents.list',
  'productParents.getProduct',
  'products.create',
  'products.get',
  'products.update',
  'products.update',
  'prices.update',
  'prices.update',
] as const satisfies readonly OperationName[];

/** The operation whose records another operation takes, and where their ids are. */
const sources: Readonly<Record<string, readonly [OperationName, readonly (string | number)[]]>> = {
  customers: ['customers.create', ['id']],
  addresses: ['addresses.create', ['id']],
  catalogs: ['catalogs.create', ['id']],
  products: ['products.create', ['id']],
  prices: ['products.create', ['prices', 0, 'id']],
  productParents: ['products.create', ['product_parent_id']],
};

/**
 * Generates a walk: calls that are mostly valid, mostly of records that earlier calls created. Updates without fields
 * are drawn only if their policy was found.
 */
export function generateWalk(random: Random, policies: Partial<MockPolicies>): Step[] {
  const steps: Step[] = [];
  const add = (operation: OperationName) => steps.push(new StepGenerator(random, steps, policies).step(operation));
  // Every walk has something to refer to.
  add('customers.create');
  add(pick(random, ['products.create', 'addresses.create']));
  const length = 4 + Math.floor(random.next() * 12);
  while (steps.length < length) add(pick(random, walkOperations));
  return steps;
}

class StepGenerator {
  readonly #random: Random;
  readonly #steps: readonly Step[];
  readonly #id: number;
  readonly #policies: Partial<MockPolicies>;

  constructor(random: Random, steps: readonly Step[], policies: Partial<MockPolicies>) {
    this.#random = random;
    this.#steps = steps;
    this.#policies = policies;
    this.#id = steps.length + 1;
  }

  step(operation: OperationName): Step {
    const { method, path } = findOperation(operation);
    const [resource = ''] = operation.split('.');
    const params: Record<string, unknown> = path.includes('{id}') ? { id: this.#idFor(resource) } : {};
    if (operation === 'productParents.getProduct') params['product_id'] = this.#idFor('products');
    const body = method === 'POST' || method === 'PATCH' ? this.#body(operation) : undefined;
    const isFiltered = operation === 'addresses.list' && this.#chance(0.5);
    const query = isFiltered ? { customer_id: this.#idFor('customers') } : undefined;
    return { id: this.#id, operation, params, ...(query && { query }), ...(body && { body }) };
  }

  #idFor(resource: string): unknown {
    const [creation, path] = sources[resource] ?? [];
    const creations = this.#steps.filter(({ operation }) => operation === creation);
    if (this.#chance(0.05)) return 'not-a-uuid';
    if (creations.length === 0 || path === undefined || this.#chance(0.05)) return missingId;
    return new Reference(pick(this.#random, creations).id, path);
  }

  #body(operation: OperationName): Record<string, unknown> {
    const fields = bodyFieldsOf(operation);
    const isUpdate = operation.endsWith('.update');
    const knowsEmptyUpdate = this.#policies.emptyUpdate !== undefined;
    if (isUpdate && knowsEmptyUpdate && this.#chance(0.1)) return {};
    const chosen = fields.filter((field) => field.isRequired || this.#chance(isUpdate ? 0.15 : 0.3));
    const body: Record<string, unknown> = {};
    for (const field of chosen) {
      const value = this.#value(field, operation);
      if (value !== undefined) body[field.key] = value;
    }
    if (Object.keys(body).length === 0 && !knowsEmptyUpdate) {
      if (operation === 'prices.update') body['is_setup'] = this.#chance(0.5);
      else body['name'] = new UniqueText('conformance', '-');
    }
    if (this.#chance(0.2)) this.#spoil(body, fields, operation);
    return body;
  }

  #value(field: BodyField, operation: OperationName): unknown {
    const { key, isNullable, isRequired } = field;
    if (key === 'name') return new UniqueText('conformance', '-');
    // A PATCH may set api_name only to be rejected; a creation without one gets a generated one.
    if (key === 'api_name') return new UniqueText(`conformance_${this.#id}`, '_');
    if (key === 'customer_id') return this.#idFor('customers');
    if (key === 'catalog_ids') return this.#catalogs();
    if (isNullable && this.#chance(0.3)) return null;
    const samples = sampleValues(field);
    if (!samples) return isRequired ? missingId : undefined;
    return operation.endsWith('.update') ? pick(this.#random, samples) : samples[0];
  }

  #catalogs(): unknown[] {
    const creations = this.#steps.filter(({ operation }) => operation === 'catalogs.create');
    return creations.length === 0 ? [] : [new Reference(pick(this.#random, creations).id, ['id'])];
  }

  /** Makes a body invalid in a way that the specification states, or that a policy of the server settles. */
  #spoil(body: Record<string, unknown>, fields: readonly BodyField[], operation: OperationName): void {
    const invalid = fields.filter((field) => invalidValue(field) !== undefined);
    const required = fields.filter(({ isRequired }) => isRequired);
    const kind = this.#random.next();
    const { immutableFields, unknownFields } = this.#policies;
    const isProduct = operation === 'products.update';
    if (kind < 0.4 && invalid.length > 0) {
      const field = pick(this.#random, invalid);
      body[field.key] = invalidValue(field);
    } else if (kind < 0.7 && required.length > 0) {
      delete body[pick(this.#random, required).key];
    } else if (kind < 0.85 && operation.endsWith('.update')) {
      if (isProduct || immutableFields !== undefined) body['created_at'] = '2020-01-01T00:00:00.000Z';
    } else if (isProduct || unknownFields !== undefined) {
      body['conformance_unknown'] = 'x';
    }
  }

  #chance(probability: number): boolean {
    return this.#random.next() < probability;
  }
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random.next() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** Instances of classes as bodies, queries and headers. JSON omits the accessors of a class. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineOperation } from '../../src/index.ts';
import { customer, ids } from './records.ts';
import { connect, rejection, serve } from './server.ts';

const ok = { json: { success: true, data: customer } };
const none = { json: { success: true, data: [] } };
const response = z.unknown();
const convert = 'Convert it, for example with a toJSON method.';

class Filter {
  get customer_id() {
    return ids.customer;
  }
}

class NamedFilter extends Filter {
  label = 'own';
}

class Person {
  type = 'individual' as const;
  readonly #name = 'Ada';

  get name() {
    return this.#name;
  }
}

class Described extends Person {
  override get name() {
    return 'Ada King';
  }

  toJSON() {
    return { name: this.name, type: this.type };
  }
}

describe('a query', () => {
  test.each([
    ['only accessors', new Filter()],
    ['no fields', new (class {})()],
    ['inherited fields', Object.create({ customer_id: ids.customer })],
  ])('with %s is rejected', async (_, query) => {
    const server = await serve(none);
    const problem = `the query must be a plain object, received an instance of a class without fields. ${convert}`;
    const client = connect(server);
    const request = { method: 'GET', path: '/api/addresses', query } as const;
    const operation = defineOperation({ name: 'x.list', method: 'GET', path: '/api/x', query: z.object({}), response });
    expect(await rejection(client.addresses.list(query))).toMatchObject({
      name: 'InvalidRequestError',
      message: `addresses.list was not sent: ${problem}`,
    });
    expect(await rejection(client.request(request))).toHaveProperty('message', expect.stringContaining(problem));
    expect(await rejection(client.call(operation, { query }))).toHaveProperty(
      'message',
      expect.stringContaining(problem),
    );
    expect(server.requests).toEqual([]);
  });

  test('whose class has an accessor with the name of a parameter is rejected', async () => {
    const server = await serve(none);
    const client = connect(server);
    const query = z.object({ customer_id: z.string() });
    const operation = defineOperation({ name: 'x.list', method: 'GET', path: '/api/x', query, response });
    const issues = [{ path: 'customer_id', message: expect.stringMatching(/^is an accessor of a class/) }];
    for (const call of [
      () => client.addresses.list(new NamedFilter()),
      () => client.request({ method: 'GET', path: '/api/addresses', query: new NamedFilter() }),
      () => client.call(operation, { query: new NamedFilter() }),
    ]) {
      expect(await rejection(call())).toMatchObject({ name: 'InvalidRequestError', issues });
    }
    expect(server.requests).toEqual([]);
  });

  test('is converted by its toJSON', async () => {
    const server = await serve(none);
    class Converted extends Filter {
      toJSON() {
        return { customer_id: this.customer_id };
      }
    }
    await connect(server).addresses.list(new Converted());
    expect(server.only().url).toBe(`/api/addresses?customer_id=${ids.customer}`);
  });
});

describe('a body', () => {
  test('whose class has an accessor with the name of a field is rejected', async () => {
    const server = await serve(ok);
    const error = await rejection(connect(server).customers.create(new Person()));
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      message:
        'customers.create was not sent: name is an accessor of a class and would not be sent. ' +
        'Convert the object, for example with a toJSON method.',
      issues: [{ path: 'name' }],
    });
    expect(server.requests).toEqual([]);
  });

  test('with toJSON, or with other accessors, is sent', async () => {
    const server = await serve(ok, ok, ok);
    const client = connect(server);
    class Company {
      name = 'Acme';
      type = 'company' as const;
      get label() {
        return this.name;
      }
    }
    await client.customers.create(new Described());
    await client.customers.create(new Company());
    const body = z.object({ name: z.string() });
    const operation = defineOperation({ name: 'x.create', method: 'POST', path: '/api/x', body, response });
    await client.call(operation, { body: new Company() });
    const sent = { name: 'Acme', type: 'company' };
    expect(server.requests.map(({ json }) => json)).toEqual([{ name: 'Ada King', type: 'individual' }, sent, sent]);
  });

  test('can have an instance as a group if its toJSON returns it', async () => {
    const server = await serve(ok);
    class Inventory {
      sku = 'A-1';
      toJSON() {
        return this;
      }
    }
    await connect(server, { validation: {} }).products.update(ids.product, { inventory: new Inventory() });
    expect(server.only().json).toEqual({ 'inventory[sku]': 'A-1' });
  });

  test('with a property that replaces the accessor is sent', async () => {
    const server = await serve(ok);
    class Replaced extends Person {
      constructor() {
        super();
        Object.defineProperty(this, 'name', { value: 'Own', enumerable: true });
      }
    }
    await connect(server).customers.create(new Replaced());
    expect(server.only().json).toEqual({ type: 'individual', name: 'Own' });
  });

  test.each([
    ['client.request', (body: object) => ({ entries: [body] }), 'entries.0'],
    ['client.request', (body: object) => ({ person: body }), 'person'],
  ])('of %s cannot contain an instance with accessors', async (_, bodyOf, path) => {
    const server = await serve(ok);
    const request = { method: 'POST', path: '/api/x', body: bodyOf(new Person()) } as const;
    expect(await rejection(connect(server).request(request))).toMatchObject({
      issues: [{ path, message: expect.stringContaining('an instance of a class with the accessor "name"') }],
    });
    expect(server.requests).toEqual([]);
  });

  test('of client.request cannot have accessors', async () => {
    const server = await serve(ok);
    const request = { method: 'POST', path: '/api/x', body: new Person() } as const;
    expect(await rejection(connect(server).request(request))).toMatchObject({ issues: [{ path: 'name' }] });
    expect(server.requests).toEqual([]);
  });
});

describe('headers', () => {
  class Traced {
    'x-own' = '1';
    get 'x-trace'() {
      return 'abc';
    }
  }

  test.each([
    ['an instance of a class without fields', new (class {})()],
    ['an instance of a class with the accessor "x-trace"', new Traced()],
  ])('cannot be %s', async (received, headers) => {
    const server = await serve(none);
    const message = `headers: must be a plain object, received ${received}. ${convert}`;
    const error = { name: 'ConfigurationError', message };
    expect(await rejection(connect(server).customers.list({}, { headers: Object(headers) }))).toMatchObject(error);
    expect(() => connect(server, { headers: Object(headers) })).toThrow(message);
    const hooks = { onRequest: () => ({ headers: Object(headers) }) };
    expect(await rejection(connect(server, { hooks }).customers.list())).toHaveProperty(
      'message',
      expect.stringContaining(message),
    );
    expect(server.requests).toEqual([]);
  });

  test('are converted by their toJSON', async () => {
    const server = await serve(none);
    class Converted extends Traced {
      toJSON() {
        return { 'x-trace': this['x-trace'] };
      }
    }
    await connect(server).customers.list({}, { headers: Object(new Converted()) });
    expect(server.only().headers).toMatchObject({ 'x-trace': 'abc' });
  });
});

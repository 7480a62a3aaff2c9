import { isEquivalent } from '../compare-values.ts';
import { NotRunError } from '../errors.ts';
import { isSuccess } from '../exchange.ts';
import { objectsIn, recordIn, stringsIn, textOf } from '../json.ts';
import { expectThat, type Rule, says } from '../rule.ts';

/** More than one record with a link to another one. */
export const linkRules: readonly Rule[] = [
  {
    id: 'customers.several-addresses',
    sentences: [
      says('Resources and their fields, Customer', '`address_ids`: addresses linked to the customer'),
      says('Endpoints, Addresses', 'optional query `customer_id` (UUID) filters by customer'),
    ],
    needs: ['writes'],
    async check(context) {
      const { records, service } = context;
      const { id: customer_id } = await records.create('customers.create');
      const query = { customer_id };
      const none = await service.list('addresses.list', { query });
      const message = `the filter returns ${none.records.length} addresses for a customer without one`;
      expectThat(context, none.records.length === 0, message, none.exchange);
      const one = await records.create('addresses.create', { customer_id });
      const other = await records.create('addresses.create', { customer_id, type: 'shipping' });
      const { record, exchange } = await service.record('customers.get', { params: { id: customer_id } });
      const linked = stringsIn(record['address_ids']).map((id) => id.toLowerCase());
      // A creation whose response was lost is repeated, so that there can be more of them.
      const isBoth = [one, other].every(({ id }) => linked.includes(id.toLowerCase()));
      expectThat(context, isBoth, '`address_ids` of a customer must be both addresses', exchange);
      const filtered = await service.list('addresses.list', { query });
      const foreign = filtered.records.filter((address) => !isEquivalent(address['customer_id'], customer_id));
      const excess = `the filter returns ${foreign.length} addresses of other customers`;
      expectThat(context, foreign.length === 0, excess, filtered.exchange);
      // A list may lag, or have a largest size. Without a filter, the rule about whole lists says so.
      if (filtered.records.length === 1) context.observe('the filter returns one of two addresses', filtered.exchange);
    },
  },
  {
    id: 'contacts.new-address',
    sentences: [says('Resources and their fields, Contact', '`address_ids`: addresses linked to this contact')],
    needs: ['writes', 'contact'],
    async check(context) {
      const { records, service } = context;
      const id = context.require('contact');
      const { customer_id } = await service.get('contacts.get', id);
      const created = await records.create('addresses.create', { customer_id, contact_id: id });
      const isSent = isEquivalent(created.record['contact_id'], id);
      expectThat(context, isSent, '`contact_id` of a new address is not the one that was sent', created.exchange);
      const linked = await service.record('contacts.get', { params: { id } });
      const isLinked = stringsIn(linked.record['address_ids']).some((each) => isEquivalent(each, created.id));
      expectThat(context, isLinked, '`address_ids` of the contact does not contain the new address', linked.exchange);
      const body = { contact_id: null };
      const removed = await service.call('addresses.update', { params: { id: created.id }, body });
      if (!isSuccess(removed) || recordIn(removed.json)['contact_id'] !== null) return;
      const after = await service.record('contacts.get', { params: { id } });
      const isGone = !stringsIn(after.record['address_ids']).some((each) => isEquivalent(each, created.id));
      expectThat(
        context,
        isGone,
        '`address_ids` of the contact contains an address that has no contact',
        after.exchange,
      );
    },
  },
  {
    id: 'products.linked-names',
    sentences: [
      says('Resources and their fields, Product (variant)', '`catalogs`: array of {id: UUID, api_name: string}'),
      says('Resources and their fields, Product (variant)', '`categories`: array of {id: UUID, api_name: string}'),
    ],
    needs: ['writes', 'category'],
    async check(context) {
      const { records, service } = context;
      const catalogs = [await records.own('catalogs.create'), await records.create('catalogs.create')];
      const category = await service.record('categories.get', { params: { id: context.require('category') } });
      const fields = { catalog_ids: catalogs.map(({ id }) => id), category_ids: [category.id] };
      const { id } = await records.create('products.create', fields);
      const product = await service.record('products.get', { params: { id } });
      for (const [field, linked] of [
        ['catalogs', catalogs],
        ['categories', [category]],
      ] as const) {
        const shown = objectsIn(product.record[field]).map((each) => [each['id'], each['api_name']]);
        const expected = linked.map(({ record }) => [record['id'], record['api_name']]);
        const isSame = isEquivalent(shown, expected);
        expectThat(
          context,
          isSame,
          `\`${field}\` must have the ids and the \`api_name\` of the linked records`,
          product.exchange,
        );
      }
      if (textOf(category.record, 'api_name') === '') throw new NotRunError('the category has no `api_name`');
    },
  },
];

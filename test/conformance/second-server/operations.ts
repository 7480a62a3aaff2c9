import { emptyExternalIds, idOf, type Json, newPrice, newProduct, type Row, type TableName } from './data.ts';
import { type Context, Problem, type State } from './state.ts';

/** Carries out a request that passed all checks. Returns rows, one row, or the data itself. */
export function runOperation(state: State, context: Context, sent: Json): unknown {
  const { operation, method, row } = context;
  if (operation === 'paymentTerms.list') return readPaymentTerms(state);
  if (operation === 'categories.delete') return deleteCategory(state, context);
  if (method === 'POST') return create(state, context);
  if (method === 'PATCH' && row) return update(state, row, context, sent);
  return row ?? list(state, context);
}

function readPaymentTerms({ variants }: State): unknown {
  if (variants.paymentTerms === 'object') return { default: { days: 30 } };
  return variants.paymentTerms === 'empty' ? [] : [{ id: idOf('30 days'), name: '30 days', days: 30 }];
}

function create(state: State, context: Context): Row {
  const { operation, workspace, table, url } = context;
  const body = Object.fromEntries(
    Object.entries(context.body).filter(
      ([key, value]) => value !== null || state.matches(state.bug?.allows, operation, key),
    ),
  );
  for (const key of Object.keys(body)) if (state.matches(state.bug?.drops, operation, key)) delete body[key];
  const add = (to: TableName, fields: Json): Row => {
    const id = idOf(`${url.host} ${state.requests} ${to} ${state.tables[to].length}`);
    const row = {
      ...fields,
      id,
      workspace_id: workspace,
      created_at: state.timestamp(),
      updated_at: state.timestamp(),
    };
    state.tables[to].push(row);
    return row;
  };
  const texts = { reference: null, description: null, is_active: true, ...emptyExternalIds };
  if (operation === 'customers.create')
    return add(table, { segment_id: null, logo: null, tax_ids: [], ...emptyExternalIds, ...body });
  if (operation === 'addresses.create') {
    const optional = { name: null, address_line2: null, state: null, contact_id: null, comment: null };
    return add(table, { ...optional, ...emptyExternalIds, ...body });
  }
  if (operation === 'catalogs.create') {
    const is_active = !state.has('new catalogs are not active');
    return add(table, { ...texts, is_active, api_name: generateApiName(state, body), ...body });
  }
  if (operation === 'productParents.create')
    return add(table, { ...texts, catalog_ids: [], category_ids: [], ...body });
  const { api_name, recurrence_type, catalog_ids = [], category_ids = [], ...fields } = body;
  const { name, description = null, reference = null, is_active = true } = fields;
  const parent = add('parents', {
    ...texts,
    name,
    description,
    reference,
    is_active,
    api_name,
    recurrence_type,
    catalog_ids,
    category_ids,
  });
  const product = add('products', {
    ...newProduct,
    description_inherit_from_product: state.variants.inheritsByDefault,
    product_parent_id: parent.id,
    api_name: state.variants.productApiName === 'suffixed' ? `${String(api_name)}_default` : api_name,
    ...fields,
  });
  const pricebooks = state.tables.pricebooks.filter(({ workspace_id }) => workspace_id === workspace);
  for (const { id: pricebook_id } of state.variants.newProductPrices === 'none' ? [] : pricebooks) {
    add('prices', { ...newPrice, pricing_model: state.variants.newPriceModel, product_id: product.id, pricebook_id });
  }
  return product;
}

function generateApiName(state: State, { name }: Json): string {
  if (state.has('new catalogs have no snake_case')) return `Catalog ${state.requests}`;
  if (state.variants.catalogApiName === 'random') return `catalog_${state.requests}x`;
  const words = String(name)
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  return `${words}_${state.requests}`;
}

function update(state: State, row: Row, context: Context, sent: Json): Row {
  const { operation, body } = context;
  const { emptyUpdate, touch } = state.variants;
  const before = { ...row };
  if (operation === 'products.update' && 'category_ids' in body) linkCategories(state, row, body);
  for (const [key, value] of Object.entries(body)) {
    const isKept =
      key === 'category_ids' ||
      state.matches(state.bug?.drops, operation, key) ||
      (value === null && key === 'phone' && state.has('does not clear the phone')) ||
      (value === null && key === 'parent_category_id' && state.has('does not clear the parent category')) ||
      (value === null && key === 'primary_image_id' && state.has('does not clear the image'));
    if (!isKept) row[key] = value;
  }
  if (state.has('clears what is not sent') && operation === 'addresses.update') {
    for (const key of ['comment', 'state', 'address_line2']) if (!(key in sent)) row[key] = null;
  }
  if (state.has('changes other prices') && operation === 'prices.update' && 'amount' in body) {
    for (const price of state.tables.prices) if (price['product_id'] === row['product_id']) Object.assign(price, body);
  }
  const isEmpty = Object.keys(body).length === 0;
  const isTouched = isEmpty ? emptyUpdate === 'touch' : touch === 'always' || 'is_active' in body;
  const isStale =
    (operation === 'categories.update' && state.has('keeps updated_at of a category')) ||
    (operation === 'products.update' && state.has('keeps updated_at of a product'));
  if (isTouched && !isStale) row.updated_at = state.timestamp();
  return state.has('returns the record before the update') && operation === 'addresses.update' ? before : row;
}

function linkCategories(state: State, row: Row, { category_ids }: Json): void {
  const parent = state.tables.parents.find(({ id }) => id === row['product_parent_id']);
  if (!parent) return;
  const isAdding = state.has('adds categories instead of replacing them');
  parent['category_ids'] = isAdding ? [parent['category_ids'], category_ids].flat() : category_ids;
}

function deleteCategory(state: State, { row }: Context): Json {
  if (!row) return {};
  const isReferenced = state.tables.discounts.some(({ category_ids }) => [category_ids].flat().includes(row.id));
  if (isReferenced && !state.has('deletes referenced categories')) {
    throw new Problem('referenced', 409, 'CATEGORY_REFERENCED_IN_DISCOUNT');
  }
  row['deleted_at'] = state.timestamp();
  if (state.has('still shows deleted categories')) row['deleted_at'] = null;
  if (state.has('deletes child categories')) {
    for (const child of state.tables.categories)
      if (child['parent_category_id'] === row.id) child['deleted_at'] = state.timestamp();
  }
  if (state.has('deletes links of products')) {
    for (const parent of state.tables.parents)
      parent['category_ids'] = [parent['category_ids']].flat().filter((id) => id !== row.id);
  }
  return state.has('confirms a deletion with the record') ? { ...row } : { id: row.id, deleted: true };
}

function list(state: State, { operation, table, url, workspace }: Context): readonly Row[] {
  const { lists, listOrder } = state.variants;
  const customer = url.searchParams.get('customer_id')?.toLowerCase();
  const isLeaking =
    state.bug?.leaks?.includes(operation) || (state.has('filters by foreign customers') && customer !== undefined);
  let rows = state.tables[table].filter(({ workspace_id }) => workspace_id === workspace || isLeaking);
  if (lists === 'lag')
    rows = rows.filter(({ created_at }) => created_at < state.started || created_at < state.now() - 20_000);
  if (operation === 'addresses.list' && customer !== undefined && !state.has('ignores the filter')) {
    rows = rows.filter(({ customer_id }) => customer_id === customer);
    if (state.has('filters too much')) rows = rows.slice(1);
  }
  if (state.has('lists records twice')) rows = [...rows, ...rows];
  if (listOrder === 'newest first') return rows.toReversed();
  const key = (row: Row) => (listOrder === 'by name' ? String(row['name']) : idOf(`${row.id} order`));
  return listOrder === 'oldest first' ? rows : rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

import type { EndpointSchemas } from './endpoint.ts';
import type { Contract } from './index.ts';

type Schemas = Readonly<Record<string, EndpointSchemas>>;

/** The schemas of each resource. Bundlers make a chunk of each file, which is loaded with its first call. */
const resources: { readonly [Resource in keyof Contract]: () => Promise<Schemas> } = {
  customers: async () => (await import('./customers.ts')).customers,
  contacts: async () => (await import('./contacts.ts')).contacts,
  addresses: async () => (await import('./addresses.ts')).addresses,
  categories: async () => (await import('./categories.ts')).categories,
  catalogs: async () => (await import('./catalogs.ts')).catalogs,
  productParents: async () => (await import('./product-parents.ts')).productParents,
  products: async () => (await import('./products.ts')).products,
  prices: async () => (await import('./prices.ts')).prices,
  paymentTerms: async () => (await import('./payment-terms.ts')).paymentTerms,
};

/** Cached, because `import()` is slow even for a loaded module. */
const loaded: Partial<Record<keyof Contract, Schemas>> = {};

/** Loads the schemas of an operation, for example `products.update`. */
export async function loadSchemas(operation: string): Promise<EndpointSchemas | undefined> {
  const [resource = '', name = ''] = operation.split('.');
  if (!isResource(resource)) return undefined;
  loaded[resource] ??= await resources[resource]();
  return loaded[resource][name];
}

function isResource(name: string): name is keyof Contract {
  return Object.hasOwn(resources, name);
}

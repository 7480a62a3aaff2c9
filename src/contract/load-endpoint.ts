import type { Endpoint } from './endpoint.ts';
import type { contract } from './index.ts';

type Contract = typeof contract;

/** The endpoints of each resource. Bundlers make a chunk of each file, which is loaded with its first call. */
const resources: { readonly [R in keyof Contract]: () => Promise<{ readonly [Name in R]: Contract[Name] }> } = {
  customers: () => import('./customers.ts'),
  contacts: () => import('./contacts.ts'),
  addresses: () => import('./addresses.ts'),
  categories: () => import('./categories.ts'),
  catalogs: () => import('./catalogs.ts'),
  productParents: () => import('./product-parents.ts'),
  products: () => import('./products.ts'),
  prices: () => import('./prices.ts'),
  paymentTerms: () => import('./payment-terms.ts'),
};

/** Cached, because `import()` is slow even for a loaded module. */
const loaded = new Map<string, Endpoint>();

/** Loads the endpoint with a name, such as `products.update`, with its schemas. */
export async function loadEndpoint(name: string): Promise<Endpoint | undefined> {
  const [resource = ''] = name.split('.');
  if (!loaded.has(name) && isResource(resource)) {
    for (const endpoint of await endpointsOf(resource)) loaded.set(endpoint.name, endpoint);
  }
  return loaded.get(name);
}

function isResource(name: string): name is keyof Contract {
  return Object.hasOwn(resources, name);
}

async function endpointsOf<R extends keyof Contract>(resource: R): Promise<readonly Endpoint[]> {
  const module = await resources[resource]();
  return Object.values<Endpoint>(module[resource]);
}

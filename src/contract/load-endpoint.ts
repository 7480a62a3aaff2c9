import type { Endpoint } from './endpoint.ts';
import type { contract } from './index.ts';

type Contract = typeof contract;

/** The endpoints of each resource. Bundlers make a chunk of each file, which is loaded with its first call. */
const resources: { readonly [Resource in keyof Contract]: () => Promise<Contract[Resource]> } = {
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
const loaded = new Map<string, Endpoint>();

/** Loads the endpoint with a name, such as `products.update`, with its schemas. */
export async function loadEndpoint(name: string): Promise<Endpoint | undefined> {
  const known = loaded.get(name);
  if (known) return known;
  const load = Object.entries(resources).find(([resource]) => name.startsWith(`${resource}.`))?.[1];
  const endpoints: readonly Endpoint[] = load ? Object.values(await load()) : [];
  for (const endpoint of endpoints) loaded.set(endpoint.name, endpoint);
  return loaded.get(name);
}

/** The choices that the specification leaves open, the plainest value first. Each combination is a legal server. */
export const openChoices = {
  // "Success status codes of all endpoints: not shown."
  createdStatus: [201, 200, 'by resource'],
  changedStatus: [200, 202],
  // "Status codes for not-found and malformed-id responses: not shown."
  notFoundStatus: [404, 400, 410, 422],
  malformedIdStatus: [400, 404, 422],
  malformedIdText: ['text', 'validation', 'not found'],
  malformedProductId: ['Invalid product ID format', 'The format of the product ID is invalid', 'Malformed product ID'],
  otherCaseIds: ['accept', 'not-found', 'malformed'],
  idCase: ['lower', 'upper'],
  // "400 (stated for product PATCH)", "one of: array of strings; array of {path, message}; object"
  validationStatus: [400, 422],
  validationDetails: ['issues', 'strings', 'fields', 'none', 'by resource', 'issues with lists as paths'],
  // "Some validation responses omit `success`."
  validationOmitsSuccess: [false, true, 'creations'],
  // "Creation-only or read-only or unknown field sent in product PATCH": other operations are not shown.
  unknownFields: ['reject', 'ignore', 'ignore on creation'],
  immutableFields: ['reject', 'ignore'],
  readOnlyFields: ['as unknown', 'as immutable'],
  nullOnCreate: ['reject', 'accept'],
  emptyUpdate: ['touch', 'ignore', 'reject'],
  duplicateApiName: [409, 400, 422],
  // "Which product creation fields are required beyond those named": not shown.
  productRequires: ['nothing', 'description', 'reference', 'inventory[sku]', 'settings[unit_per_pack]', 'catalog_ids'],
  // "Sorting, filtering and paging of list endpoints other than the `customer_id` filter: not shown."
  listOrder: ['oldest first', 'newest first', 'by name', 'by hash'],
  paging: ['off', 'link', 'absolute link', 'without link'],
  pageSize: [50, 7],
  lists: ['immediate', 'lag'],
  unknownParameters: ['ignore', 'reject'],
  badFilter: ['validation', 'empty', 'text'],
  trailingSlash: ['reject', 'accept', 'redirect', 'html'],
  // Optional and unset values: only "`T | null` means the field is always present but may be null" is stated.
  unsetText: ['empty', 'null', 'missing'],
  unsetAmount: ['null', 'zero', 'missing'],
  enrichedTax: ['null', 'missing'],
  modelFields: ['kept', 'of the model'],
  newPriceModel: ['none', 'flat'],
  newProductPrices: ['each pricebook', 'none'],
  inheritedDescription: ['parent', 'own'],
  inheritsByDefault: [false, true],
  // "display name combining parent and variant options", "`api_name`: creation-only", "generated when not supplied"
  productName: ['as sent', 'combined'],
  productApiName: ['as sent', 'suffixed'],
  catalogApiName: ['from the name', 'random'],
  // "Timestamps are ISO 8601 strings."
  timestampFormat: ['milliseconds', 'seconds', 'microseconds', 'offset', 'seconds with offset', 'without zone'],
  clock: ['running', 'stopped', 'in whole seconds', 'frozen'],
  // "`updated_at` changes" is stated for `is_active` only.
  touch: ['always', 'only is_active'],
  deletedCategory: ['hidden', 'shown'],
  deletedAt: ['absent', 'null'],
  // "present in create and list responses": other responses are not shown.
  addressWorkspace: ['create and list', 'always'],
  extraFields: [false, true],
  extraMembers: [false, true],
  detailsOfOtherErrors: ['absent', 'null'],
  contentType: ['application/json', 'application/json; charset=utf-8'],
  // The texts of 401 and the order of the checks are not shown.
  tokenTexts: ['Invalid API token', 'The API token is missing or not valid', 'Unauthorized: bad API token'],
  checks: ['standard', 'record before body', 'body before id', 'body before token', 'record before permission'],
  // "All reads and writes are limited to that workspace": the response to a foreign id is not shown.
  foreignId: ['not found', 'forbidden'],
  foreignReference: ['validation', 'not found', 'forbidden', 'dropped'],
  unknownReference: ['accept', 'reject'],
  contactOfAddress: ['of the workspace', 'of the customer'],
  // Formats beyond those that are stated.
  values: ['any', 'plausible', 'normalized'],
  arrays: ['as sent', 'sorted', 'rotated'],
  // How strict a server is with JSON types is not stated: one may convert `17` to a string, or ignore null.
  wrongTypes: ['reject', 'convert'],
  // Texts and amounts may be null in responses, and no sentence says that a request may not clear them.
  nullValues: ['reject', 'ignore', 'accept'],
  // "named without detail"
  paymentTerms: ['list', 'empty', 'object', 'missing'],
  parentProduct: ['product', 'summary', 'missing'],
  // "subject to workspace-level rate limits": "Numeric values, window and response headers: not shown."
  rateLimit: ['off', 'RateLimit', 'X-RateLimit', 'only Retry-After'],
  failures: ['none', '500', '502', '502 after the work', '503'],
} as const;

export type Variants = { readonly [Name in keyof typeof openChoices]: (typeof openChoices)[Name][number] };

/** The plainest legal server. */
export const plain = choose(() => 0);

/** Returns the combination of choices that a number stands for: about a third of them differ from {@link plain}. */
export function combine(seed: number): Variants {
  const next = createRandom(seed);
  return choose((count) => (next() < 0.4 ? Math.floor(next() * count) : 0));
}

/** Returns random numbers from 0 to 1 that depend on the seed only. */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function choose(pick: (count: number) => number): Variants {
  const choices = Object.entries(openChoices).map(([name, values]) => [name, values[pick(values.length)]]);
  return Object.fromEntries(choices) as Variants;
}

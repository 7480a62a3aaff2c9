/** The sentences of the specification, with the checks of the conformance kit, or the reason why there is none. */

/** The validation of every response against the schema of its operation. */
export const contractCheck = 'contract';

/** A reason why the kit cannot check a sentence. */
export interface Unchecked {
  readonly reason: string;
}

/** A sentence, with the ids of rules and policies, separated by spaces. */
export type SpecifiedSentence = readonly [text: string, checks: string | Unchecked];

const because = (reason: string): Unchecked => ({ reason });

const isGap = because('It is a gap: the specification states no behavior.');
const isSummary = because('It introduces other sentences, and states no behavior of its own.');
const isGapWithoutFields = because('It is a gap. The kit only checks that these fields have the stated type.');
const wholeIsolation =
  'isolation.reads isolation.lists isolation.filter isolation.writes isolation.links isolation.deletion';

/** Fields that rules and policies check in addition to the schema: `Customer contact_ids`. */
export const checksOfFields: Readonly<Record<string, string>> = {
  'Customer contact_ids': 'customers.links',
  'Customer address_ids': 'customers.links customers.several-addresses addresses.create.stored',
  'Customer type': 'customers.create.invalid-type customers.create.values',
  'Customer tax_ids': 'customers.create.invalid-tax-ids customers.create.invalid-second-tax-id',
  'Customer segment_id': 'nullOnCreate',
  'Contact customer_id': 'customers.links contacts.update.immutable',
  'Contact role': 'contacts.update.values',
  'Contact address_ids': 'contacts.links contacts.new-address',
  'Address workspace_id': 'addresses.list.matches-get',
  'Address customer_id': 'addresses.update.immutable immutableFields',
  'Address type': 'addresses.create.invalid-type addresses.update.values',
  'Address country': 'addresses.create.invalid-country addresses.update.values',
  'Category api_name': 'categories.update.immutable',
  'Category is_active': 'categories.update.is-active',
  'Category parent_category_id': 'categories.get.linked categories.update.null',
  'Catalog api_name': 'catalogs.create.stored',
  'Catalog reference': 'unsetText',
  'Catalog description': 'unsetText',
  'Catalog is_active': 'catalogs.create.stored',
  'Product parent catalog_ids': 'products.links',
  'Product parent product_ids': 'products.links products.create.stored',
  'Product parent api_name': 'api-names.snake-case api-names.unique productParents.create.unique duplicateApiName',
  'Product parent recurrence_type': 'productParents.create.invalid-recurrence',
  'Product parent is_active': 'productParents.create.stored',
  'Product (variant) api_name': 'products.update.creation-only',
  'Product (variant) description_inherit_from_product': 'inheritedDescription',
  'Product (variant) is_active': 'products.update.is-active',
  'Product (variant) is_default': 'products.create.stored',
  'Product (variant) catalogs': 'products.links catalogs.get.linked products.create.stored',
  'Product (variant) categories': 'products.update.categories',
  'Product (variant) settings': 'products.links',
  'Product (variant) shipping': 'products.update.null',
  'Product (variant) primary_image_id': 'products.update.image',
  'Product (variant) parent_primary_image_id': 'products.update.read-only',
  'Product (variant) prices': 'products.prices',
  'Price product_id': 'prices.update.immutable prices.enriched',
  'Price pricebook_id': 'prices.update.immutable prices.enriched',
  'Price currency_id': 'prices.update.immutable',
  'Price pricing_model': 'prices.update.model',
  'Price amount': 'prices.update.amount-positive unsetAmount',
  'Price percent': 'prices.update.percent-range',
  'Price price_percentage_type': 'prices.update.values',
  'Price engagement_type': 'prices.update.values',
  'Price product_variant_name': 'prices.enriched',
};

/** The sentences by section, except the tables of fields. */
export const specifiedSentences: Readonly<Record<string, readonly SpecifiedSentence[]>> = {
  Introduction: [['All paths are relative to {base_url}.', 'contract']],
  'What the service does': [
    [
      'The service exposes a JSON-over-HTTP interface for managing commercial master data inside a workspace: customers with their contacts and addresses, catalogs, product categories, product parents, products (variants) and prices.',
      'contract',
    ],
    ['Every request is authenticated with a bearer API token.', 'auth.missing-token auth.invalid-token'],
    ['Each token belongs to exactly one workspace.', 'auth.one-workspace records.one-workspace'],
    ['All reads and writes are limited to that workspace.', wholeIsolation],
    [
      'Requests with a body use `Content-Type: application/json`.',
      because('It is a duty of the client. The response to another content type is not shown.'),
    ],
    ['Successful responses use the envelope `{ success: true, data: <object or array> }`.', 'contract'],
    ['Paths are rooted at `/api/`.', 'contract trailingSlash'],
    [
      'Records carry optional external-system identifiers: `id_crm`, `id_erp`, `id_accounting`. Products and prices carry them in an `identifiers` object instead.',
      'customers.create.stored addresses.create.stored catalogs.create.stored productParents.create.stored contract',
    ],
    ['Identifiers of records are UUIDs.', 'contract idCase'],
    ['Timestamps are ISO 8601 strings.', 'contract timestampFormat'],
    [
      'Most resources have a field `api_name`, a snake_case identifier. It is set at creation and cannot be changed afterwards.',
      'api-names.snake-case api-names.unique catalogs.create.invalid-api-name products.create.invalid-api-name categories.update.immutable products.update.creation-only',
    ],
  ],
  'Resources and their fields': [['`T | null` means the field is always present but may be null.', 'contract']],
  'Resources and their fields, Customer': [
    ['The list response objects omit `tax_ids`.', 'contract customers.list.matches-get'],
    ['The create response omits `contact_ids` and `address_ids`.', 'contract'],
  ],
  'Resources and their fields, Category': [
    ['A category also has a `deleted_at` timestamp, set on soft deletion.', 'categories.delete.soft deletedCategory'],
  ],
  'Resources and their fields, Product (variant)': [
    ['Creating a product creates a master and a default variant.', 'products.create.stored'],
    ['`pricing_model` is one of `flat`, `volume`, `graduated`, `percent`, `cost_based`, `none`.', 'contract'],
    [
      '`amount` is a number and is populated only when `pricing_model` is `flat`; otherwise it is null.',
      'products.price-entries prices.amount-in-product',
    ],
    [
      'It carries `catalog_ids`, `category_ids` and `product_ids` as UUID lists instead of `catalogs` and `categories`.',
      'contract products.create.stored',
    ],
    ['Its `settings` carries `language_id` instead of `language_code`.', 'contract'],
    ['Its `prices` entries carry only `id`, `pricebook_id`, `pricebook_api_name`.', 'contract products.prices'],
  ],
  'Resources and their fields, Gaps': [
    ['Payment-term record: not shown (a path exists, no fields).', 'paymentTerms.list.exists'],
    ['Structure of volume and graduated tier entries: not shown.', isGapWithoutFields],
    [
      'Fields of segment, pricebook, currency, tax, billing-frequency and discount records: not shown beyond the identifiers above.',
      isGap,
    ],
  ],
  'States and transitions': [
    ['The only lifecycle facts are the `is_active` flag and the soft deletion of categories.', isSummary],
    [
      'Category, Product: PATCH with `is_active`: value as sent; `updated_at` changes',
      'products.update.is-active categories.update.is-active',
    ],
    [
      'DELETE category, not referenced by any active discount: soft-deleted (`deleted_at` set); no longer appears in standard queries; response `data` is the id and `deleted: true`',
      'categories.delete.soft deletedCategory',
    ],
    ['products keep their `category_ids`', 'categories.delete.soft'],
    ['child categories are not deleted', 'categories.delete.soft'],
    [
      'percentage price rules scoped to the category remain',
      because('The API has no operation that shows these rules.'),
    ],
    [
      'DELETE category, referenced by an active discount: unchanged, 409 error with code `CATEGORY_REFERENCED_IN_DISCOUNT`',
      'categories.delete.referenced',
    ],
    ['Transitions for all other resources: not shown.', isGap],
  ],
  'Endpoints, Conventions': [
    ['Every endpoint requires the `Authorization` header (see Authentication).', 'auth.missing-token'],
    ['`{id}` is a UUID path parameter.', 'products.get.malformed-id otherCaseIds malformedIdStatus'],
    ['Success responses use `{ success: true, data }`.', 'contract'],
    [
      'PATCH endpoints update only the fields supplied.',
      'addresses.update.fields products.update.fields prices.update.fields contacts.update.fields categories.update.fields addresses.update.exact products.update.exact prices.update.exact contacts.update.exact categories.update.exact prices.independent',
    ],
    [
      'Fields typed `T | null` are cleared by sending null.',
      'addresses.update.null products.update.null prices.update.null contacts.update.null categories.update.null',
    ],
    [
      'Request body keys written as `group[key]` (products, prices) are literal flat JSON key names containing brackets.',
      'products.update.fields prices.update.fields products.create.stored',
    ],
  ],
  'Endpoints, Customers': [
    [
      'POST /api/customers: body: `name` string required; `type` string required (`company`/`individual`); `segment_id` UUID string; `logo` URL string; `tax_ids` array of {`tax` string, `tax_value` string}, both keys required per entry; `id_crm`, `id_erp`, `id_accounting` strings. `data`: the created customer',
      'customers.create.stored customers.create.exact customers.create.required customers.create.invalid-type customers.create.invalid-tax-ids customers.create.invalid-second-tax-id customers.create.values nullOnCreate',
    ],
    [
      'GET /api/customers: `data`: array of customer objects incl. `contact_ids`, `address_ids`',
      'contract customers.list.matches-get customers.list.complete customers.list.linked',
    ],
    [
      'GET /api/customers/{id}: `data`: customer incl. `tax_ids`, `contact_ids`, `address_ids`',
      'contract customers.links',
    ],
  ],
  'Endpoints, Contacts': [
    ['GET /api/contacts/{id}: `data`: contact', 'contract contacts.links'],
    [
      'PATCH /api/contacts/{id}: body, all optional: `first_name`, `last_name`, `email` strings; `phone` string or null; `role` array (allowed values as in Contact); `id_crm`, `id_erp`, `id_accounting` string or null. `data`: updated contact',
      'contacts.update.fields contacts.update.null contacts.update.values',
    ],
    ['`customer_id` cannot be changed', 'contacts.update.immutable'],
  ],
  'Endpoints, Addresses': [
    [
      'POST /api/addresses: body: required `customer_id` (UUID), `type` (`billing`/`shipping`), `address_line1`, `city`, `postal_code`, `country` (ISO 3166-1 alpha-2); optional `name`, `address_line2`, `state`, `contact_id` (UUID), `comment`, `id_crm`, `id_erp`, `id_accounting`. `data`: created address',
      'addresses.create.stored addresses.create.exact contacts.new-address addresses.create.required addresses.create.invalid-type addresses.create.invalid-customer-id addresses.create.invalid-country addresses.create.values',
    ],
    [
      'GET /api/addresses: optional query `customer_id` (UUID) filters by customer. `data`: array of addresses',
      'addresses.list.filter addresses.list.unknown-customer customers.several-addresses addresses.list.matches-get addresses.list.complete addresses.list.linked',
    ],
    ['GET /api/addresses/{id}: `data`: address', 'contract addresses.list.matches-get'],
    [
      'PATCH /api/addresses/{id}: body, all optional: `type`; `address_line1`, `city`, `postal_code`, `country` strings; `name`, `address_line2`, `state`, `contact_id`, `comment`, `id_crm`, `id_erp`, `id_accounting` string or null. `data`: updated address',
      'addresses.update.fields addresses.update.null addresses.update.values emptyUpdate',
    ],
    ['`customer_id` cannot be changed', 'addresses.update.immutable immutableFields'],
  ],
  'Endpoints, Categories': [
    ['GET /api/categories/{id}: `data`: category', 'contract categories.get.linked'],
    [
      'PATCH /api/categories/{id}: body, all optional: `name` string, `description` string, `is_active` boolean, `parent_category_id` UUID string or null (null removes the parent). `data`: updated category',
      'categories.update.fields categories.update.null categories.update.values',
    ],
    ['`api_name` is immutable', 'categories.update.immutable'],
    [
      'DELETE /api/categories/{id}: `data`: {`id`, `deleted`: true}; soft delete, see States and transitions',
      'categories.delete.soft contract',
    ],
  ],
  'Endpoints, Catalogs': [
    [
      'POST /api/catalogs: body: `name` string required; optional `api_name` (generated when omitted), `reference`, `description`, `is_active` boolean (default true), `id_crm`, `id_erp`, `id_accounting`. `data`: created catalog',
      'catalogs.create.stored catalogs.create.exact catalogs.create.required catalogs.create.values',
    ],
    ['GET /api/catalogs/{id}: `data`: catalog', 'contract catalogs.get.linked'],
  ],
  'Endpoints, Product parents': [
    [
      'POST /api/product-parents: body: `api_name` string required (snake_case, unique); `recurrence_type` string required (`one_off`/`recurring`); `name` string required; optional `reference`, `description`, `is_active` boolean (default true), `id_crm`, `id_erp`, `id_accounting`. `data`: created product parent',
      'productParents.create.stored productParents.create.exact productParents.create.required productParents.create.invalid-recurrence productParents.create.invalid-api-name productParents.create.unique productParents.create.values',
    ],
    [
      'GET /api/product-parents: `data`: array of product parents',
      'contract productParents.create.stored productParents.list.complete',
    ],
  ],
  'Endpoints, Products': [
    [
      'POST /api/products: body keys: `api_name`, `recurrence_type`, `name`, `reference`, `description` strings; `is_active` boolean; `catalog_ids` array of UUID strings; `category_ids` array of UUID strings; `inventory[sku]` string; `settings[unit_per_pack]` number; `accounting[ledger_account]` string; `identifiers[crm]`, `identifiers[erp]`, `identifiers[accounting]` strings; `shipping[weight]`, `shipping[height]`, `shipping[length]`, `shipping[width]` numbers; `shipping[weight_unit]`, `shipping[length_unit]`, `shipping[country_of_origin]`, `shipping[harmonized_system_code]` strings. `data`: created product (create shape)',
      'products.create.stored products.create.exact products.linked-names products.create.invalid-name products.create.values',
    ],
    ['GET /api/products/{id}: `data`: product (read shape)', 'contract products.links'],
    [
      'PATCH /api/products/{id}: body, all optional: `name`, `description`, `reference` strings; `description_inherit_from_product`, `primary_image_inherit_from_product`, `is_active` booleans; `category_ids` array of UUID strings (replaces all existing category links); `primary_image_id` UUID string or null (null removes the primary image); the `inventory[...]`, `settings[unit_per_pack]`, `accounting[ledger_account]`, `identifiers[...]`, `shipping[...]` keys as in creation. `data`: updated product including `prices`',
      'products.update.fields products.update.null products.update.values products.update.categories products.update.image products.prices',
    ],
    [
      'Creation-only fields such as `api_name` cannot be sent in a product PATCH (400, see Errors).',
      'products.update.creation-only',
    ],
  ],
  'Endpoints, Prices': [
    [
      'PATCH /api/prices/{id}: body, all optional: `pricing_model`, `amount`, `volume_tiers`, `is_volume_grid_displayed`, `graduated_tiers`, `is_graduated_grid_displayed`, `percent` (0 to 100), `price_percentage_type`, `cost_multiplier`, `cost`, `floor_price`, `is_setup`, `is_pay_as_you_go`, `default_tax_id`, `billing_frequency_id`, `engagement_type`, `period_duration`, `parent_price_id`, `identifiers[crm]`, `identifiers[erp]`, `identifiers[accounting]` (types as in Price). `data`: updated price with enriched fields',
      'prices.update.fields prices.update.null prices.update.values prices.update.model prices.update.percent-range prices.enriched',
    ],
    ['`product_id`, `pricebook_id`, `currency_id` are immutable', 'prices.update.immutable'],
  ],
  'Endpoints, Gaps': [
    ['Success status codes of all endpoints: not shown.', 'createdStatus'],
    [
      'Which product creation fields are required beyond those named in the product parent rules: not shown.',
      because('It is a gap. If a creation is rejected, the kit adds fields, and reports an observation.'),
    ],
    [
      'Sorting, filtering and paging of list endpoints other than the `customer_id` filter: not shown.',
      'listOrder unknownParameters pagination',
    ],
    [
      'Other operations (category create/list, contact create/list/delete, catalog list/update/delete, price get/list/create/delete, customer update/delete, address delete, product-parent get/update/delete, product list/delete): not shown.',
      isGap,
    ],
    [
      'Request and response shapes of GET /api/payment-terms and GET /api/product-parents/{id}/products/{product_id}, which are named without detail: not shown.',
      'paymentTerms.list.exists productParents.getProduct.exists',
    ],
  ],
  Authentication: [
    ['Every request carries the header `Authorization: Bearer <API_TOKEN>`.', 'auth.missing-token auth.invalid-token'],
    [
      'Tokens are created and revoked by a user in the dashboard (settings, developer, API tokens). No API operation for that is defined.',
      because('The API has no operation for tokens.'),
    ],
    [
      'A token is an opaque string with a fixed service-specific production prefix, variable length, typically 64 to 128 characters.',
      because('It describes tokens, which the user passes to the kit. The prefix is not shown.'),
    ],
    [
      "Each token is bound to one workspace. Every operation reads and writes only that workspace's data",
      wholeIsolation,
    ],
    ["Every operation respects the token's permissions", 'permissions.forbidden permissions.unchanged'],
    ['Every operation is subject to workspace-level rate limits.', 'rateLimit rateLimitHeaders'],
    [
      'Missing or invalid token: HTTP 401, body `{ success: false, error: <message> }` (the message for an invalid token is a short text about the API token).',
      'auth.missing-token auth.invalid-token missingTokenText invalidTokenText',
    ],
    ['Valid token lacking permission for the operation: HTTP 403.', 'permissions.forbidden permissions.unchanged'],
    ['Permission names and token scopes: not shown.', isGap],
  ],
  Events: [['Events, webhooks or notifications: not shown.', isGap]],
  Errors: [
    ['Error body: `{ success: false, error: <string>, details?: ... }`.', 'contract'],
    ['Some validation responses omit `success`.', 'validationOmitsSuccess'],
    [
      'Missing or invalid token: 401, text about an invalid API token, details none',
      'auth.missing-token auth.invalid-token missingTokenText invalidTokenText',
    ],
    ['Token lacks permission: 403, `Forbidden`, details none', 'permissions.forbidden'],
    [
      'Body fails validation: 400 (stated for product PATCH), `Validation error`, details one of: array of strings; array of {`path`, `message`}; object mapping field to message',
      'validation.details validationDetails validationStatus products.update.name-length prices.update.model contacts.update.rejected addresses.update.rejected categories.update.rejected products.update.rejected prices.update.rejected creations.rejected',
    ],
    [
      'Creation-only or read-only or unknown field sent in product PATCH: 400, `Validation error`, names the field',
      'products.update.creation-only products.update.read-only products.update.unknown unknownFields',
    ],
    [
      'Record not found (category, catalog, customer, contact, address, product, price): status not stated, text `<Resource> not found`, details none',
      'customers.get.not-found contacts.get.not-found addresses.get.not-found categories.get.not-found catalogs.get.not-found products.get.not-found prices.update.not-found contacts.update.not-found addresses.update.not-found categories.update.not-found categories.delete.not-found products.update.not-found notFoundStatus',
    ],
    [
      'Product id malformed: status not stated, text about an invalid product ID format, details none',
      'products.get.malformed-id products.update.malformed-id malformedIdStatus',
    ],
    [
      'Category referenced by an active discount on delete: 409, `CATEGORY_REFERENCED_IN_DISCOUNT`, details none',
      'categories.delete.referenced',
    ],
  ],
  'Errors, Validation rules': [
    ['Customer `type` must be `company` or `individual`.', 'customers.create.invalid-type'],
    ['Address `type` must be `billing` or `shipping`.', 'addresses.create.invalid-type'],
    ['Address `customer_id` must be a valid UUID.', 'addresses.create.invalid-customer-id'],
    ['Product-parent `api_name` and `recurrence_type` are required.', 'productParents.create.required'],
    ['Catalog `name` is required.', 'catalogs.create.required'],
    ['Product `name` must be at least 2 characters.', 'products.create.invalid-name products.update.name-length'],
    ['Price `amount` must be a positive number.', 'prices.update.amount-positive'],
    [
      'Category creation requires `api_name`.',
      because('The specification does not show the operation that creates categories.'),
    ],
  ],
  'Errors, Gaps': [
    ['Status codes for not-found and malformed-id responses: not shown.', 'notFoundStatus malformedIdStatus'],
    ['A complete list of error codes and messages: not shown.', isGap],
  ],
  Limits: [
    [
      'Rate limits are enforced per workspace. Numeric values, window and response headers: not shown.',
      'rateLimit rateLimitHeaders',
    ],
    ['Page size and maximum result counts for list endpoints: not shown.', 'pagination'],
    ['`percent` is bounded 0 to 100.', 'prices.update.percent-range'],
    ['Product `name` has a minimum length of 2.', 'products.create.invalid-name products.update.name-length'],
    [
      'Token length is typically 64 to 128 characters.',
      because('It describes tokens, which the user passes to the kit. "Typically" excludes no length.'),
    ],
  ],
  Versioning: [
    ['Paths carry no version segment.', 'contract'],
    ['Versioning policy and deprecation rules: not shown.', isGap],
  ],
};

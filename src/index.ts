/**
 * The client: {@link MasterDataClient}, its errors, and the types of all records and request bodies.
 *
 * @module masterdata-sdk
 */

export { MasterDataClient } from './client.ts';
export type {
  Address,
  AddressCreate,
  AddressListItem,
  AddressListQuery,
  AddressType,
  AddressUpdate,
} from './contract/addresses.ts';
export type { Catalog, CatalogCreate } from './contract/catalogs.ts';
export type { Category, CategoryUpdate, DeletedCategory } from './contract/categories.ts';
export type { Contact, ContactRole, ContactUpdate } from './contract/contacts.ts';
export type {
  CreatedCustomer,
  Customer,
  CustomerCreate,
  CustomerListItem,
  CustomerType,
  TaxId,
} from './contract/customers.ts';
export {
  defineOperation,
  type OperationData,
  type OperationDefinition,
  type OperationInput,
} from './contract/define-operation.ts';
export type { PathParameters } from './contract/endpoint.ts';
export type { ErrorBody, ErrorCode } from './contract/errors.ts';
export type { OpenEnum } from './contract/fields.ts';
export type { PaymentTerm } from './contract/payment-terms.ts';
export type { EngagementType, Price, PricePercentageType, PriceUpdate, PricingModel } from './contract/prices.ts';
export type {
  CreatedProductParent,
  ProductOfParent,
  ProductParent,
  ProductParentCreate,
  RecurrenceType,
} from './contract/product-parents.ts';
export type {
  CreatedProduct,
  CreatedProductPrice,
  CreatedProductSettings,
  Product,
  ProductCreate,
  ProductLink,
  ProductOption,
  ProductPrice,
  ProductSettings,
  ProductShipping,
  ProductUpdate,
  UpdatedProduct,
} from './contract/products.ts';
export type { StandardSchema } from './contract/standard-schema.ts';
export type { Issue } from './contract/validate.ts';
export { VERSION } from './contract/version.ts';
export * from './errors/guards.ts';
export * from './errors/index.ts';
export {
  type ExternalIdFilter,
  findByExternalId,
  type WithExternalIds,
} from './helpers/find-by-external-id.ts';
export {
  type ConcurrencyOptions,
  type ConcurrentResults,
  forEachConcurrent,
  type Progress,
  type Stopped,
  type TaskOptions,
} from './helpers/for-each-concurrent.ts';
export { type FormErrors, toFormErrors } from './helpers/to-form-errors.ts';
export type { Addresses } from './resources/addresses.ts';
export type { Catalogs } from './resources/catalogs.ts';
export type { Categories } from './resources/categories.ts';
export type { Contacts } from './resources/contacts.ts';
export type { Customers } from './resources/customers.ts';
export type { PaymentTerms } from './resources/payment-terms.ts';
export type { Prices } from './resources/prices.ts';
export type { ProductParents } from './resources/product-parents.ts';
export type { Products } from './resources/products.ts';
export type { ApiPromise, Result, WithResponse } from './transport/api-promise.ts';
export type { CustomRequest } from './transport/custom-request.ts';
export type { ListPromise } from './transport/list-promise.ts';
export type { Fetch, FetchInit, FetchResponse, KyInit, KyInstance } from './types/fetch.ts';
export type {
  CallInfo,
  ErrorHookContext,
  Hooks,
  RequestHookContext,
  RequestOverrides,
  ResponseHookContext,
  RetryHookContext,
} from './types/hooks.ts';
export type { LogFields, Logger, LogLevel } from './types/logger.ts';
export type {
  ApiToken,
  AppInfo,
  ClientOptions,
  Cooldown,
  RequestOptions,
  SharedOptions,
  ShouldRetryContext,
  ValidationMode,
  ValidationOptions,
} from './types/options.ts';
export type { EmptyQuery, Query, QueryValue } from './types/query.ts';
export { decodeBrackets, encodeBrackets } from './wire/brackets.ts';

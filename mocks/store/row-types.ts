import type * as z from 'zod/mini';
import type { ReadonlyInput } from '../../src/contract/endpoint.ts';
import type { Named } from '../../src/contract/fields.ts';
import type { tables, workspaceColumns } from './specified-tables.ts';

/**
 * The name of a table.
 *
 * @useDeclaredType
 */
export type TableName = keyof typeof tables;

type RowOf<Name extends TableName> = z.output<(typeof tables)[Name]['row']>;

type OptionalColumn<Name extends TableName> = (
  | keyof typeof workspaceColumns
  | keyof (typeof tables)[Name]['defaults']
) &
  keyof RowOf<Name>;

/** A group of fields, any of which may be omitted. Other values stay as they are. */
type PartialGroup<T> = T extends string | readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: T[Key] | undefined }
    : T;

type OptionalColumns<T> = { [Key in keyof T]?: PartialGroup<T[Key]> | undefined };

/** `Pick` and mapped types over `keyof` keep the comments of the fields, so that editors show them. */
type InsertOf<Name extends TableName> = Pick<RowOf<Name>, Exclude<keyof RowOf<Name>, OptionalColumn<Name>>> &
  OptionalColumns<Pick<RowOf<Name>, OptionalColumn<Name>>>;

/** A workspace. Each token belongs to one. */
export interface WorkspaceRow extends RowOf<'workspaces'> {}
/** A company or an individual. */
export interface CustomerRow extends RowOf<'customers'> {}
/** A person at a customer. */
export interface ContactRow extends RowOf<'contacts'> {}
/** A billing or shipping address of a customer. */
export interface AddressRow extends RowOf<'addresses'> {}
/** A category. Deleted categories stay in the table, with `deleted_at` set. */
export interface CategoryRow extends RowOf<'categories'> {}
/** A catalog. */
export interface CatalogRow extends RowOf<'catalogs'> {}
/** A currency. */
export interface CurrencyRow extends RowOf<'currencies'> {}
/** A tax. */
export interface TaxRow extends RowOf<'taxes'> {}
/** A billing frequency. */
export interface BillingFrequencyRow extends RowOf<'billingFrequencies'> {}
/** A pricebook. It has a price for every product of its workspace. */
export interface PricebookRow extends RowOf<'pricebooks'> {}
/** A payment term. The specification shows no fields of it, so it accepts any field. */
export interface PaymentTermRow extends RowOf<'paymentTerms'> {}
/** A product parent, whose products are its variants. */
export interface ProductParentRow extends RowOf<'productParents'> {}
/** A product, which is a variant of its product parent. */
export interface ProductRow extends RowOf<'products'> {}
/** The price of a product in a pricebook. */
export interface PriceRow extends RowOf<'prices'> {}
/** A discount. While it is active, its categories cannot be deleted. */
export interface DiscountRow extends RowOf<'discounts'> {}

/** The row type of each table. */
export interface Rows {
  workspaces: WorkspaceRow;
  customers: CustomerRow;
  contacts: ContactRow;
  addresses: AddressRow;
  categories: CategoryRow;
  catalogs: CatalogRow;
  currencies: CurrencyRow;
  taxes: TaxRow;
  billingFrequencies: BillingFrequencyRow;
  pricebooks: PricebookRow;
  paymentTerms: PaymentTermRow;
  productParents: ProductParentRow;
  products: ProductRow;
  prices: PriceRow;
  discounts: DiscountRow;
}

/** The fields that `db.workspaces.insert` accepts. */
export interface WorkspaceInsert extends ReadonlyInput<InsertOf<'workspaces'>>, Named {}
/** The fields that `db.customers.insert` accepts. */
export interface CustomerInsert extends ReadonlyInput<InsertOf<'customers'>>, Named {}
/** The fields that `db.contacts.insert` accepts. */
export interface ContactInsert extends ReadonlyInput<InsertOf<'contacts'>>, Named {}
/** The fields that `db.addresses.insert` accepts. */
export interface AddressInsert extends ReadonlyInput<InsertOf<'addresses'>>, Named {}
/** The fields that `db.categories.insert` accepts. */
export interface CategoryInsert extends ReadonlyInput<InsertOf<'categories'>>, Named {}
/** The fields that `db.catalogs.insert` accepts. */
export interface CatalogInsert extends ReadonlyInput<InsertOf<'catalogs'>>, Named {}
/** The fields that `db.currencies.insert` accepts. */
export interface CurrencyInsert extends ReadonlyInput<InsertOf<'currencies'>>, Named {}
/** The fields that `db.taxes.insert` accepts. */
export interface TaxInsert extends ReadonlyInput<InsertOf<'taxes'>>, Named {}
/** The fields that `db.billingFrequencies.insert` accepts. */
export interface BillingFrequencyInsert extends ReadonlyInput<InsertOf<'billingFrequencies'>>, Named {}
/** The fields that `db.pricebooks.insert` accepts. */
export interface PricebookInsert extends ReadonlyInput<InsertOf<'pricebooks'>>, Named {}
/** The fields that `db.paymentTerms.insert` accepts. */
export interface PaymentTermInsert extends ReadonlyInput<InsertOf<'paymentTerms'>>, Named {}
/** The fields that `db.productParents.insert` accepts. */
export interface ProductParentInsert extends ReadonlyInput<InsertOf<'productParents'>>, Named {}
/** The fields that `db.products.insert` accepts. */
export interface ProductInsert extends ReadonlyInput<InsertOf<'products'>>, Named {}
/** The fields that `db.prices.insert` accepts. */
export interface PriceInsert extends ReadonlyInput<InsertOf<'prices'>>, Named {}
/** The fields that `db.discounts.insert` accepts. */
export interface DiscountInsert extends ReadonlyInput<InsertOf<'discounts'>>, Named {}

interface Inserts {
  workspaces: WorkspaceInsert;
  customers: CustomerInsert;
  contacts: ContactInsert;
  addresses: AddressInsert;
  categories: CategoryInsert;
  catalogs: CatalogInsert;
  currencies: CurrencyInsert;
  taxes: TaxInsert;
  billingFrequencies: BillingFrequencyInsert;
  pricebooks: PricebookInsert;
  paymentTerms: PaymentTermInsert;
  productParents: ProductParentInsert;
  products: ProductInsert;
  prices: PriceInsert;
  discounts: DiscountInsert;
}

/** The fields that `insert` accepts for a table. Fields with a default may be omitted, and groups may be partial. */
export type Insertable<Name extends TableName> = Inserts[Name];

/** Some of the given fields. Undefined fields count as omitted. */
export type Changes<Fields> = { [Key in keyof Fields]?: Fields[Key] | undefined };

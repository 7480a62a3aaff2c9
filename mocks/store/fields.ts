import { isObject } from '../shared/json.ts';
import { positionOf } from './row-order.ts';

/** Returns the value of a column whose name is known only at run time. */
export function column(row: object, name: string): unknown {
  return (row as Readonly<Record<string, unknown>>)[name];
}

/** Returns the id in a column. Fields that are not validated yet can have anything there. */
export function idIn(fields: object, name: string): string {
  const id = column(fields, name);
  return typeof id === 'string' ? id : '';
}

/** Returns when a row was deleted, or undefined. In one of your own tables, the column can have any meaning. */
export function deletedAt({ hasOwnSchema }: { readonly hasOwnSchema: boolean }, row: object): string | undefined {
  const value = hasOwnSchema ? undefined : column(row, 'deleted_at');
  return typeof value === 'string' ? value : undefined;
}

/** The columns whose rows give a price its name, with their tables. */
export const namingColumns = { product_id: 'products', pricebook_id: 'pricebooks' } as const;

/** Finds a row that a price refers to. */
export type FindRow = (table: (typeof namingColumns)[keyof typeof namingColumns], id: string) => object | undefined;

/**
 * Returns the text by which a person knows a row. A price has no name: it is the price of a product in a pricebook.
 *
 * @param find Finds the product and the pricebook. Without it, the name of a price is its id.
 */
export function labelOf(row: object, find: FindRow = () => undefined): string {
  const { name, first_name, last_name, api_name, address_line1, id }: Readonly<Record<string, unknown>> = { ...row };
  const person = [first_name, last_name].filter((part) => typeof part === 'string').join(' ');
  return [name, person, api_name, address_line1, nameOfPrice(row, find), id].find(
    (part) => typeof part === 'string' && part.trim() !== '',
  ) as string;
}

/** Returns the names of the product and the pricebook of a price, or undefined if the product cannot be found. */
function nameOfPrice(row: object, find: FindRow): string | undefined {
  const product = find('products', idIn(row, 'product_id'));
  const pricebook = find('pricebooks', idIn(row, 'pricebook_id'));
  return product && [product, ...(pricebook ? [pricebook] : [])].map((each) => labelOf(each)).join(' · ');
}

/** Sets a field of an object from JSON. An assignment to `__proto__` would set the prototype. */
export function setField(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

/** Returns a copy of an object without some fields. */
export function omit<T extends object, Name extends keyof T>(object: T, ...names: Name[]): Omit<T, Name> {
  const copy: Record<string, unknown> = {};
  // Not `delete`, after which JSON.stringify takes twice as long.
  for (const name in object) if (!names.includes(name as keyof T as Name)) setField(copy, name, object[name]);
  return copy as Omit<T, Name>;
}

/** Returns a row with changes. Groups are merged, other values are replaced, and undefined changes nothing. */
export function mergeFields<T extends object>(row: T, changes: object): T {
  return { ...row, ...changedFields(row, changes) };
}

/** Returns the new values of the fields that changes contain. */
export function changedFields(row: object, changes: object): Readonly<Record<string, unknown>> {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const before = isObject(value) && Object.hasOwn(row, name) ? column(row, name) : undefined;
    setField(changed, name, isObject(value) && isObject(before) ? mergeFields(before, value) : value);
  }
  return changed;
}

/** Whether two versions of a row are equal, with the same order of fields and the same position. */
export function isSameRow(a: object | undefined, b: object | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return positionOf(a) === positionOf(b) && hasSameFields(a, b);
}

/** Whether two versions of a row have the same fields in the same order. */
export function hasSameFields(a: object, b: object): boolean {
  // Most changes move this column, which is faster to compare.
  return column(a, 'updated_at') === column(b, 'updated_at') && isSameValue(a, b, true);
}

/**
 * Whether two JSON values are equal.
 *
 * @param inOrder Whether fields must have the same order. Default: false.
 */
export function isSameValue(a: unknown, b: unknown, inOrder = false): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a);
  const others = Object.keys(b);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === others.length &&
    names.every(
      (name, at) =>
        (inOrder ? name === others[at] : Object.hasOwn(b, name)) &&
        isSameValue(column(a, name), column(b, name), inOrder),
    )
  );
}

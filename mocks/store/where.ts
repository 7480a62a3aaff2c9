import { preview } from '../../src/contract/printable.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { describeInstance } from '../../src/wire/plain-object.ts';
import { isObject, readField } from '../shared/json.ts';
import { synchronous } from '../shared/synchronous.ts';
import { column, isSameValue } from './fields.ts';
import { createTextMatcher } from './text-matcher.ts';

/**
 * Conditions for the value of a column. All of them must apply. Texts are compared as texts. A timestamp may have any
 * notation of ISO 8601.
 */
export interface Operators<Value> {
  /** Equal to a value. A plain value in place of operators has the same meaning. */
  readonly eq?: Value | undefined;
  /** Not equal to a value. */
  readonly ne?: Value | undefined;
  /** Greater than a text or a number. A null matches none of `gt`, `gte`, `lt` and `lte`. */
  readonly gt?: Comparable<Value> | undefined;
  /** Greater than a text or a number, or equal. */
  readonly gte?: Comparable<Value> | undefined;
  /** Less than a text or a number. */
  readonly lt?: Comparable<Value> | undefined;
  /** Less than a text or a number, or equal. */
  readonly lte?: Comparable<Value> | undefined;
  /** Equal to one of the values. */
  readonly in?: readonly Value[] | undefined;
  /** A text with this part, in the same case, or a list with this entry. */
  readonly contains?: (Value extends readonly (infer Entry)[] ? Entry : Value & string) | undefined;
  /** A text that the value contains, or one inside it. Case and accents are ignored. */
  readonly search?: string | undefined;
  /** Null if true, and not null if false. */
  readonly null?: boolean | undefined;
}

type Comparable<Value> = Extract<Value, string | number>;

/** Values of columns, or operators. */
export type WhereValues<Row> = { readonly [Column in keyof Row]?: Row[Column] | Operators<Row[Column]> };

/** Values that rows must have, operators, or a function that returns whether a row matches. */
export type Where<Row> = WhereValues<Row> | ((row: Row) => boolean);

/** Returns the fields of the objects that a column can have. Undefined if it can have any object. */
type FieldNames = (column: string) => readonly string[] | undefined;

/**
 * Returns the function that returns whether a row matches.
 *
 * @throws A TypeError if JavaScript passes something else, or if an object is neither a value of its column nor made of
 * operators.
 */
export function matchingRows<Row extends object>(
  where: Where<Row>,
  fieldNames: FieldNames = () => undefined,
): (row: Row) => boolean {
  if (typeof where === 'function') return synchronous('where', where);
  const instance = isObject(where) ? describeInstance(where) : preview(where);
  if (instance) {
    const hint = typeof where === 'string' ? '. To find a row by its id, pass { id }' : '';
    throw new TypeError(`where: must be an object of values or a function, received ${instance}${hint}`);
  }
  const conditions = Object.entries(where).map(([field, wanted]) => ({
    field,
    matches: conditionOf(field, wanted, fieldNames(field)),
  }));
  return (row) => conditions.every(({ field, matches }) => matches(column(row, field)));
}

type Condition = (value: unknown) => boolean;

/** Creates the condition of an operator from its argument. `name` is that of the column and the operator. */
const operators: Readonly<Record<string, (wanted: unknown, name: string) => Condition>> = {
  eq: (wanted) => (value) => isSameValue(value, wanted),
  ne: (wanted) => (value) => !isSameValue(value, wanted),
  gt: (wanted, name) => compareWith(wanted, name, (order) => order > 0),
  gte: (wanted, name) => compareWith(wanted, name, (order) => order >= 0),
  lt: (wanted, name) => compareWith(wanted, name, (order) => order < 0),
  lte: (wanted, name) => compareWith(wanted, name, (order) => order <= 0),
  in(wanted, name) {
    if (!Array.isArray(wanted)) throw wrongArgument(name, 'an array of values', wanted);
    return (value) => wanted.some((each) => isSameValue(value, each));
  },
  contains: (wanted, name) => (value) => {
    if (Array.isArray(value)) return value.some((entry) => isSameValue(entry, wanted));
    if (value === null || value === undefined) return false;
    if (typeof value !== 'string') throw wrongArgument(name, 'used for a text or a list', value);
    if (typeof wanted !== 'string') throw wrongArgument(name, 'a text', wanted);
    return value.includes(wanted);
  },
  search(wanted, name) {
    if (typeof wanted !== 'string') throw wrongArgument(name, 'a text', wanted);
    return createTextMatcher(wanted);
  },
  null(wanted, name) {
    if (typeof wanted !== 'boolean') throw wrongArgument(name, 'true or false', wanted);
    return (value) => (value === null || value === undefined) === wanted;
  },
};

/**
 * An object with the name of an operator has operators. Others are values, for example a group of fields.
 *
 * @param fields The fields of the objects that the column can have. Undefined if it can have any object.
 */
function conditionOf(field: string, wanted: unknown, fields: readonly string[] | undefined): Condition {
  if (!isObject(wanted)) return (value) => isSameValue(value, wanted);
  const entries = Object.entries(wanted);
  const isValue = fields === undefined || (entries.length > 0 && entries.every(([name]) => fields.includes(name)));
  if (isValue && !entries.some(([name]) => Object.hasOwn(operators, name)))
    return (value) => isSameValue(value, wanted);
  if (entries.length === 0) throw wrongArgument(field, 'a value or an object with operators', wanted);
  const conditions = entries.flatMap(([name, argument]) => {
    const create = readField(operators, name);
    if (!create) throw unknownOperator(field, name, fields);
    return argument === undefined ? [] : create(argument, `${field}.${name}`);
  });
  return (value) => conditions.every((matches) => matches(value));
}

function unknownOperator(field: string, name: string, fields: readonly string[] = []): TypeError {
  const kinds = fields.length > 0 ? 'operators and fields' : 'operators';
  return new TypeError(
    `Unknown operator "${name}" of ${field}.${listValid(kinds, name, [...Object.keys(operators), ...fields])}`,
  );
}

function compareWith(wanted: unknown, name: string, accepts: (order: number) => boolean): Condition {
  if (typeof wanted !== 'string' && typeof wanted !== 'number') throw wrongArgument(name, 'a text or a number', wanted);
  return (value) => {
    if (value === null || value === undefined) return false;
    if (typeof value !== typeof wanted) throw wrongArgument(name, `a ${typeof value} like the column`, wanted);
    if (value === wanted) return accepts(0);
    // Both are texts, or both are numbers.
    return accepts((value as string | number) > wanted ? 1 : -1);
  };
}

function wrongArgument(name: string, expected: string, received: unknown): TypeError {
  return new TypeError(`where.${name}: must be ${expected}, received ${preview(received)}`);
}

/** Whether the columns of a row have the given values. */
export function hasValues(row: object, values: object): boolean {
  return Object.entries(values).every(([name, value]) => isSameValue(column(row, name), value));
}

import { brand } from '../../src/contract/brand.ts';
import { recordLabel } from '../../src/contract/endpoint.ts';
import type { OpenEnum } from '../../src/contract/fields.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { type Issue, withArticle } from '../../src/contract/validate.ts';
import { describeIssues } from '../shared/describe-value.ts';
import type { TableName } from './row-types.ts';

/** The constraints that a write violates. */
export interface ConstraintViolations {
  /** Fields that do not match the schema of the table. */
  readonly fields?: readonly Issue[];
  /** References to rows that do not exist, or that rules do not allow. */
  readonly foreignKeys?: readonly Issue[];
  /** Values that another row already has. */
  readonly unique?: readonly Issue[];
}

/** The number of issues that a message lists. An import can have many. */
const maxDescribed = 10;

/** A record that violates the rules of the service. Nothing was stored. */
export class InvalidRecordError extends Error {
  static {
    brand(this, 'InvalidRecordError');
  }

  /** Always `InvalidRecordError`. */
  declare readonly name: 'InvalidRecordError';
  /** The name of the table that the record was meant for: a table of the specification, or one that you added. */
  readonly table: OpenEnum<TableName>;
  /** The invalid fields, and what is wrong with each of them. */
  readonly issues: readonly Issue[];

  constructor(table: OpenEnum<TableName>, issues: readonly Issue[]) {
    super(`${table}: ${describeIssues(issues, maxDescribed)}`);
    this.table = table;
    this.issues = issues;
  }
}

/** Creates the error for an id that no row of the table has. */
export function unknownRow(name: TableName, id: string): InvalidRecordError {
  const message = `must be the id of ${withArticle(recordLabel(name))}, received ${id}`;
  return new InvalidRecordError(name, [{ path: 'id', message }]);
}

/** @throws A TypeError if rows of a table cannot have a column. */
export function assertColumn(
  name: string,
  { knownColumns }: { readonly knownColumns: readonly string[] | undefined },
  column: string,
): void {
  if (!knownColumns || knownColumns.includes(column)) return;
  throw new TypeError(`Unknown column "${column}" of ${name}.${listValid('columns', column, knownColumns)}`);
}

/** The issues about values that another record already has. Not a property, because only the API needs them. */
const uniqueIssues = new WeakMap<InvalidRecordError, readonly Issue[]>();

/** Creates the error for values that another record already has, and for other issues of the record. */
export function conflictError(table: TableName, unique: readonly Issue[], others: readonly Issue[] = []) {
  const error = new InvalidRecordError(table, [...others, ...unique]);
  uniqueIssues.set(error, unique);
  return error;
}

/** Returns the issues of an error that {@link conflictError} got as unique values. */
export function uniqueIssuesOf(error: InvalidRecordError): readonly Issue[] {
  return uniqueIssues.get(error) ?? [];
}

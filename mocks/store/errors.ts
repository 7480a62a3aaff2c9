import type { Issue } from '../../src/contract/validate.ts';
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

/** A write that violates a constraint. Nothing was stored. */
export class ConstraintError extends Error {
  readonly table: TableName;
  readonly fields: readonly Issue[];
  readonly foreignKeys: readonly Issue[];
  readonly unique: readonly Issue[];

  constructor(table: TableName, { fields = [], foreignKeys = [], unique = [] }: ConstraintViolations) {
    super(describe(table, [...fields, ...foreignKeys, ...unique]));
    this.table = table;
    this.fields = fields;
    this.foreignKeys = foreignKeys;
    this.unique = unique;
  }

  get issues(): readonly Issue[] {
    return [...this.fields, ...this.foreignKeys, ...this.unique];
  }
}

/** A record that violates the rules of the service. Nothing was stored. */
export class InvalidRecordError extends Error {
  /** Always `InvalidRecordError`. */
  override readonly name = 'InvalidRecordError';
  /** The table that the record was meant for. */
  readonly table: TableName;
  /** The invalid fields, and what is wrong with each of them. */
  readonly issues: readonly Issue[];

  constructor(table: TableName, issues: readonly Issue[]) {
    super(describe(table, issues));
    this.table = table;
    this.issues = issues;
  }
}

/**
 * Runs a function that writes.
 *
 * @throws An {@link InvalidRecordError} in place of a {@link ConstraintError}.
 */
export function rejectInvalid<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ConstraintError) throw new InvalidRecordError(error.table, error.issues);
    throw error;
  }
}

/** The number of issues that a message lists. An import can have many. */
const maxDescribed = 10;

function describe(table: TableName, issues: readonly Issue[]): string {
  const described = issues.slice(0, maxDescribed).map(({ path, message }) => `${path} ${message}`.trim());
  const more = issues.length - described.length;
  return `${table}: ${described.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

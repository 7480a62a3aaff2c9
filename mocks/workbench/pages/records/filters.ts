import type { FieldDescription, FieldKind } from '../../../../src/contract/describe-schema.ts';
import { parseJson } from '../../../shared/json.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import type { TableName } from '../../../store/row-types.ts';
import { describeColumn, metadataOf } from '../../schema-form/table-metadata.ts';
import type { Session } from '../../state/session.ts';
import { tableNamesOf } from './use-tables.ts';

/** The words of the operators, which take a value or none. */
export const operators = {
  contains: { label: 'contains', hasValue: true },
  is: { label: 'is', hasValue: true },
  isNot: { label: 'is not', hasValue: true },
  isOneOf: { label: 'is one of', hasValue: true },
  isEmpty: { label: 'is empty', hasValue: false },
  isNotEmpty: { label: 'is not empty', hasValue: false },
  isGreater: { label: 'is greater than', hasValue: true },
  isLess: { label: 'is less than', hasValue: true },
} as const;

export type OperatorName = keyof typeof operators;

/** A condition of the rows of a table. */
export interface Filter {
  /** The name of a {@link FilterField}. */
  readonly field: string;
  readonly operator: OperatorName;
  /** The text that the user typed. Empty for an operator without a value. */
  readonly value: string;
}

/** A column of a table, of a record that its rows refer to, or of records that refer to them. */
export interface FilterField {
  /** `country`, `customer_id → name` or `addresses → country`. */
  readonly name: string;
  readonly column: string;
  /** The table of the column. */
  readonly table: TableName;
  /** The column that refers to the other table, or that refers from it. Undefined for a column of the table itself. */
  readonly through?: { readonly column: string; readonly isIncoming: boolean } | undefined;
}

/** Returns the fields by which the rows of a table can be filtered, those of the table itself first. */
export function filterFields(session: Session, table: TableName): readonly FilterField[] {
  const { columns, foreignKeys } = metadataOf(table);
  const own = columns.map((column) => ({ name: column, column, table }));
  const outgoing = Object.entries(foreignKeys).flatMap(([column, target]) =>
    fieldsOfOther(target, column, { column, isIncoming: false }),
  );
  const incoming = tableNamesOf(session).flatMap((other) => {
    const keys = Object.entries(metadataOf(other).foreignKeys).filter(([, target]) => target === table);
    return keys.flatMap(([column]) => {
      const name = keys.length === 1 ? tableNoun(other) : `${tableNoun(other)} by ${column}`;
      return fieldsOfOther(other, name, { column, isIncoming: true });
    });
  });
  return [...own, ...outgoing, ...incoming];
}

function fieldsOfOther(table: TableName, name: string, through: FilterField['through']): readonly FilterField[] {
  // The relation says these already.
  const known = ['id', 'workspace_id', through?.isIncoming ? through.column : ''];
  return metadataOf(table)
    .columns.filter((column) => !known.includes(column))
    .map((column) => ({ name: `${name} → ${column}`, column, table, through }));
}

export function describeField({ table, column }: FilterField): FieldDescription | undefined {
  return describeColumn(table, column);
}

/** Returns the operators that make sense for a field, the most likely one first. */
export function operatorsOf(kind: FieldKind | undefined): readonly OperatorName[] {
  switch (kind?.type) {
    case 'number':
      return ['is', 'isNot', 'isGreater', 'isLess', 'isOneOf', 'isEmpty', 'isNotEmpty'];
    case 'boolean':
      return ['is', 'isNot'];
    case 'enum':
      return ['is', 'isNot', 'isOneOf', 'isEmpty', 'isNotEmpty'];
    case 'list':
    case 'group':
      return ['contains', 'isEmpty', 'isNotEmpty'];
    case 'text':
      return kind.format === 'datetime'
        ? ['isGreater', 'isLess', 'contains', 'isEmpty', 'isNotEmpty']
        : ['is', 'contains', 'isNot', 'isOneOf', 'isEmpty', 'isNotEmpty', 'isGreater', 'isLess'];
    default:
      return ['is', 'contains', 'isNot', 'isOneOf', 'isEmpty', 'isNotEmpty', 'isGreater', 'isLess'];
  }
}

/** Returns the problem of a filter, or undefined. */
export function problemOf(field: FilterField | undefined, { operator, value }: Filter): string | undefined {
  if (!field || !operators[operator].hasValue) return undefined;
  if (value.trim() === '') return 'is required';
  const values = operator === 'isOneOf' ? splitValues(value) : [value];
  const isNumber = describeField(field)?.kind.type === 'number';
  return isNumber && values.some((each) => !Number.isFinite(Number(each))) ? 'must be a number' : undefined;
}

/** Returns the values of a text with commas. */
export function splitValues(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Describes a filter: `country is DE`. */
export function describeFilter({ field, operator, value }: Filter): string {
  return [field, operators[operator].label, value].filter(Boolean).join(' ');
}

/** Formats filters for the query of a place. */
export function formatFilters(filters: readonly Filter[]): string | undefined {
  if (filters.length === 0) return undefined;
  return JSON.stringify(filters.map(({ field, operator, value }) => [field, operator, value]));
}

/** Reads the filters of the query of a place. Others can write an address: what is no filter is ignored. */
export function parseFilters(text: string | undefined): readonly Filter[] {
  const parsed = parseJson(text);
  if (!Array.isArray(parsed)) return [];
  return parsed.flatMap((each: unknown) => {
    const [field, operator, value] = Array.isArray(each) ? (each as readonly unknown[]) : [];
    if (typeof field !== 'string' || typeof value !== 'string' || !isOperator(operator)) return [];
    return [{ field, operator, value }];
  });
}

function isOperator(value: unknown): value is OperatorName {
  return typeof value === 'string' && Object.hasOwn(operators, value);
}

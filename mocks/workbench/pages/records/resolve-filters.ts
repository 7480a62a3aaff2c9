import { parseJsonOrText, readField } from '../../../shared/json.ts';
import type { TableName } from '../../../store/row-types.ts';
import { fold } from '../../../store/text-matcher.ts';
import { describeColumn } from '../../schema-form/table-metadata.ts';
import type { Row, Session } from '../../state/session.ts';
import { type Filter, type FilterField, filterFields, splitValues } from './filters.ts';

/** The most rows that are searched for the notations of a text. */
const maxNotations = 1_000;

/** Operators of the control API with their values. */
type Conditions = Readonly<Record<string, unknown>>;

/** A filter with its field. */
interface KnownFilter {
  readonly field: FilterField;
  readonly filter: Filter;
}

/**
 * Returns the condition of rows that match all filters. The filters of one relation apply to the same record: a
 * shipping address in Germany is one address. Filters of unknown fields are ignored.
 */
export async function resolveFilters(
  session: Session,
  table: TableName,
  filters: readonly Filter[],
): Promise<Row | undefined> {
  const fields = filterFields(session, table);
  const known = filters.flatMap((filter): readonly KnownFilter[] => {
    const field = fields.find(({ name }) => name === filter.field);
    return field ? [{ field, filter }] : [];
  });
  if (known.length === 0) return undefined;
  let where = await whereOf(
    session,
    table,
    known.filter(({ field }) => field.through === undefined),
  );
  const related = known.filter(({ field }) => field.through !== undefined);
  for (const { field } of related) {
    const group = related.filter((each) => relationOf(each.field) === relationOf(field));
    // Each relation once, with its first filter.
    if (group[0]?.field !== field) continue;
    const rows = await session.queryRows(field.table, { where: await whereOf(session, field.table, group) });
    where = await combine(session, table, where, ...(await throughRelation(session, table, field, rows)));
  }
  return where;
}

function relationOf({ table, through }: FilterField): string {
  return `${table} ${through?.column} ${through?.isIncoming}`;
}

/** Returns the condition of the filters of a table's own columns. */
async function whereOf(session: Session, table: TableName, filters: readonly KnownFilter[]): Promise<Row> {
  let where: Row = {};
  for (const { field, filter } of filters) {
    where = await combine(session, table, where, field.column, await conditionsOf(session, field, filter));
  }
  return where;
}

/** Returns the column and its condition for the rows that refer to others, or that others refer to. */
async function throughRelation(
  session: Session,
  table: TableName,
  { through }: FilterField,
  others: readonly Row[],
): Promise<[column: string, conditions: Conditions]> {
  const column = through?.column ?? '';
  if (through?.isIncoming) {
    return ['id', { in: [...new Set(others.flatMap((row) => readField(row, column) ?? []))] }];
  }
  const ids = others.map((row) => row['id']);
  if (describeColumn(table, column)?.kind.type !== 'list') return [column, { in: ids }];
  return ['id', { in: await idsWithEntries(session, table, column, ids) }];
}

/** Returns the ids of the rows whose list has one of the entries. */
async function idsWithEntries(session: Session, table: TableName, column: string, entries: readonly unknown[]) {
  const found = await Promise.all(
    entries.map((entry) => session.queryRows(table, { where: { [column]: { contains: entry } } })),
  );
  return [...new Set(found.flat().map((row) => row['id']))];
}

/** Adds the conditions of a column. A condition that the column has already becomes one of the ids. */
async function combine(
  session: Session,
  table: TableName,
  where: Row,
  column: string,
  conditions: Conditions,
): Promise<Row> {
  const former = (where[column] ?? {}) as Conditions;
  const isNew = Object.keys(conditions).every((name) => !Object.hasOwn(former, name));
  if (isNew) return { ...where, [column]: { ...former, ...conditions } };
  const rows = await session.queryRows(table, { where: { [column]: conditions } });
  const ids = rows.map((row) => row['id']);
  const { in: others = ids, ...rest } = (where['id'] ?? {}) as { readonly in?: readonly unknown[] };
  return { ...where, id: { ...rest, in: ids.filter((id) => others.includes(id)) } };
}

/** Returns the operators of the control API for a filter. */
async function conditionsOf(session: Session, field: FilterField, { operator, value }: Filter): Promise<Conditions> {
  const text = value.trim();
  switch (operator) {
    case 'contains':
      return { search: text };
    case 'is':
      return isCondition(session, field, [text]);
    case 'isNot':
      return { ne: valuesOf(field, text).at(-1) };
    case 'isOneOf':
      return isCondition(session, field, splitValues(text));
    case 'isEmpty':
      return { in: emptyValues };
    case 'isNotEmpty':
      return { null: false, ...notEmptyOf(field) };
    case 'isGreater':
      return { gt: valuesOf(field, text).at(-1) };
    case 'isLess':
      return { lt: valuesOf(field, text).at(-1) };
  }
}

const emptyValues = [null, '', []];

function notEmptyOf({ table, column }: FilterField): Conditions {
  const kind = describeColumn(table, column)?.kind.type;
  if (kind === 'list') return { ne: [] };
  return kind === 'text' ? { ne: '' } : {};
}

/** Returns the condition that a column has one of the values. The case and the accents of a text do not matter. */
async function isCondition(session: Session, field: FilterField, texts: readonly string[]): Promise<Conditions> {
  const { table, column } = field;
  if (describeColumn(table, column)?.kind.type !== 'text') {
    return { in: texts.flatMap((text) => valuesOf(field, text)) };
  }
  const found = await Promise.all(texts.map((text) => notationsOf(session, field, text)));
  return { in: [...new Set([...texts, ...found.flat()])] };
}

/** Returns the values of a column that differ from a text only in case and accents. */
async function notationsOf(session: Session, { table, column }: FilterField, text: string) {
  if (text === '') return [];
  const rows = await session.queryRows(table, { where: { [column]: { search: text } }, limit: maxNotations });
  const values = rows.map((row) => readField(row, column)).filter((value) => typeof value === 'string');
  return values.filter((value) => fold(value) === fold(text));
}

/** Returns the values that a text stands for. A text of a column without a known kind can also be JSON. */
function valuesOf({ table, column }: FilterField, text: string): readonly unknown[] {
  switch (describeColumn(table, column)?.kind.type) {
    case 'text':
      return [text];
    case 'number':
      return [Number(text)];
    default:
      return [text, parseJsonOrText(text)];
  }
}

import { fieldsOf } from '../../../../src/contract/describe-schema.ts';
import type { TableName } from '../../../store/row-types.ts';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';

/**
 * Returns the condition that a column has a value. The text becomes a number or a boolean if the column has such
 * values. `null` stands for the absence of a value. An address can name a column that does not exist: it is ignored.
 */
export function parseWhere(table: TableName, column: string | undefined, text: string): Row | undefined {
  if (column === undefined || text === '' || !metadataOf(table).columns.includes(column)) return undefined;
  const field = fieldsOf(metadataOf(table).row)[column];
  return { [column]: parseValue(text, field?.kind.type, field?.isNullable) };
}

function parseValue(text: string, type: string | undefined, isNullable = false): unknown {
  if (isNullable && text === 'null') return null;
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

import type { FieldDescription } from '../../../../src/contract/describe-schema.ts';
import { parseJsonOrText } from '../../../shared/json.ts';
import type { TableName } from '../../../store/row-types.ts';
import { describeColumn, metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';

/**
 * Returns the condition that a column has a value, or that its list has this entry. Unless the column has texts, the
 * text can also be JSON: `5`, `true` or `null`. An address can name a column that does not exist: it is ignored.
 */
export function parseWhere(table: TableName, column: string | undefined, text: string): Row | undefined {
  if (column === undefined || text === '' || !metadataOf(table).columns.includes(column)) return undefined;
  return { [column]: conditionOf(text, describeColumn(table, column)) };
}

function conditionOf(text: string, field: FieldDescription | undefined): unknown {
  if (text === 'null' && field?.isNullable) return null;
  switch (field?.kind.type) {
    case 'text':
      return text;
    case 'list':
      return { contains: field.kind.element.kind.type === 'text' ? text : parseJsonOrText(text) };
    default:
      return { in: [text, parseJsonOrText(text)] };
  }
}

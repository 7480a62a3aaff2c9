import type { ControlClient } from '../../../remote/control-client.ts';
import { errorMessage } from '../../../shared/error-message.ts';
import { isObject } from '../../../shared/is-object.ts';
import type { TableName } from '../../../store/row-types.ts';
import { count } from '../../components/text.ts';

/**
 * Inserts the rows of a JSON file, one after the other, and returns their number.
 *
 * @throws An Error that names the row if one is not valid. The rows before it stay.
 */
export async function importRows(control: ControlClient, table: TableName, json: unknown): Promise<number> {
  const rows = rowsOf(table, json);
  for (const [index, row] of rows.entries()) {
    try {
      await control.post(`db/${table}`, row);
    } catch (error) {
      const reason = errorMessage(error);
      throw new Error(`Row ${index + 1} of ${rows.length}: ${reason}. Imported before it: ${count(index, 'row')}.`);
    }
  }
  return rows.length;
}

function rowsOf(table: TableName, json: unknown): readonly unknown[] {
  // An export of this page is a list. A seed file has lists by table.
  const rows = isObject(json) ? json[table] : json;
  if (Array.isArray(rows)) return rows;
  throw new Error(`Import: the file must be a list of rows, or an object with a list "${table}".`);
}

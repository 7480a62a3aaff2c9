import type { Issue } from '../../../../src/contract/validate.ts';
import { maxBadRows } from '../../../seed/row-lines.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import type { InvalidRecordError } from '../../../store/errors.ts';
import { count, escapeInvisible } from '../../text.ts';

/** Says what is wrong with each row of an import. */
export function ImportProblems({ error: { table, issues } }: { error: InvalidRecordError }) {
  const rows = [...new Set(issues.map(rowOf))];
  return (
    <section class="import-problems">
      <p class="error" role="alert">
        Nothing was imported. {count(rows.length, 'row')} of {tableNoun(table)} {rows.length === 1 ? 'is' : 'are'} not
        valid
        {rows.length === maxBadRows && ', and maybe more'}:
      </p>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <strong>{describeRow(row)}</strong>
            {issues
              .filter((issue) => rowOf(issue) === row)
              .map(({ path, message }) => (
                <div key={path}>
                  <code>{escapeInvisible(path.slice(row.length + 1))}</code> {escapeInvisible(message)}
                </div>
              ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the first part of the path of an issue. */
function rowOf({ path }: Issue): string {
  return path.split('.', 1)[0] ?? '';
}

/** A line or a row of the file, counted from 1, or a record that the file does not contain. */
function describeRow(row: string): string {
  if (row.startsWith('line ')) return `Line ${row.slice(5)}`;
  return /^\d+$/.test(row) ? `Row ${(Number(row) + 1).toLocaleString('en-US')}` : `Record ${row}`;
}

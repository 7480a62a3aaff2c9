import type { ReferenceGroup } from '../../../control-api/routes/references.ts';
import { labelOf } from '../../../store/fields.ts';
import type { TableName } from '../../../store/row-types.ts';
import { Link } from '../../components/link.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import { formatPath, recordPath } from '../../state/router.ts';
import type { Row } from '../../state/session.ts';
import { count, formatCell } from '../../text.ts';
import { targetOf } from './grid-columns.tsx';
import { useRecord, useReferences } from './use-record.ts';

/** The most records of a group that are listed. */
const maxListed = 20;

/** A record that a row refers to. */
interface OutgoingLink {
  readonly column: string;
  readonly table: TableName;
  readonly id: string;
}

/** A map of the records that a record refers to, directly and through others, and of those that refer to it. */
export function RecordLinks({ table, row }: { table: TableName; row: Row }) {
  const id = String(row['id']);
  const groups = useReferences(table, id)?.references;
  return (
    <div class="detail-panel">
      <section>
        <h3>Refers to</h3>
        {outgoingLinks(table, row).length === 0 && <p class="muted">No other record.</p>}
        <Outgoing table={table} row={row} path={[id]} />
      </section>
      <section>
        <h3>Referred to by</h3>
        {groups === undefined && <p class="muted">Loading …</p>}
        {groups?.length === 0 && <p class="muted">No other record.</p>}
        {groups?.map((group) => (
          <Incoming key={`${group.table} ${group.column}`} group={group} id={id} />
        ))}
      </section>
    </div>
  );
}

/**
 * The records that a row refers to, each with those that it refers to itself.
 *
 * @param path The ids from the first record to the row. No record is opened within itself.
 */
function Outgoing({ table, row, path }: { table: TableName; row: Row; path: readonly string[] }) {
  // Every record has a workspace, which is worth mentioning once.
  const links = outgoingLinks(table, row).filter((link) => path.length === 1 || link.table !== 'workspaces');
  if (links.length === 0) return null;
  return (
    <ul class="links">
      {links.map((link) => (
        <Branch key={`${link.column} ${link.id}`} link={link} path={path} />
      ))}
    </ul>
  );
}

/** Returns the records that a row refers to. */
function outgoingLinks(table: TableName, row: Row): readonly OutgoingLink[] {
  return Object.entries(row).flatMap(([column, value]) => {
    const target = targetOf(table, column);
    if (!target) return [];
    const ids = Array.isArray(value) ? value : [value];
    return ids.filter((id) => typeof id === 'string').map((id) => ({ column, table: target, id }));
  });
}

function Branch({ link: { column, table, id }, path }: { link: OutgoingLink; path: readonly string[] }) {
  const row = useRecord(table, id);
  return (
    <li>
      <span class="muted">{column}</span>
      <RecordLink table={table} id={id} row={row} />
      {row && !path.includes(id) && <Outgoing table={table} row={row} path={[...path, id]} />}
    </li>
  );
}

/** A link to a record by its name, as soon as it is known. */
function RecordLink({ table, id, row }: { table: TableName; id: string; row: Row | null | undefined }) {
  return (
    <Link to={recordPath(table, id)}>
      {row ? formatCell(labelOf(row), 80) : id} <span class="badge">{metadataOf(table).label}</span>
    </Link>
  );
}

/** The rows that refer to a record by a column, as links. */
export function Incoming({ group: { table, column, ids, total }, id }: { group: ReferenceGroup; id: string }) {
  return (
    <div>
      <p class="muted">
        <Link to={formatPath(['records', table], { column, value: id })}>
          {count(total, 'row')} of {table}
        </Link>
        , by {column}
      </p>
      <ul class="links">
        {ids.slice(0, maxListed).map((each) => (
          <IncomingLink key={each} table={table} id={each} />
        ))}
      </ul>
    </div>
  );
}

function IncomingLink({ table, id }: { table: TableName; id: string }) {
  return (
    <li>
      <RecordLink table={table} id={id} row={useRecord(table, id)} />
    </li>
  );
}

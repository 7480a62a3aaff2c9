import type { ReferenceGroup } from '../../../control-api/routes/references.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useRowName } from '../../app/use-row-name.ts';
import { Link } from '../../components/link.tsx';
import { describeColumn, metadataOf } from '../../schema-form/table-metadata.ts';
import { queryNamedRows } from '../../state/named-rows.ts';
import { formatPath, recordPath } from '../../state/router.ts';
import type { Row } from '../../state/session.ts';
import { count, formatCell } from '../../text.ts';
import { formatFilters, type OperatorName } from './filters.ts';
import { targetOf } from './grid-columns.tsx';
import { useRecord, useReferences } from './use-record.ts';

/** Returns the operator that finds an id in a column, which may have a list of ids. */
function operatorFor(table: TableName, column: string): OperatorName {
  return describeColumn(table, column)?.kind.type === 'list' ? 'contains' : 'is';
}

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
  const name = useRowName(table, row ?? { id });
  return (
    <li>
      <span class="muted">{column}</span>
      <RecordLink table={table} id={id} name={name} />
      {row && !path.includes(id) && <Outgoing table={table} row={row} path={[...path, id]} />}
    </li>
  );
}

/** A link to a record by its name, as soon as it is known. */
function RecordLink({ table, id, name = id }: { table: TableName; id: string; name: string | undefined }) {
  return (
    <Link to={recordPath(table, id)}>
      {formatCell(name, 80)} <span class="badge">{metadataOf(table).label}</span>
    </Link>
  );
}

/** The rows that refer to a record by a column, as links. */
export function Incoming({ group: { table, column, ids, total }, id }: { group: ReferenceGroup; id: string }) {
  const { session } = useApp();
  const listed = ids.slice(0, maxListed);
  const load = () => queryNamedRows(session, table, { where: { id: { in: listed } } });
  const named = useLoaded(load, [table, listed.join(), session.recordsVersion.value]);
  return (
    <div>
      <p class="muted">
        <Link
          to={formatPath(['records', table], {
            filter: formatFilters([{ field: column, operator: operatorFor(table, column), value: id }]),
          })}
        >
          {count(total, 'row')} of {tableNoun(table)}
        </Link>
        , by {column}
      </p>
      <ul class="links">
        {listed.map((each) => (
          <li key={each}>
            <RecordLink table={table} id={each} name={named?.find(({ row }) => row['id'] === each)?.name} />
          </li>
        ))}
      </ul>
    </div>
  );
}

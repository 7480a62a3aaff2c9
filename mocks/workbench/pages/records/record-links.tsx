import { useEffect, useState } from 'preact/hooks';
import { metadata } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Link } from '../../components/link.tsx';
import { count, formatCell } from '../../components/text.ts';
import { labelOf } from '../../schema-form/references.ts';
import { formatPath } from '../../store/router.ts';
import type { Row } from '../../store/session.ts';
import { recordPath } from './columns.tsx';
import { findReferences, type OutgoingLink, outgoingLinks, type ReferenceGroup } from './references.ts';

/** Loads the rows that refer to a record, and again after each change. */
export function useReferences(table: TableName, id: string): readonly ReferenceGroup[] | undefined {
  const { session, run } = useApp();
  const [groups, setGroups] = useState<readonly ReferenceGroup[]>();
  const changes = session.recordsVersion.value;
  useEffect(() => {
    let isCurrent = true;
    void run(async () => {
      const found = await findReferences(session.control, table, id);
      if (isCurrent) setGroups(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [session, run, table, id, changes]);
  return groups;
}

/** The records that a record refers to, and those that refer to it. */
export function RecordLinks({ table, row }: { table: TableName; row: Row }) {
  const groups = useReferences(table, String(row['id']));
  const outgoing = outgoingLinks(table, row);
  return (
    <div class="request-panel">
      <section>
        <h3>Refers to</h3>
        {outgoing.length === 0 && <p class="muted">No other record.</p>}
        <ul class="links">
          {outgoing.map((link) => (
            <li key={`${link.column} ${link.id}`}>
              <span class="muted">{link.column}</span>
              <Outgoing link={link} />
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>Referred to by</h3>
        {groups === undefined && <p class="muted">Loading …</p>}
        {groups?.length === 0 && <p class="muted">No other record.</p>}
        {groups?.map((group) => (
          <Incoming key={`${group.table} ${group.column}`} group={group} id={String(row['id'])} />
        ))}
      </section>
    </div>
  );
}

function Outgoing({ link: { table, id } }: { link: OutgoingLink }) {
  const { session, run } = useApp();
  const [row, setRow] = useState<Row>();
  useEffect(() => {
    void run(async () => setRow(await session.control.get<Row>(`db/${table}/${encodeURIComponent(id)}`)));
  }, [session, run, table, id]);
  return (
    <Link to={recordPath(table, id)}>
      {row ? formatCell(labelOf(row), 80) : id} <span class="badge">{metadata[table].label}</span>
    </Link>
  );
}

function Incoming({ group: { table, column, rows, total }, id }: { group: ReferenceGroup; id: string }) {
  return (
    <div>
      <p class="muted">
        <Link to={formatPath(['records', table], { column, value: id })}>
          {count(total, 'row')} of {table}
        </Link>{' '}
        by {column}
      </p>
      <ul class="links">
        {rows.map((row) => (
          <li key={String(row['id'])}>
            <Link to={recordPath(table, String(row['id']))}>{formatCell(labelOf(row), 80)}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

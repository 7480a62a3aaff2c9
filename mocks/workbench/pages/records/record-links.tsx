import type { ReferenceGroup } from '../../../control-api/routes/references.ts';
import { orIfMissing } from '../../../remote/control-client.ts';
import { metadata } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Link } from '../../components/link.tsx';
import { count, formatCell } from '../../components/text.ts';
import { labelOf } from '../../schema-form/references.ts';
import { formatPath, recordPath } from '../../store/router.ts';
import type { Row } from '../../store/session.ts';
import { outgoingLinks } from './outgoing-links.ts';
import { useReferences } from './use-references.ts';

/** The most records of a group that are listed. */
const maxListed = 20;

/** The records that a record refers to, and those that refer to it. */
export function RecordLinks({ table, row }: { table: TableName; row: Row }) {
  const groups = useReferences(table, String(row['id']))?.references;
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
              <RecordLink table={link.table} id={link.id} />
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

/** A link to a record by its name. The record may be deleted while its name is read. */
function RecordLink({ table, id }: { table: TableName; id: string }) {
  const { session } = useApp();
  const row = useLoaded(
    () => orIfMissing(() => session.control.call('GET /db/{table}/{id}', { params: { table, id } }), null),
    [table, id],
  );
  return (
    <Link to={recordPath(table, id)}>
      {row ? formatCell(labelOf(row), 80) : id} <span class="badge">{metadata[table].label}</span>
    </Link>
  );
}

function Incoming({ group: { table, column, ids, total }, id }: { group: ReferenceGroup; id: string }) {
  return (
    <div>
      <p class="muted">
        <Link to={formatPath(['records', table], { column, value: id })}>
          {count(total, 'row')} of {table}
        </Link>{' '}
        by {column}
      </p>
      <ul class="links">
        {ids.slice(0, maxListed).map((each) => (
          <li key={each}>
            <RecordLink table={table} id={each} />
          </li>
        ))}
      </ul>
    </div>
  );
}

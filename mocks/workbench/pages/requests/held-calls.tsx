import { useState } from 'preact/hooks';
import type { WaitingCall } from '../../../controls/faults/waiting-calls.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { MethodBadge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { describeScope } from '../../state/describe-fault.ts';
import { type FaultGroup, groupFaults } from '../../state/fault-groups.ts';
import { count, formatCell } from '../../text.ts';
import { ReleaseButtons } from '../failures/active-faults.tsx';
import { EditResponseDialog } from './edit-response-dialog.tsx';
import { Elapsed } from './request-time.tsx';

/** The most calls that are listed for a fault. */
const maxCalls = 20;

/** The calls that faults hold, to edit a held response and to release them. The journal does not have them yet. */
export function HeldCalls() {
  const { session } = useApp();
  const faults = session.faults.value;
  const holds = faults.filter(({ hold, waiting }) => hold && waiting > 0);
  const calls = useLoaded(
    async () => (holds.length > 0 ? (await session.control.call('GET /faults/waiting')).calls : []),
    [session, faults],
  );
  if (holds.length === 0 || !calls) return null;
  return (
    <section class="held" aria-label="Held calls">
      {groupFaults(holds).map((group) => (
        <HeldGroup key={group.id} group={group} calls={calls.filter((call) => call.faults.includes(group.id))} />
      ))}
    </section>
  );
}

function HeldGroup({ group, calls }: { group: FaultGroup; calls: readonly WaitingCall[] }) {
  return (
    <>
      <header>
        <strong>{count(calls.length, 'call')} held</strong>
        <span class="muted">by the fault of {group.faults.map(describeScope).join(', ')}</span>
        <span class="spacer" />
        <ReleaseButtons group={group} />
      </header>
      <ul>
        {calls.slice(0, maxCalls).map((call) => (
          <HeldItem key={call.id} call={call} />
        ))}
      </ul>
    </>
  );
}

function HeldItem({ call }: { call: WaitingCall }) {
  const { method, url, operation, since, response } = call;
  const [isEditing, setEditing] = useState(false);
  return (
    <li>
      <MethodBadge method={formatCell(method, 10)} />
      {response && <StatusBadge status={response.status} />}
      <span class="nowrap">{operation ?? 'no operation'}</span>
      <span class="code truncate">{formatCell(url)}</span>
      <span class="muted nowrap">
        <Elapsed since={since} />
      </span>
      {response && (
        <Button icon="edit" label={`Edit response of ${method} ${url}`} onClick={() => setEditing(true)}>
          Edit response
        </Button>
      )}
      {response && isEditing && (
        <EditResponseDialog call={call} response={response} onClose={() => setEditing(false)} />
      )}
    </li>
  );
}

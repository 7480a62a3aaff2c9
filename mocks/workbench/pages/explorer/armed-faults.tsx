import { patternsOf } from '../../../controls/faults/operation-pattern.ts';
import { useApp } from '../../app/context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { describeEffect } from '../../state/describe-fault.ts';
import { groupFaults, includes, isActive } from '../../state/fault-groups.ts';
import { useFaultActions } from '../failures/use-fault-actions.ts';

/** The faults that apply to the calls of an operation, and a button that adds one. */
export function ArmedFaults({ operation }: { operation: string }) {
  const { session } = useApp();
  const { add, remove } = useFaultActions();
  const groups = groupFaults(session.faults.value).filter(
    (group) => isActive(group) && group.faults.some((fault) => includes(patternsOf(fault), operation)),
  );
  return (
    <div class="explorer-faults" role="group" aria-label="Failures of this operation">
      {groups.map(({ id, preset, faults }) => {
        const [first] = faults;
        const effect = preset ?? describeEffect(first);
        const left = first.times === undefined ? '' : `, ${first.times - first.hits} left`;
        return (
          <span key={id} class="explorer-faults">
            <Badge tone="warning">{`${effect} armed${preset ? '' : left}`}</Badge>
            <Button kind="quiet" icon="close" label={`Remove ${effect}`} onClick={() => remove([id])} />
          </span>
        );
      })}
      <Button icon="failures" onClick={() => add({ on: operation as '*', times: 1, status: 503 })}>
        Fail the next call
      </Button>
    </div>
  );
}

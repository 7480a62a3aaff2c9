import { Button } from '../components/button.tsx';
import { Icon } from '../components/icons.tsx';
import { Link } from '../components/link.tsx';
import { describeEffect, describeScope } from '../state/describe-fault.ts';
import { type FaultGroup, groupFaults, isActive } from '../state/fault-groups.ts';
import { count, formatRateLimit } from '../text.ts';
import { useApp } from './context.ts';

/** Everything that makes the mock behave in an unusual way. */
export function ActiveSettings() {
  return (
    <div class="active-settings">
      <ActiveFaults />
      <ActiveRateLimit />
      <StoppedClock />
    </div>
  );
}

/** Active faults are visible on every page, because they explain errors that look like bugs. */
function ActiveFaults() {
  const { session } = useApp();
  const groups = groupFaults(session.faults.value).filter(isActive);
  if (groups.length === 0) return null;
  return (
    <span class="chip warning">
      <Icon name="failures" />
      <Link to="/failures">{groups.length === 1 ? groups.map(describeGroup) : `${groups.length} faults`}</Link>
      <Button kind="quiet" label={`Remove ${count(groups.length, 'fault')}`} onClick={() => session.clearFaults()}>
        Remove
      </Button>
    </span>
  );
}

/** A rate limit causes errors that depend on what happened before. */
function ActiveRateLimit() {
  const { session } = useApp();
  const rate = session.policies.value?.rateLimit ?? 'off';
  if (rate === 'off') return null;
  return (
    <span class="chip warning">
      <Link to="/time">
        <span class="optional">Limit: </span>
        {formatRateLimit(rate)}
      </Link>
      <Button kind="quiet" label="Remove the rate limit" onClick={() => session.setPolicies({ rateLimit: 'off' })}>
        Remove
      </Button>
    </span>
  );
}

/** New records have the same time, and rate limits never end. */
function StoppedClock() {
  const { session } = useApp();
  if (!session.clock.value?.isStopped) return null;
  return (
    <span class="chip warning">
      <Icon name="pause" />
      <Link to="/time">Clock stopped</Link>
      <Button kind="quiet" label="Resume the clock" onClick={() => session.resumeClock()}>
        Resume
      </Button>
    </span>
  );
}

/** The name of a preset, or the effect with the operations on wide screens. */
function describeGroup({ preset, faults: [fault] }: FaultGroup) {
  if (preset) return preset;
  return (
    <>
      {describeEffect(fault)}
      <span class="optional"> on {describeScope(fault)}</span>
    </>
  );
}

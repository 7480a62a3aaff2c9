import { useApp } from '../../app/context.ts';
import { useNow } from '../../app/use-now.ts';
import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { changedPolicies } from '../../state/changed-policies.ts';
import { timeOf } from '../../state/clock.ts';
import { groupFaults } from '../../state/fault-groups.ts';
import { count, escapeInvisible, formatMoment } from '../../text.ts';

/** Everything by which the mock differs from a new one. */
export function Settings() {
  const { session } = useApp();
  const faults = groupFaults(session.faults.value).length;
  const policies = changedPolicies(session.policies.value);
  return (
    <Section title="Settings">
      <dl class="facts">
        <dt>Clock</dt>
        <dd>
          <Link to="/time">
            <Time />
          </Link>
        </dd>
        <dt>Faults</dt>
        <dd>
          <Link to="/failures">{faults === 0 ? 'none' : count(faults, 'active fault')}</Link>
        </dd>
        <dt>Policies</dt>
        <dd>
          <Link to="/policies">{policies.length === 0 ? 'all at their defaults' : `${policies.length} changed`}</Link>
          {policies.length > 0 && (
            <ul>
              {policies.map(([name, value]) => (
                <li key={name}>
                  <code>{escapeInvisible(`${name}: ${JSON.stringify(value)}`)}</code>
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
    </Section>
  );
}

/** The time of the mock. It ticks, unless the clock is stopped. */
function Time() {
  const clock = useApp().session.clock.value;
  const now = useNow(clock?.isStopped === false);
  if (!clock) return null;
  return (
    <>
      {formatMoment(timeOf(clock, now))}
      {clock.isStopped && ', stopped'}
    </>
  );
}

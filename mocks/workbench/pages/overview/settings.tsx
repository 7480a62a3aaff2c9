import { useApp } from '../../app/context.ts';
import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { changedPolicies } from '../../state/changed-policies.ts';
import { groupFaults } from '../../state/fault-groups.ts';
import { count, escapeInvisible } from '../../text.ts';

/** Everything by which the mock differs from a new one. */
export function Settings() {
  const { session } = useApp();
  const { clock } = session.state.value ?? {};
  const faults = groupFaults(session.faults.value).length;
  const policies = changedPolicies(session.policies.value);
  return (
    <Section title="Settings">
      <dl class="facts">
        <dt>Clock</dt>
        <dd>
          <Link to="/time">{clock === undefined ? '' : new Date(clock).toLocaleString()}</Link>
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

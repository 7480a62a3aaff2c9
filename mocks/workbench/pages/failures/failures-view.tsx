import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { groupFaults } from '../../state/fault-groups.ts';
import { ActiveFaults } from './active-faults.tsx';
import { LatencySection } from './latency-section.tsx';
import { MakeFailSection } from './make-fail-section.tsx';
import { PresetsSection } from './presets-section.tsx';

/** Makes the mock fail, and shows all that fails. */
export function FailuresView() {
  const { session } = useApp();
  const groups = groupFaults(session.faults.value);
  return (
    <>
      <header class="page-head">
        <h1>Failures</h1>
        <span class="spacer" />
        <Button icon="close" disabled={groups.length === 0} onClick={() => session.clearFaults()}>
          Remove all faults
        </Button>
      </header>
      <div class="page-body">
        <div class="failures">
          <MakeFailSection />
          <PresetsSection groups={groups} />
          <div class="failures-side">
            <ActiveFaults groups={groups} />
            <LatencySection groups={groups} />
          </div>
        </div>
        <p class="muted failures-note">
          To limit the number of calls, set a rate limit on the page <Link to="/time">Time</Link>.
        </p>
      </div>
    </>
  );
}

import { useState } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { groupFaults } from '../../state/fault-groups.ts';
import { ActiveFaults } from './active-faults.tsx';
import { FaultDialog } from './fault-dialog.tsx';
import { LatencySection } from './latency-section.tsx';
import { OperationsSection } from './operations-section.tsx';
import { PresetsSection } from './presets-section.tsx';
import { RateLimitSection } from './rate-limit-section.tsx';

/** Makes the mock fail, and shows all that fails. */
export function FailuresView() {
  const { session } = useApp();
  const [isAdding, setAdding] = useState(false);
  const groups = groupFaults(session.faults.value);
  return (
    <>
      <header class="page-head">
        <h1>Failures</h1>
        <span class="spacer" />
        <div class="buttons">
          <Button icon="add" onClick={() => setAdding(true)}>
            Add a fault
          </Button>
          <Button icon="trash" disabled={groups.length === 0} onClick={() => session.clearFaults()}>
            Clear all faults
          </Button>
        </div>
      </header>
      <div class="page-body failures">
        <div class="failures-columns">
          <OperationsSection groups={groups} />
          <div class="failures-side">
            <PresetsSection groups={groups} />
            <LatencySection groups={groups} />
            <RateLimitSection />
          </div>
        </div>
        {/* Below the switches, which would otherwise move. */}
        <div class="failures-active">
          <ActiveFaults groups={groups} />
        </div>
      </div>
      {isAdding && <FaultDialog onClose={() => setAdding(false)} />}
    </>
  );
}

import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { FailureSentence } from './failure-sentence.tsx';
import { FaultDialog } from './fault-dialog.tsx';
import { useFailure } from './use-failure.ts';
import { useFaultActions } from './use-fault-actions.ts';

/** The sentence that makes an operation fail. Its other properties are in a dialog. */
export function MakeFailSection() {
  const failure = useFailure();
  const { add } = useFaultActions();
  const [isAdding, setAdding] = useState(false);
  const { fault } = failure;
  return (
    <Section title="Make something fail" isWide>
      <Form class="make-fail" onSubmit={() => fault && add(fault)}>
        <FailureSentence failure={failure} />
        <div class="buttons">
          <Button type="submit" kind="primary" icon="failures" disabled={!fault}>
            Make it fail
          </Button>
          <Button label="More …: add a fault with all its properties" onClick={() => setAdding(true)}>
            More …
          </Button>
        </div>
      </Form>
      <p class="muted">A failure is what your app sees. The mock injects a fault to cause it.</p>
      {isAdding && <FaultDialog initial={fault} onClose={() => setAdding(false)} />}
    </Section>
  );
}

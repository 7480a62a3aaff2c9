import { Badge, StatusBadge } from '../../components/badge.tsx';
import { escapeInvisible, formatDuration } from '../../text.ts';
import { Explained } from '../requests/explained.tsx';
import { type ClientCall, type ClientStep, countAttempts } from './client-call.ts';
import type { Result } from './results.ts';

interface ClientCallProps {
  readonly operation: string;
  readonly method: string;
  readonly result: Result;
  readonly call: ClientCall;
}

/** The attempts and waits of a call of the client, its error, and the messages of its validation. */
export function ClientCallView({ operation, method, result, call }: ClientCallProps) {
  const { steps, warnings, error } = call;
  return (
    <section class="client-call" aria-label="Call of the client">
      {/* A single response is in the title. */}
      {(steps.length > 1 || steps[0]?.kind === 'failure') && (
        <ol>
          {steps.map((step, index) => (
            <li key={index}>
              <Step step={step} />
            </li>
          ))}
        </ol>
      )}
      <Explained
        entry={{ operation, fault: result.fault, response: result }}
        call={{ method, attempts: countAttempts(call) }}
        error={error}
      />
      {warnings.length > 0 && (
        <ul class="client-warnings">
          {warnings.map((warning) => (
            <li key={warning}>{escapeInvisible(warning)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Step({ step }: { step: ClientStep }) {
  switch (step.kind) {
    case 'response':
      return (
        <>
          <StatusBadge status={step.status} /> <span class="muted">{formatDuration(step.duration)}</span>
        </>
      );
    case 'failure':
      return <Badge tone="bad">{step.error}</Badge>;
    case 'wait':
      return <span class="muted">waited {formatDuration(step.delay)}</span>;
  }
}

import { Badge, StatusBadge } from '../../components/badge.tsx';
import { escapeInvisible, formatDuration } from '../../text.ts';
import type { ClientCall, ClientStep } from './client-call.ts';

/** The attempts and waits of a call of the client, the messages of its validation, and its error. */
export function ClientCallView({ call: { steps, warnings, error } }: { call: ClientCall }) {
  return (
    <section class="client-call" aria-label="Call of the client">
      <ol>
        {steps.map((step, index) => (
          <li key={index}>
            <Step step={step} />
          </li>
        ))}
      </ol>
      {error && (
        <div class="explained">
          <strong>{error.name}</strong> <span>{escapeInvisible(error.message)}</span>
        </div>
      )}
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

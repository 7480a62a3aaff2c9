import { type Explainable, explainFailure } from '../../../controls/explain-failure.ts';
import { Issues } from '../../components/issues.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { describeRetryAfter, escapeInvisible } from '../../text.ts';

/** The reason why a request failed, and when to try again. */
export function Explained({ entry }: { entry: Explainable }) {
  const explanation = explainFailure(entry);
  if (!explanation) return null;
  return (
    <ScrollBox class="explained" label="Reason of the failure">
      <strong>{escapeInvisible(explanation.title)}</strong> <span>{explanation.text}</span>{' '}
      {explanation.retryAfter !== undefined && <span>{describeRetryAfter(explanation.retryAfter, entry.time)}</span>}
      <Issues issues={explanation.issues} max={50} />
    </ScrollBox>
  );
}

import { type Explainable, explainFailure } from '../../../controls/explain-failure.ts';
import { Issues } from '../../components/issues.tsx';
import { escapeInvisible } from '../../text.ts';

/** The reason why a request failed. */
export function Explained({ entry }: { entry: Explainable }) {
  const explanation = explainFailure(entry);
  if (!explanation) return null;
  return (
    <div class="explained">
      <strong>{escapeInvisible(explanation.title)}</strong> <span>{explanation.text}</span>
      <Issues issues={explanation.issues} max={50} />
    </div>
  );
}

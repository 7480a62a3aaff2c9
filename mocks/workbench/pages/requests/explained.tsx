import { type Explainable, explainFailure } from '../../../controls/explain-failure.ts';
import { Issues } from '../../components/issues.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { describeRetryAfter, escapeInvisible } from '../../text.ts';
import { whyNoRetry } from '../explorer/why-no-retry.ts';

interface ExplainedProps {
  readonly entry: Explainable;
  /** The call that the request is the last attempt of. */
  readonly call?: { readonly method: string; readonly attempts: number } | undefined;
  /** The error that the call rejected with. */
  readonly error?: { readonly name: string; readonly message: string } | undefined;
}

/** The reason why a request failed, when to try again, and why the client does not. */
export function Explained({ entry, call, error }: ExplainedProps) {
  const explanation = explainFailure(entry);
  if (!explanation && !error) return null;
  const { title, text, issues = [], retryAfter } = explanation ?? {};
  const noRetry = call && whyNoRetry({ ...call, status: entry.response.status, retryAfter });
  return (
    <ScrollBox class="explained" label="Reason of the failure">
      {error && (
        <p>
          <strong>{error.name}</strong> {escapeInvisible(error.message)}
        </p>
      )}
      {title !== undefined && !error?.message.includes(title) && <strong>{escapeInvisible(title)} </strong>}
      <span>{text}</span> {retryAfter !== undefined && <span>{describeRetryAfter(retryAfter, entry.time)}</span>}
      <Issues issues={issues} max={50} />
      {noRetry !== undefined && <p>{noRetry}</p>}
    </ScrollBox>
  );
}

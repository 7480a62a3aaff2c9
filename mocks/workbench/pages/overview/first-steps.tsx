import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icons.tsx';
import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { isFailed, lastOf } from '../../state/attempts.ts';
import { isNumber } from '../../state/preferences.ts';
import type { RequestLog } from '../../state/request-log.ts';

/**
 * The way to a first failure that the client recovers from. It stays until all steps are done: by the user, by an app,
 * or by the button.
 */
export function FirstSteps() {
  const app = useApp();
  const { requests } = app.session;
  const done = app.preferences.signal('overview.steps', 0, isNumber);
  const reached = Math.max(done.value, stepsIn(requests));
  useEffect(() => {
    // The steps stay done when the requests are cleared.
    done.value = reached;
  }, [done, reached]);
  if (reached === 3) return null;
  const show = async () => (await import('./show-me.ts')).showRecovery(app);
  return (
    <Section
      title="Three steps to your first recovered failure"
      actions={
        <Button kind="primary" icon="play" onClick={show}>
          Show me
        </Button>
      }
      isWide
    >
      <ol class="steps">
        <Step title="Send a request" isDone={reached >= 1}>
          Use your app with the base URL and the token below, or <Link to="/explorer">try an operation here</Link>.
        </Step>
        <Step title="Make it fail once" isDone={reached >= 2}>
          <Link to="/failures">Inject a failure</Link> for the next call, and send the request again.
        </Step>
        <Step title="See the client recover">
          The <Link to="/requests">list of requests</Link> shows the attempts of the call as one entry: 503 → 200.
        </Step>
      </ol>
    </Section>
  );
}

/** Returns the number of steps that the requests of a mock prove. */
function stepsIn({ list, calls }: RequestLog): number {
  const isRecovered = calls.value.some((attempts) => attempts.length > 1 && !isFailed(lastOf(attempts)));
  if (isRecovered) return 3;
  if (list.value.some(({ fault }) => fault !== undefined)) return 2;
  return list.value.length > 0 ? 1 : 0;
}

interface StepProps {
  readonly title: string;
  readonly isDone?: boolean;
  readonly children: ComponentChildren;
}

function Step({ title, isDone = false, children }: StepProps) {
  return (
    <li class={isDone ? 'done' : ''}>
      {isDone && <Icon name="check" />}
      <strong>
        {title}
        {isDone && <span class="hidden">, done</span>}
      </strong>
      <p class="muted">{children}</p>
    </li>
  );
}

import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';

/** The way to a first failure that the client recovers from, for a mock that has received no request. */
export function FirstSteps() {
  return (
    <Section title="Three steps to your first recovered failure" isWide>
      <ol class="steps">
        <li>
          <strong>Connect your app</strong>
          <p class="muted">Give it the base URL and the token of this mock. Both are below.</p>
        </li>
        <li>
          <strong>Send a request</strong>
          <p class="muted">
            Use your app, or <Link to="/explorer">try an operation here</Link>. The list of requests shows it.
          </p>
        </li>
        <li>
          <strong>Make it fail once</strong>
          <p class="muted">
            <Link to="/failures">Inject a failure</Link>, send the request again, and see how the client retries it.
          </p>
        </li>
      </ol>
    </Section>
  );
}

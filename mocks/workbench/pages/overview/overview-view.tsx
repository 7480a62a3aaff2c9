import { tableTitle } from '../../../shared/table-words.ts';
import { useApp } from '../../app/context.ts';
import { CopyButton } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { formatPath } from '../../state/router.ts';
import { formatCell } from '../../text.ts';
import { Connect } from './connect.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RecentErrors } from './recent-errors.tsx';
import { Settings } from './settings.tsx';

/** Shows the contents of the mock, its differences from a new one, and recent errors. */
export function OverviewView() {
  // Nothing at first, so that it neither moves nor denies errors that are still loading.
  const { connection, requests } = useApp().session;
  const isKnown = connection.value !== 'connecting';
  return (
    <>
      <header class="page-head">
        <h1>Overview</h1>
      </header>
      {/* The keyboard must be able to scroll it. */}
      <div class="page-body" tabIndex={0} role="group" aria-label="Overview">
        {!isKnown && <p class="waiting muted">Reading the state of the mock …</p>}
        {isKnown && (
          <div class="sections overview">
            <FirstSteps />
            {requests.list.value.length > 0 && <RecentErrors />}
            <Connect />
            <Settings />
            <Records />
          </div>
        )}
      </div>
    </>
  );
}

function Records() {
  const { session } = useApp();
  const { tables, workspace } = session.state.value ?? {};
  return (
    <Section title="Records" actions={<Link to="/records/all">Search everything</Link>} isFlush>
      <ul class="table-sizes">
        {Object.entries(tables ?? {}).map(([name, size]) => (
          <li key={name}>
            <Link to={formatPath(['records', name])}>
              <span class="truncate">{tableTitle(name)}</span>
              <span class="size">{size.toLocaleString('en-US')}</span>
            </Link>
          </li>
        ))}
      </ul>
      {workspace !== undefined && (
        <div class="overview-note">
          <span class="muted">First workspace</span> <code class="truncate">{formatCell(workspace)}</code>
          <CopyButton text={() => workspace} label="Copy workspace id" />
        </div>
      )}
    </Section>
  );
}

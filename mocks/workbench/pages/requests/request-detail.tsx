import { useState } from 'preact/hooks';
import type { ClosestFault, JournalEntry, JournalResponse } from '../../../controls/journal-entry.ts';
import { useApp } from '../../app/context.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { toCurl } from '../../code/curl.ts';
import { toEntryCode } from '../../code/entry-code.ts';
import { toFetchCode } from '../../code/fetch-code.ts';
import { chosenHeaders } from '../../code/headers.ts';
import { FaultBadge, MethodBadge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { BodyView, CodeView } from '../../components/code-view.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { type Attempts, lastOf } from '../../state/attempts.ts';
import { formatPath } from '../../state/router.ts';
import { escapeInvisible, formatCell, formatDuration, formatTime } from '../../text.ts';
import { MakeFailDialog } from '../failures/make-fail-dialog.tsx';
import { AttemptsView } from './attempts-view.tsx';
import { ChangesView } from './changes-view.tsx';
import { Explained } from './explained.tsx';
import { isBodyUnknown, RequestBody } from './request-body.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useEntry } from './use-entry.ts';

const tabs = [
  { name: 'request', title: 'Request' },
  { name: 'response', title: 'Response' },
  { name: 'changes', title: 'Changes' },
  { name: 'headers', title: 'Headers' },
  { name: 'code', title: 'Code' },
] as const;

type TabName = (typeof tabs)[number]['name'];

/** The most characters of a URL in the heading. The code shows all of it. */
const maxUrl = 500;

interface DetailProps {
  readonly id: number;
  /** The attempts of its call. */
  readonly attempts: Attempts | undefined;
  readonly onClose: () => void;
}

export function RequestDetail({ id, attempts, onClose }: DetailProps) {
  const entry = useEntry(id);
  useShortcut('Escape', 'Close the details', onClose);
  if (entry === undefined) return <div class="page-body muted">Loading …</div>;
  if (entry === null) {
    return (
      <EmptyState icon="requests" title="This request is no longer in the list">
        <Button onClick={onClose}>Back to the list</Button>
      </EmptyState>
    );
  }
  return <EntryView entry={entry} attempts={attempts} onClose={onClose} />;
}

function EntryView({ entry, attempts, onClose }: Omit<DetailProps, 'id'> & { entry: JournalEntry }) {
  const { router } = useApp();
  const [isSending, setSending] = useState(false);
  const [isFailing, setFailing] = useState(false);
  const { query } = router.place.value;
  // A fault that is used up by an earlier attempt has done what the user wanted.
  const hasFault = attempts?.some(({ fault }) => fault !== undefined) === true;
  const isLast = attempts === undefined || lastOf(attempts).id === entry.id;
  const { tab = entry.rawBody ? 'request' : 'response' } = query;
  const selected = tabs.find(({ name }) => name === tab)?.name ?? 'request';
  return (
    <>
      <header class="detail-head">
        <div class="detail-title">
          <Button icon="back" label="Close the details" kind="quiet" onClick={onClose} />
          <MethodBadge method={entry.method} />
          <h2 class="code">{formatCell(entry.url, maxUrl)}</h2>
        </div>
        <div class="detail-facts">
          <StatusBadge status={entry.response.status} />
          <FaultBadge request={{ fault: entry.fault, status: entry.response.status }} />
          <span>{entry.operation ?? 'no operation'}</span>
          <span class="muted">{formatDuration(entry.duration)}</span>
          <span class="muted">{formatTime(entry.time)}</span>
          {entry.user !== undefined && <User name={entry.user} />}
          <span class="spacer" />
          <span class="buttons">
            <Button icon="send" onClick={() => setSending(true)}>
              Send again
            </Button>
            {entry.operation !== undefined && (
              <Button icon="failures" onClick={() => setFailing(true)}>
                Make this fail
              </Button>
            )}
            <CompareButton id={entry.id} />
          </span>
        </div>
        {attempts && attempts.length > 1 && <AttemptsView attempts={attempts} current={entry.id} query={query} />}
        <Explained
          entry={entry}
          call={isLast ? { method: entry.method, attempts: attempts?.length ?? 1 } : undefined}
        />
        {entry.closestFault && !hasFault && isNear(entry.closestFault) && <Missed closest={entry.closestFault} />}
      </header>
      <Tabs<TabName>
        label="Details of the request"
        tabs={tabs}
        selected={selected}
        onSelect={(name) => router.setQuery({ tab: name })}
      >
        <div class="detail-panel">
          <TabContent tab={selected} entry={entry} />
        </div>
      </Tabs>
      {isFailing && (
        <MakeFailDialog request={{ ...entry, status: entry.response.status }} onClose={() => setFailing(false)} />
      )}
      {isSending && <SendDialog entry={entry} onClose={() => setSending(false)} />}
    </>
  );
}

/** The user of a request, if the requests have several. */
function User({ name }: { name: string }) {
  const requests = useApp().session.requests.list.value;
  const isOnly = requests.every(({ user }) => user === undefined || user === name);
  return isOnly ? null : <span class="muted">by {formatCell(name, 40)}</span>;
}

/** Whether a fault may have been meant for a request. One of another operation with more differences was not. */
function isNear({ differences }: ClosestFault): boolean {
  return differences.length === 1 || !differences.some((line) => line.startsWith('operation: '));
}

/** Explains why no fault applied to a request. */
function Missed({ closest: { id, differences } }: { closest: ClosestFault }) {
  return (
    <ScrollBox class="missed" label="Closest fault">
      No fault applied to this request. Fault {id} is the closest:
      <ul>
        {differences.map((line) => (
          <li>{escapeInvisible(line)}</li>
        ))}
      </ul>
    </ScrollBox>
  );
}

function CompareButton({ id }: { id: number }) {
  const { session, router } = useApp();
  const list = session.requests.list.value;
  const { operation } = list.find((each) => each.id === id) ?? {};
  const previous = list.find((each) => each.id < id && each.operation === operation);
  return (
    <Button
      icon="compare"
      roomy="Compare"
      disabled={!previous}
      label={
        previous
          ? 'Compare with the previous request of this operation'
          : 'Compare: there is no earlier request of this operation'
      }
      onClick={() =>
        router.go(formatPath(['requests', String(id)], { ...router.place.value.query, with: String(previous?.id) }))
      }
    />
  );
}

function TabContent({ tab, entry }: { tab: TabName; entry: JournalEntry }) {
  switch (tab) {
    case 'request':
      return <RequestBody entry={entry} />;
    case 'response':
      return <ResponseBody entry={entry} />;
    case 'changes':
      return <ChangesView entry={entry} />;
    case 'headers':
      return (
        <>
          <HeaderList title="Request headers" headers={entry.headers} />
          <HeaderList title="Response headers" headers={entry.response.headers} />
          {entry.originalResponse && (
            <HeaderList title="Original response headers" headers={entry.originalResponse.headers} />
          )}
        </>
      );
    case 'code':
      return <Code entry={entry} />;
  }
}

function ResponseBody({ entry: { response, originalResponse } }: { entry: JournalEntry }) {
  if (!originalResponse) return <Body response={response} label="Response body" />;
  return (
    <>
      <section>
        <h3>Edited while a fault held it</h3>
        <Body response={response} label="Response body" />
      </section>
      <section>
        <h3>
          Original <StatusBadge status={originalResponse.status} />
        </h3>
        <Body response={originalResponse} label="Original body" />
      </section>
    </>
  );
}

function Body({ response: { body }, label }: { response: JournalResponse; label: string }) {
  if (body === '') return <p class="muted">The response has no body.</p>;
  return <BodyView label={label} body={body} />;
}

function HeaderList({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers);
  return (
    <section>
      <h3>{title}</h3>
      {entries.length === 0 ? (
        <p class="muted">None.</p>
      ) : (
        <dl class="facts code">
          {entries.map(([name, value]) => (
            <>
              <dt>{escapeInvisible(name)}</dt>
              <dd>{escapeInvisible(value)}</dd>
            </>
          ))}
        </dl>
      )}
    </section>
  );
}

function Code({ entry }: { entry: JournalEntry }) {
  const { baseUrl = '', token } = useApp().session.state.value ?? {};
  const { method, url, rawBody } = entry;
  const headers = chosenHeaders(entry.headers);
  const request = { method, url: baseUrl + url, token, headers, body: rawBody || undefined };
  const client = toEntryCode(entry);
  return (
    <>
      {client !== undefined && (
        <section>
          <h3>Client</h3>
          <CodeView label="Client code" language="ts" text={client} />
        </section>
      )}
      <section>
        <h3>curl</h3>
        <CodeView label="curl command" language="text" text={toCurl(request)} />
        {isBodyUnknown(entry) && <p class="muted">The mock read no body, so the command has none.</p>}
      </section>
      <section>
        <h3>fetch</h3>
        <CodeView label="fetch call" language="ts" text={toFetchCode(request)} />
      </section>
    </>
  );
}

import { useState } from 'preact/hooks';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { isObject } from '../../../shared/json.ts';
import { useApp } from '../../app/context.ts';
import { formatHeaders } from '../../code/headers.ts';
import { isOwn } from '../../code/resources.ts';
import { toTypeText } from '../../code/type-text.ts';
import { Badge, FaultBadge, StatusBadge } from '../../components/badge.tsx';
import { BodyView, CodeView } from '../../components/code-view.tsx';
import { Issues } from '../../components/issues.tsx';
import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { recordPath } from '../../state/router.ts';
import { formatDuration } from '../../text.ts';
import { Explained } from '../requests/explained.tsx';
import { ClientCallView } from './client-call-view.tsx';
import { tableOf } from './example.ts';
import { type Result, resultsOf } from './results.ts';

const tabs = [
  { name: 'body', title: 'Body' },
  { name: 'type', title: 'Type' },
  { name: 'headers', title: 'Headers' },
] as const;

type TabName = (typeof tabs)[number]['name'];

/** The last response of an operation, and its type. */
export function ResponseView({ endpoint, isWaiting }: { endpoint: Endpoint; isWaiting: boolean }) {
  const app = useApp();
  const result = resultsOf(app).value[endpoint.name];
  const [tab, setTab] = useState<TabName>('body');
  return (
    <Section title="Response" actions={<Facts endpoint={endpoint} result={result} isWaiting={isWaiting} />}>
      {result?.call && (
        <ClientCallView operation={endpoint.name} method={endpoint.method} result={result} call={result.call} />
      )}
      {result && !result.call && (
        <Explained entry={{ operation: endpoint.name, fault: result.fault, response: result }} />
      )}
      {result?.issues && result.issues.length > 0 && (
        <div class="explained">
          <strong>The data differs from the contract</strong>
          <Issues issues={result.issues} max={20} />
        </div>
      )}
      <Tabs label="Response" tabs={tabs} selected={tab} onSelect={setTab}>
        <div class="explorer-preview">
          <TabContent tab={tab} endpoint={endpoint} result={result} />
        </div>
      </Tabs>
    </Section>
  );
}

interface FactsProps {
  readonly endpoint: Endpoint;
  readonly result: Result | undefined;
  readonly isWaiting: boolean;
}

/** It exists without a result too, so that screen readers hear the first one. */
function Facts({ endpoint, result, isWaiting }: FactsProps) {
  const createdId = result && createdIdOf(endpoint, result);
  const table = tableOf(endpoint);
  return (
    <>
      <span class="explorer-facts" role="status">
        {/* A fault may delay or hold the response. The previous one stays visible. */}
        {isWaiting ? <span class="muted">Waiting for the response …</span> : result && <ResultFacts result={result} />}
      </span>
      {!isWaiting && createdId && table && <Link to={recordPath(table, createdId)}>Open record</Link>}
      {!isWaiting && result?.id !== undefined && <Link to={`/requests/${result.id}`}>Show in Requests</Link>}
    </>
  );
}

/** Returns the id of the record that a request created. */
function createdIdOf({ method }: Endpoint, { status, body }: Result): string | undefined {
  if (method !== 'POST' || status < 200 || status >= 300) return undefined;
  const data = isObject(body) ? body['data'] : undefined;
  return isObject(data) && typeof data['id'] === 'string' ? data['id'] : undefined;
}

function ResultFacts({ result }: { result: Result }) {
  const { status, duration, issues } = result;
  return (
    <>
      <StatusBadge status={status} />
      <FaultBadge request={result} />
      {issues?.length === 0 && <Badge tone="good">matches the contract</Badge>}
      <span class="muted">{formatDuration(duration)}</span>
    </>
  );
}

function TabContent({ tab, endpoint, result }: { tab: TabName; endpoint: Endpoint; result: Result | undefined }) {
  if (tab === 'type' && isOwn(endpoint)) return <p class="muted">The definition of the operation has its types.</p>;
  if (tab === 'type') {
    const text = `const data: ${toTypeText(endpoint.response)} = await client.${endpoint.name}(…);`;
    return <CodeView label="Type of the data" language="ts" text={text} />;
  }
  if (!result) return <p class="muted">Send the request to see the response.</p>;
  const { error } = result.call ?? {};
  const isBroken = result.status === 0 && (error === undefined || error.name === 'ConnectionError');
  if (isBroken) return <p class="muted">The connection broke before there was a response.</p>;
  if (tab === 'headers') {
    return <CodeView label="Response headers" language="text" text={formatHeaders(result.headers)} />;
  }
  return <BodyView label="Response body" body={error ? error.fields : result.body} />;
}

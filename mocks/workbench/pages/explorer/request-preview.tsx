import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { useApp } from '../../app/context.ts';
import { isBracketed } from '../../code/bodies.ts';
import { toClientCode } from '../../code/client-code.ts';
import { toCurl } from '../../code/curl.ts';
import { CodeView } from '../../components/code-view.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { isString } from '../../state/preferences.ts';
import { escapeInvisible } from '../../text.ts';
import type { Draft, DraftRequest } from './draft.ts';

const tabs = [
  { name: 'sent', title: 'As sent' },
  { name: 'client', title: 'Client' },
  { name: 'curl', title: 'curl' },
] as const;

interface PreviewProps {
  readonly endpoint: Endpoint;
  readonly draft: Draft;
  readonly request: DraftRequest;
  readonly token: string;
}

/** The request that the form describes, as it is sent and as code. It follows each key that the user types. */
export function RequestPreview(props: PreviewProps) {
  const { preferences } = useApp();
  const selected = preferences.signal('explorer.tab', 'sent', isString);
  const { name } = tabs.find((tab) => tab.name === selected.value) ?? tabs[0];
  return (
    <Tabs
      label="Request"
      tabs={tabs}
      selected={name}
      onSelect={(next) => {
        selected.value = next;
      }}
    >
      <div class="explorer-preview">{name === 'sent' ? <Sent {...props} /> : <Code language={name} {...props} />}</div>
    </Tabs>
  );
}

function Sent({ request: { method, url, body } }: PreviewProps) {
  return (
    <>
      <p class="explorer-line code">
        {method} {escapeInvisible(url)}
      </p>
      {body !== undefined && <CodeView label="Body as sent" text={body} marks={isBracketed} />}
    </>
  );
}

function Code({ language, endpoint, draft, request, token }: PreviewProps & { language: 'client' | 'curl' }) {
  const { session } = useApp();
  const { baseUrl = '', token: own } = session.state.value ?? {};
  const { method, url, nested, body } = request;
  const text =
    language === 'curl'
      ? toCurl({ method, url: baseUrl + url, token: token || own, body })
      : toClientCode({ operation: endpoint.name, params: draft.params, query: draft.query, body: nested });
  return language === 'curl' ? (
    <CodeView label="curl command" language="text" text={text} />
  ) : (
    <CodeView label="Client code" language="ts" text={text} />
  );
}

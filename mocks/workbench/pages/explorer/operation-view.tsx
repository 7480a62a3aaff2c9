import { useCallback, useRef, useState } from 'preact/hooks';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { withField } from '../../../shared/json.ts';
import { useApp } from '../../app/context.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { useTokens } from '../../app/use-tokens.ts';
import { isOwn } from '../../code/resources.ts';
import { MethodBadge } from '../../components/badge.tsx';
import { Button, FormProvider } from '../../components/button.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Switch } from '../../components/field.tsx';
import { Section } from '../../components/section.tsx';
import { issuesOf } from '../../schema-form/issues.ts';
import { isBoolean } from '../../state/preferences.ts';
import { formatCell } from '../../text.ts';
import { ArmedFaults } from './armed-faults.tsx';
import { BodyEditor } from './body-editor.tsx';
import { areDrafts, type Draft, type DraftRequest, emptyDraft, missingParameters, toRequest } from './draft.ts';
import { ExampleField } from './example-field.tsx';
import { ParameterFields, QueryFields } from './parameter-fields.tsx';
import { RequestPreview } from './request-preview.tsx';
import { ResponseView } from './response-view.tsx';
import { send } from './results.ts';
import { useExamples } from './use-examples.ts';

/** The form of an operation, the request that it describes, and the last response. */
export function OperationView({ endpoint }: { endpoint: Endpoint }) {
  const app = useApp();
  const [token, setToken] = useState('');
  const isWithClient = app.preferences.signal('explorer.client', true, isBoolean);
  const form = useRef<HTMLFormElement>(null);
  const response = useRef<HTMLDivElement>(null);
  const [isRefused, setRefused] = useState(false);
  const examples = useExamples(endpoint);
  const [known, setDraft] = useStoredDraft(endpoint, examples.initial);
  const draft = known ?? emptyDraft;
  const request = toRequest(endpoint, draft);
  const missing = missingParameters(endpoint, draft);
  // The client sends only JSON.
  const canUseClient = !isOwn(endpoint) && (!endpoint.body || request.nested !== undefined);
  useShortcut(
    'Ctrl+Enter',
    'Send the request',
    // Not requestSubmit(), because the button knows what to do if a parameter is missing.
    useCallback(() => form.current?.querySelector<HTMLElement>('button[type=submit]')?.click(), []),
  );
  /** The request that the form sent last, until its response arrives. */
  const [awaited, setAwaited] = useState<DraftRequest>();
  const submit = async () => {
    setAwaited(request);
    const sending = {
      endpoint,
      draft,
      request,
      token: token.trim(),
      isWithClient: isWithClient.value && canUseClient,
    };
    await send(app, sending).finally(() => setAwaited((last) => (last === request ? undefined : last)));
    // On a phone, the response is below the form.
    response.current?.scrollIntoView({ block: 'nearest' });
    await examples.load();
  };
  return (
    <div class="explorer-operation">
      <form
        ref={form}
        class="explorer-form"
        aria-label={endpoint.name}
        onSubmit={(event) => {
          event.preventDefault();
          if (missing.length === 0) void app.run(submit);
        }}
      >
        <header>
          <h1 tabIndex={-1} data-landing>
            {endpoint.name}
          </h1>
          <p class="explorer-path">
            <MethodBadge method={endpoint.method} /> <span class="code">{endpoint.path}</span>
          </p>
          <FormProvider value={{ isBusy: false, isRefused, refuse: () => setRefused(known !== undefined) }}>
            <SendBar isLoading={!known} missing={missing} onReset={() => setDraft(undefined)} />
          </FormProvider>
          {isOwn(endpoint) ? (
            <p class="muted">The specification does not document this operation. Only this mock has it.</p>
          ) : (
            <Switch
              label="Send with the client, which retries"
              checked={isWithClient.value}
              onChange={(isOn) => {
                isWithClient.value = isOn;
              }}
            />
          )}
          <TokenField token={token} onChange={setToken} />
          <ArmedFaults operation={endpoint.name} />
        </header>
        <ExampleField
          endpoint={endpoint}
          rows={examples.rows}
          hasMore={examples.hasMore}
          onChoose={(row) => void app.run(async () => setDraft(await examples.fillIn(row)))}
        />
        <ParameterFields
          endpoint={endpoint}
          params={draft.params}
          missing={isRefused ? missing : []}
          onChange={(params) => setDraft({ ...draft, params })}
        />
        <QueryFields
          endpoint={endpoint}
          query={draft.query}
          issues={issuesOf(endpoint.query, draft.query)}
          onChange={(query) => setDraft({ ...draft, query })}
        />
        <BodyEditor endpoint={endpoint} draft={draft} onChange={setDraft} />
      </form>
      <div class="explorer-result">
        <Section title="Request">
          <RequestPreview endpoint={endpoint} draft={draft} request={request} token={token.trim()} />
        </Section>
        <div ref={response}>
          <ResponseView endpoint={endpoint} isWaiting={awaited !== undefined} />
        </div>
      </div>
    </div>
  );
}

/** The token that a request is sent with: the one of the mock, another one that exists, or any text. */
function TokenField({ token, onChange }: { token: string; onChange: (token: string) => void }) {
  const own = useApp().session.state.value?.token;
  const others = (useTokens() ?? []).filter((each) => each.token !== own);
  return (
    <Combobox
      label="Token"
      value={token}
      isFree
      suggestions={others.map(({ token: value, user, permissions }) => ({
        value,
        hint: `${formatCell(user, 20)}: ${permissions.join(', ') || 'no permission'}`,
      }))}
      placeholder="the token of the mock"
      hint="Choose another one to call as its user, or to see a 401 or 403."
      onChange={onChange}
    />
  );
}

interface SendBarProps {
  /** Whether the form waits for its example. */
  readonly isLoading: boolean;
  readonly missing: readonly string[];
  readonly onReset: () => void;
}

function SendBar({ isLoading, missing, onReset }: SendBarProps) {
  return (
    <div class="explorer-send">
      <Button type="submit" kind="primary" icon="send" disabled={isLoading || missing.length > 0}>
        Send
      </Button>
      <Button label="Fill the form in again" icon="undo" onClick={onReset} />
      {isLoading || missing.length === 0 ? (
        <span class="muted explorer-hint">Ctrl+Enter sends too.</span>
      ) : (
        <span class="muted">Give the {missing.join(' and ')}.</span>
      )}
    </div>
  );
}

/** The draft of an operation, which survives a reload. Undefined until its example is loaded, and set to start over. */
function useStoredDraft({ name }: Endpoint, initial: Draft | undefined) {
  const { preferences } = useApp();
  const drafts = preferences.signal<Readonly<Record<string, Draft>>>('explorer.drafts', {}, areDrafts);
  const draft = drafts.value[name] ?? initial;
  const setDraft = (changed: Draft | undefined) => {
    drafts.value = withField(drafts.peek(), name, changed);
  };
  return [draft, setDraft] as const;
}

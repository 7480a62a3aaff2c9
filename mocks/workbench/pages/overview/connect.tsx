import { useApp } from '../../app/context.ts';
import { toConstructorCode } from '../../code/constructor-code.ts';
import { CopyButton } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { Section } from '../../components/section.tsx';
import { escapeInvisible } from '../../text.ts';

/** The address and the token of the mock, and the code that uses them. */
export function Connect() {
  const state = useApp().session.state.value;
  if (!state) return null;
  const { baseUrl, token } = state;
  const code = `import { MasterDataClient } from 'masterdata-sdk';

const client = ${toConstructorCode(baseUrl, token)}`;
  return (
    <Section title="Connect your app">
      <dl class="facts connect">
        <dt>Base URL</dt>
        <dd>
          <code>{escapeInvisible(baseUrl)}</code> <CopyButton text={() => baseUrl} label="Copy base URL" />
        </dd>
        <dt>API token</dt>
        <dd>
          <code>{escapeInvisible(token)}</code> <CopyButton text={() => token} label="Copy API token" />
        </dd>
      </dl>
      <CodeView label="Client code" language="ts" text={code} />
    </Section>
  );
}

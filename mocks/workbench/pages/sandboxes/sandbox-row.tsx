import { useState } from 'preact/hooks';
import type { SandboxSummary } from '../../../control-api/routes/sandboxes.ts';
import { useApp } from '../../app/context.ts';
import { toConstructorCode } from '../../code/constructor-code.ts';
import { Button, CopyButton, copyText } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { formatMoment } from '../../text.ts';

/** A sandbox with its actions. */
export function SandboxRow({ sandbox, onChange }: { sandbox: SandboxSummary; onChange: () => Promise<void> }) {
  const { session, toasts } = useApp();
  const [isDeleting, setDeleting] = useState(false);
  const { name, lastUsedAt } = sandbox;
  const baseUrl = session.reachable(sandbox.baseUrl);
  const describe = () => session.control.call('GET /sandboxes/{name}', { params: { name } });
  const openWorkbench = async () => {
    const { controlToken } = await describe();
    const opened = open(`${baseUrl}/__mock/#token=${encodeURIComponent(controlToken)}`, '_blank');
    if (!opened) throw new Error('The browser blocked the window. Allow pop-ups for this page.');
    opened.opener = null;
  };
  const copyOptions = async () => {
    const { apiToken } = await describe();
    await copyText(toConstructorCode(baseUrl, apiToken));
    toasts.show(`Copied the client options of “${name}”.`);
  };
  return (
    <li class="sandbox">
      <span class="sandbox-title">
        <strong>{name}</strong>
        <code class="truncate">{baseUrl}</code>
      </span>
      <span class="muted nowrap">{describeUse(lastUsedAt)}</span>
      <span class="nowrap">
        <CopyButton text={() => baseUrl} label={`Copy the base URL of ${name}`} />
        <Button kind="quiet" icon="tokens" label={`Copy the client options of ${name}`} onClick={copyOptions} />
        <Button kind="quiet" icon="trash" label={`Delete ${name}`} onClick={() => setDeleting(true)} />
        <Button icon="window" label={`Open the workbench of ${name}`} onClick={openWorkbench}>
          Open
        </Button>
      </span>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete the sandbox “${name}”?`}
          confirm="Delete"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await session.control.call('DELETE /sandboxes/{name}', { params: { name } });
            await onChange();
          }}
        >
          <p>Its records, tokens and settings are lost, and calls in progress are dropped. You cannot undo this.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

/** A Worker does not know when a sandbox was used. */
function describeUse(time: string | null | undefined): string {
  if (time === undefined) return '';
  if (time === null) return 'not used yet';
  return `used ${formatMoment(time)}`;
}

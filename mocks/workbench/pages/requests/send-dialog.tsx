import { useState } from 'preact/hooks';
import type { JournalEntry } from '../../../controls/journal-entry.ts';
import { isObject } from '../../../shared/is-object.ts';
import { useApp } from '../../app/context.ts';
import { parseJson } from '../../code/bodies.ts';
import { Button } from '../../components/button.tsx';
import { toJson } from '../../components/code-view.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CodeField, SelectField, TextField } from '../../components/field.tsx';

const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const;

/** Sends a request again, after the user had a chance to change it. */
export function SendDialog({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const { session, router, toasts } = useApp();
  const [method, setMethod] = useState(methods.find((each) => each === entry.method) ?? 'GET');
  const [url, setUrl] = useState(entry.url);
  const [body, setBody] = useState(pretty(entry.rawBody));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const send = async () => {
    const before = await session.requests.newestId();
    try {
      const init = hasBody ? { body, headers: { 'content-type': 'application/json' } } : {};
      await session.send(url, { method, ...init });
    } catch {
      // A fault broke the connection. The list shows it.
      toasts.show('The request got no complete response.');
    }
    onClose();
    const id = await session.requests.findAfter(before, method, url);
    if (id !== undefined) router.go(`/requests/${id}`);
  };
  const isInvalid = hasBody && body !== '' && parseJson(body) === undefined;
  return (
    <Dialog
      title="Send again"
      onClose={onClose}
      isWide
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" icon="send" type="submit">
            Send
          </Button>
        </>
      }
    >
      <div class="send-target">
        <SelectField label="Method" value={method} options={methods} onChange={setMethod} />
        <TextField label="Path and query" value={url} isCode onChange={setUrl} />
      </div>
      {hasBody && (
        <CodeField
          label="Body as sent"
          value={body}
          rows={14}
          hint={isInvalid ? 'This is not JSON. The mock will reject it.' : undefined}
          onChange={setBody}
        />
      )}
      <p class="muted">The request is sent with the token of the mock.</p>
    </Dialog>
  );
}

function pretty(rawBody: string | undefined): string {
  const value = parseJson(rawBody);
  return isObject(value) || Array.isArray(value) ? toJson(value) : (rawBody ?? '');
}

import { useState } from 'preact/hooks';
import type { WaitingCall } from '../../../controls/faults/waiting-calls.ts';
import { parseJson } from '../../../shared/json.ts';
import { useApp } from '../../app/context.ts';
import { formatHeaders, parseHeaders } from '../../code/headers.ts';
import { toJson } from '../../components/code-view.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CodeField, TextField } from '../../components/field.tsx';
import { escapeInvisible } from '../../text.ts';

interface EditProps {
  readonly call: WaitingCall;
  readonly response: NonNullable<WaitingCall['response']>;
  readonly onClose: () => void;
}

/** Shows the response that a fault holds, lets the user edit it, and releases it. */
export function EditResponseDialog({ call, response, onClose }: EditProps) {
  const { session, run } = useApp();
  const isJson = typeof response.body !== 'string';
  const before = {
    status: String(response.status),
    headers: formatHeaders(response.headers),
    body: isJson ? toJson(response.body) : String(response.body),
  };
  const [status, setStatus] = useState(before.status);
  const [headers, setHeaders] = useState(before.headers);
  const [body, setBody] = useState(before.body);
  const parsed = parseJson(body);
  const bodyError =
    isJson && body.trim() !== '' && parsed === undefined
      ? 'This is not JSON. Correct it to release the response.'
      : undefined;
  const number = /^\d{3}$/.test(status) ? Number(status) : 0;
  const statusError = number < 200 || number > 599 ? 'must be a number from 200 to 599' : undefined;
  const edit = {
    ...(status !== before.status && { status: number }),
    ...(headers !== before.headers && { headers: parseHeaders(headers) }),
    ...(body !== before.body && { body: isJson ? (parsed ?? '') : body }),
  };
  const isEdited = Object.keys(edit).length > 0;
  const release = () =>
    run(async () => {
      await session.control.call('POST /faults/waiting/{call}/release', {
        params: { call: String(call.id) },
        body: edit,
      });
      onClose();
      await session.refresh();
    });
  return (
    <Dialog
      title="Edit the response"
      isWide
      onClose={onClose}
      onSubmit={release}
      submit={{
        label: isEdited ? 'Release edited' : 'Release',
        icon: 'play',
        disabled: (bodyError ?? statusError) !== undefined,
      }}
    >
      <p class="muted">
        <span class="code">
          {call.method} {escapeInvisible(call.url)}
        </span>{' '}
        has run, and its changes are stored. Only its response waits.
      </p>
      <TextField label="Status" type="number" value={status} error={statusError} onChange={setStatus} />
      <CodeField
        label="Headers"
        rows={3}
        value={headers}
        hint="One on each line. Headers that you delete here stay as they are."
        onChange={setHeaders}
      />
      <CodeField
        label={isJson ? 'Body, as JSON' : 'Body'}
        rows={14}
        value={body}
        error={bodyError}
        hint="Tokens are shown as [token]. A body that you do not edit is sent as it is."
        onChange={setBody}
      />
    </Dialog>
  );
}

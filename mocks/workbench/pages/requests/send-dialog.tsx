import { useState } from 'preact/hooks';
import type { JournalEntry } from '../../../controls/journal-entry.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { useApp } from '../../app/context.ts';
import { takesBody } from '../../code/bodies.ts';
import { chosenHeaders, formatHeaders, hasType, parseHeaders } from '../../code/headers.ts';
import { toJson } from '../../components/code-view.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CodeField, SelectField, TextField } from '../../components/field.tsx';

const commonMethods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'];

/** Sends a request again, after the user had a chance to change it. */
export function SendDialog({ entry, onClose }: { entry: JournalEntry; onClose: () => void }) {
  const { session, router, toasts } = useApp();
  const [method, setMethod] = useState(entry.method);
  const [url, setUrl] = useState(entry.url);
  const [headers, setHeaders] = useState(formatHeaders(chosenHeaders(entry.headers)));
  const [body, setBody] = useState(pretty(entry.rawBody));
  const hasBody = takesBody(method);
  const changeMethod = (next: string) => {
    setMethod(next);
    if (takesBody(next) && !hasBody && !hasType(parseHeaders(headers))) {
      setHeaders(`content-type: application/json\n${headers}`.trim());
    }
  };
  const send = async () => {
    // Without a type, so that only the headers tell one.
    const init = { method, headers: new Headers(parseHeaders(headers)), ...(hasBody && { body: new Blob([body]) }) };
    const before = await session.requests.newestId();
    let status = 0;
    try {
      status = (await session.send(url, init)).status;
    } catch {
      // A fault broke the connection. The list shows it.
      toasts.show('The request got no complete response.');
    }
    onClose();
    const id = await session.requests.findAfter(before, { method, url, status });
    if (id !== undefined) router.go(`/requests/${id}`);
  };
  const methods = commonMethods.includes(entry.method) ? commonMethods : [entry.method, ...commonMethods];
  const urlError = url.startsWith('/') ? undefined : 'must begin with /';
  const isInvalid = hasBody && body !== '' && parseJson(body) === undefined;
  return (
    <Dialog
      title="Send again"
      onClose={onClose}
      isWide
      onSubmit={send}
      submit={{ label: 'Send', icon: 'send', disabled: urlError !== undefined }}
    >
      <div class="send-target">
        <SelectField label="Method" value={method} options={methods} onChange={changeMethod} />
        <TextField label="Path and query" value={url} isCode error={urlError} onChange={setUrl} />
      </div>
      <CodeField
        label="Headers"
        value={headers}
        rows={3}
        hint="One on each line. The token of the mock is added, unless there is another authorization."
        onChange={setHeaders}
      />
      {hasBody && (
        <CodeField
          label="Body as sent"
          value={body}
          rows={14}
          hint={isInvalid ? 'This is not JSON. The mock will reject it.' : undefined}
          onChange={setBody}
        />
      )}
    </Dialog>
  );
}

function pretty(rawBody: string | undefined): string {
  const value = parseJson(rawBody);
  return isObject(value) || Array.isArray(value) ? toJson(value) : (rawBody ?? '');
}

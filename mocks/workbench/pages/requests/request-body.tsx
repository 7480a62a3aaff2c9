import type { JournalEntry } from '../../../controls/journal-entry.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { isBracketed, takesBody } from '../../code/bodies.ts';
import { CodeView, toJson } from '../../components/code-view.tsx';

/** The body of a request: as the client nests it, next to the bracketed keys that were sent. */
export function RequestBody({ entry }: { entry: JournalEntry }) {
  const { rawBody, body } = entry;
  if (rawBody === undefined || rawBody === '') {
    return <p class="muted">{isBodyUnknown(entry) ? 'The mock read no body.' : 'The request has no body.'}</p>;
  }
  const sent = parseJson(rawBody);
  if (sent === undefined) {
    return (
      <section>
        <h3>As sent, which is not JSON</h3>
        <CodeView label="Body as sent" language="text" text={rawBody} />
      </section>
    );
  }
  // The mock nests a body only if its operation has keys with brackets.
  const isNested = isObject(sent) && Object.keys(sent).some((key) => isBracketed(key) && !(key in Object(body)));
  if (!isNested) return <CodeView label="Body" text={toJson(sent)} />;
  return (
    <div class="side-by-side">
      <section>
        <h3>Nested, in your code</h3>
        <CodeView label="Nested body" text={toJson(body)} />
      </section>
      <section>
        <h3>As sent, in brackets</h3>
        <CodeView label="Body as sent" text={toJson(sent)} marks={isBracketed} />
      </section>
    </div>
  );
}

/** Whether the request may have a body that the mock did not read. */
export function isBodyUnknown({ rawBody, method }: JournalEntry): boolean {
  return rawBody === undefined && takesBody(method);
}

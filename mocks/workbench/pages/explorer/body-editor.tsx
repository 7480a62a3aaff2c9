import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { hasBrackets, hasFields } from '../../code/resources.ts';
import { Button } from '../../components/button.tsx';
import { toJson } from '../../components/code-view.tsx';
import { CodeField } from '../../components/field.tsx';
import { Issues } from '../../components/issues.tsx';
import { issuesOf } from '../../schema-form/issues.ts';
import { SchemaForm } from '../../schema-form/schema-form.tsx';
import type { Draft } from './draft.ts';

interface BodyProps {
  readonly endpoint: Endpoint;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** The body: as a form of the contract's fields, or as JSON, which can be anything. */
export function BodyEditor({ endpoint, draft, onChange }: BodyProps) {
  const { body: schema, immutable = [] } = endpoint;
  if (!schema) return null;
  if (!hasFields(schema)) {
    return <JsonBody endpoint={endpoint} text={draft.text ?? '{}'} onChange={(text) => onChange({ ...draft, text })} />;
  }
  const isText = draft.text !== undefined;
  const parsed = isText ? parseJson(draft.text) : draft.body;
  const toggle = () => {
    const body = isObject(parsed) ? parsed : draft.body;
    onChange({ ...draft, body, text: isText ? undefined : toJson(draft.body) });
  };
  return (
    <fieldset>
      <legend>Body</legend>
      <div class="explorer-body-mode">
        {hasBrackets(endpoint) && (
          <span class="muted">
            {isText ? 'Write groups nested or in brackets.' : 'Groups are sent as keys in brackets.'}
          </span>
        )}
        <Button kind="quiet" pressed={isText} onClick={toggle}>
          As JSON
        </Button>
      </div>
      {isText ? (
        <JsonBody endpoint={endpoint} text={draft.text ?? ''} onChange={(text) => onChange({ ...draft, text })} />
      ) : (
        <SchemaForm
          schema={schema}
          value={draft.body}
          issues={issuesOf(schema, draft.body)}
          onChange={(body) => onChange({ ...draft, body })}
        />
      )}
      {immutable.length > 0 && <p class="muted">Fields that cannot be changed: {immutable.join(', ')}.</p>}
    </fieldset>
  );
}

interface JsonProps {
  readonly endpoint: Endpoint;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function JsonBody({ endpoint, text, onChange }: JsonProps) {
  const parsed = parseJson(text);
  const issues = parsed === undefined ? [] : issuesOf(endpoint.body, parsed);
  return (
    <>
      <CodeField
        label="JSON"
        rows={14}
        value={text}
        hint={parsed === undefined ? 'This is not JSON. It is sent as it is.' : undefined}
        onChange={onChange}
      />
      <Issues class="form-error" issues={issues} max={20} />
    </>
  );
}

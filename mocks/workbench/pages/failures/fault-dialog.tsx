import { useState } from 'preact/hooks';
import { connectionFailures, type Fault } from '../../../controls/faults/fault-kinds.ts';
import { useOwnEndpoints } from '../../app/use-own-endpoints.ts';
import { toLiteral } from '../../code/literal.ts';
import { operationPatterns } from '../../code/resources.ts';
import { CodeView } from '../../components/code-view.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CodeField, SelectField, TextField } from '../../components/field.tsx';
import { effects } from './effects.ts';
import { type FaultDraft, type FaultKindName, hasConditions, holds, parseDraft, toDraft } from './fault-draft.ts';
import { useFaultActions } from './use-fault-actions.ts';

interface FaultDialogProps {
  readonly initial?: Fault | undefined;
  /** The id of the fault that the new one replaces. */
  readonly replaces?: string | undefined;
  readonly onClose: () => void;
}

const kinds: readonly { readonly value: FaultKindName; readonly label: string }[] = [
  { value: 'status', label: 'Respond with a status' },
  { value: 'connection', label: 'Break the connection or the response' },
  { value: 'delay', label: 'Delay and nothing else' },
  { value: 'hold', label: 'Hold until released' },
  { value: 'hold-response', label: 'Hold the response to edit it' },
  { value: 'sequence', label: 'Change from call to call' },
];

/** Adds or changes a fault with all its properties. */
export function FaultDialog({ initial, replaces, onClose }: FaultDialogProps) {
  const { add, replace } = useFaultActions();
  const [draft, setDraft] = useState(() => toDraft(initial));
  const own = useOwnEndpoints();
  // The mock checks the names until its operations are known.
  const parsed = parseDraft(draft, own ?? 'any');
  const submit = async () => {
    if ('error' in parsed) return;
    // A fault with a name takes the place of the fault with the same name.
    const isAdded = replaces === undefined || parsed.fault.name === replaces;
    await (isAdded ? add(parsed.fault) : replace(({ id }) => id === replaces, parsed.fault));
    onClose();
  };
  const title = replaces === undefined ? 'Add a fault' : 'Edit the fault';
  return (
    <Dialog
      title={title}
      isWide
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: replaces === undefined ? 'Add' : 'Save', disabled: 'error' in parsed }}
    >
      <DraftFields
        draft={draft}
        own={(own ?? []).map(({ name }) => name)}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
      />
      {'error' in parsed ? (
        <p class="form-error" role="alert">
          {parsed.error}
        </p>
      ) : (
        <section class="fault-code">
          <h3>In a test</h3>
          <CodeView label="Test code" language="text" text={`mock.faults.add(${toLiteral(parsed.fault)});`} />
        </section>
      )}
    </Dialog>
  );
}

interface DraftFieldsProps {
  readonly draft: FaultDraft;
  /** The names of the operations that only this mock has. */
  readonly own?: readonly string[];
  readonly onChange: (changes: Partial<FaultDraft>) => void;
}

function DraftFields({ draft, own = [], onChange }: DraftFieldsProps) {
  const { kind } = draft;
  return (
    <div class="fault-fields">
      <TextField
        label="Operations"
        value={draft.on}
        isCode
        suggestions={[...operationPatterns, ...own].map((value) => ({ value }))}
        hint="An operation, a resource like products.*, * for every request, or a list with commas"
        onChange={(on) => onChange({ on })}
      />
      <Conditions draft={draft} onChange={onChange} />
      <div class="fault-row">
        <SelectField label="Effect" value={kind} options={kinds} onChange={(next) => onChange({ kind: next })} />
        {kind === 'status' && (
          <NumberField label="Status" value={draft.status} onChange={(status) => onChange({ status })} />
        )}
      </div>
      {kind === 'status' && <StatusFields draft={draft} onChange={onChange} />}
      {kind === 'connection' && (
        <SelectField
          label="Failure"
          value={draft.failure}
          options={connectionFailures.map((value) => ({ value, label: `${value}: ${effects[value].label}` }))}
          onChange={(failure) => onChange({ failure })}
        />
      )}
      {kind === 'sequence' && (
        <CodeField
          label="Steps, as JSON"
          rows={5}
          value={draft.steps}
          hint='Each applies to one call, or to the given "times". { "pass": true } changes nothing.'
          onChange={(steps) => onChange({ steps })}
        />
      )}
      {!holds[kind] && kind !== 'sequence' && (
        <div class="fault-row">
          <NumberField label="Delay in ms" value={draft.minDelay} onChange={(minDelay) => onChange({ minDelay })} />
          <NumberField
            label="up to, if it varies"
            value={draft.maxDelay}
            onChange={(maxDelay) => onChange({ maxDelay })}
          />
        </div>
      )}
      <div class="fault-row">
        {kind !== 'sequence' && (
          <NumberField
            label="Number of calls"
            value={draft.times}
            placeholder="all"
            onChange={(times) => onChange({ times })}
          />
        )}
        <NumberField
          label="Calls to skip first"
          value={draft.after}
          placeholder="0"
          onChange={(after) => onChange({ after })}
        />
        <NumberField
          label="Share of calls in %"
          value={draft.percent}
          placeholder="100"
          onChange={(percent) => onChange({ percent })}
        />
      </div>
      <TextField
        label="Name"
        value={draft.name}
        isCode
        hint="With a name, the fault stays in the list when it is used up, so that you can start it again"
        onChange={(name) => onChange({ name })}
      />
    </div>
  );
}

/** The conditions of the request, in addition to its operation. */
function Conditions({ draft, onChange }: DraftFieldsProps) {
  const [isOpen] = useState(() => hasConditions(draft));
  return (
    <details class="fault-conditions" open={isOpen}>
      <summary>Only some requests</summary>
      <div class="fault-fields">
        <div class="fault-row">
          <CodeField
            label="Path parameters"
            rows={1}
            value={draft.params}
            hint="For example id: 22a8dcdd-…"
            onChange={(params) => onChange({ params })}
          />
          <CodeField
            label="Query"
            rows={1}
            value={draft.query}
            hint="One parameter on each line"
            onChange={(query) => onChange({ query })}
          />
        </div>
        <CodeField
          label="Part of the request body, as JSON"
          rows={2}
          value={draft.sentBody}
          hint='As you pass it to the client: { "shipping": { "weight": 2 } }'
          onChange={(sentBody) => onChange({ sentBody })}
        />
        <CodeField
          label="Header of the request"
          rows={1}
          value={draft.sentHeaders}
          hint="One on each line, for example accept-language: de"
          onChange={(sentHeaders) => onChange({ sentHeaders })}
        />
        <div class="fault-row">
          <TextField label="User" value={draft.user} isCode onChange={(user) => onChange({ user })} />
          <TextField
            label="Workspace"
            value={draft.workspace}
            isCode
            onChange={(workspace) => onChange({ workspace })}
          />
        </div>
      </div>
    </details>
  );
}

function StatusFields({ draft, onChange }: DraftFieldsProps) {
  return (
    <>
      <CodeField
        label="Body, as JSON or text"
        rows={3}
        value={draft.body}
        hint="Default: an error that names the fault"
        onChange={(body) => onChange({ body })}
      />
      <CodeField
        label="Headers"
        rows={2}
        value={draft.headers}
        hint="One on each line, for example retry-after: 1"
        onChange={(headers) => onChange({ headers })}
      />
    </>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

function NumberField(props: NumberFieldProps) {
  return <TextField type="number" {...props} />;
}

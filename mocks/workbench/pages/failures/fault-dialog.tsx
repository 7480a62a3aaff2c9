import { useState } from 'preact/hooks';
import { connectionFailures, type Fault } from '../../../controls/faults/fault-kinds.ts';
import { useOwnEndpoints } from '../../app/use-own-endpoints.ts';
import { useUsers } from '../../app/use-tokens.ts';
import { toLiteral } from '../../code/literal.ts';
import { operationPatterns } from '../../code/resources.ts';
import { CodeView } from '../../components/code-view.tsx';
import { Combobox } from '../../components/combobox.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CodeField, SelectField, TextField } from '../../components/field.tsx';
import { effects } from './failure-options.ts';
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
          <CodeView label="Test code" language="ts" text={`mock.faults.add(${toLiteral(parsed.fault)});`} />
        </section>
      )}
    </Dialog>
  );
}

/** Returns the value of a field and the function that changes it. */
type Bind = <Name extends keyof FaultDraft>(
  name: Name,
) => { readonly value: FaultDraft[Name]; readonly onChange: (value: FaultDraft[Name]) => void };

interface DraftFieldsProps {
  readonly draft: FaultDraft;
  /** The names of the operations that only this mock has. */
  readonly own: readonly string[];
  readonly onChange: (changes: Partial<FaultDraft>) => void;
}

function DraftFields({ draft, own, onChange }: DraftFieldsProps) {
  const { kind } = draft;
  const bind: Bind = (name) => ({ value: draft[name], onChange: (value) => onChange({ [name]: value }) });
  return (
    <div class="fault-fields">
      <TextField
        label="Operations"
        {...bind('on')}
        isCode
        suggestions={[...operationPatterns, ...own].map((value) => ({ value }))}
        hint="An operation, a resource like products.*, * for every request, or a list with commas"
      />
      <Conditions isOpen={hasConditions(draft)} bind={bind} />
      <div class="fault-row">
        <SelectField label="Effect" options={kinds} {...bind('kind')} />
        {kind === 'status' && <TextField type="number" label="Status" {...bind('status')} />}
      </div>
      {kind === 'status' && (
        <>
          <CodeField
            label="Body, as JSON or text"
            rows={3}
            {...bind('body')}
            hint="Default: an error that names the fault"
          />
          <CodeField
            label="Headers"
            rows={2}
            {...bind('headers')}
            hint="One on each line, for example retry-after: 1"
          />
        </>
      )}
      {kind === 'connection' && (
        <SelectField
          label="Failure"
          options={connectionFailures.map((value) => ({ value, label: `${value}: ${effects[value].label}` }))}
          {...bind('failure')}
        />
      )}
      {kind === 'sequence' && (
        <CodeField
          label="Steps, as JSON"
          rows={5}
          {...bind('steps')}
          hint='Each applies to one call, or to the given "times". { "pass": true } changes nothing.'
        />
      )}
      {!holds[kind] && kind !== 'sequence' && (
        <div class="fault-row">
          <TextField type="number" label="Delay in ms" {...bind('minDelay')} />
          <TextField type="number" label="up to, if it varies" {...bind('maxDelay')} />
        </div>
      )}
      <div class="fault-row">
        {kind !== 'sequence' && (
          <TextField type="number" label="Number of calls" {...bind('times')} placeholder="all" />
        )}
        <TextField type="number" label="Calls to skip first" {...bind('after')} placeholder="0" />
        <TextField type="number" label="Share of calls in %" {...bind('percent')} placeholder="100" />
      </div>
      <TextField
        label="Name"
        {...bind('name')}
        isCode
        hint="With a name, the fault stays in the list when it is used up, so that you can start it again"
      />
    </div>
  );
}

/** The conditions of the request, in addition to its operation. */
function Conditions({ isOpen, bind }: { isOpen: boolean; bind: Bind }) {
  const [isInitiallyOpen] = useState(isOpen);
  const users = useUsers();
  return (
    <details class="fault-conditions" open={isInitiallyOpen}>
      <summary>Only some requests</summary>
      <div class="fault-fields">
        <div class="fault-row">
          <CodeField label="Path parameters" rows={1} {...bind('params')} hint="For example id: 22a8dcdd-…" />
          <CodeField label="Query" rows={1} {...bind('query')} hint="One parameter on each line" />
        </div>
        <CodeField
          label="Part of the request body, as JSON"
          rows={2}
          {...bind('sentBody')}
          hint='As you pass it to the client: { "shipping": { "weight": 2 } }'
        />
        <CodeField
          label="Header of the request"
          rows={1}
          {...bind('sentHeaders')}
          hint="One on each line, for example accept-language: de"
        />
        <div class="fault-row">
          <Combobox
            label="User"
            {...bind('user')}
            isFree
            suggestions={users.map(({ value, label }) => ({ value, hint: label === value ? undefined : label }))}
          />
          <TextField label="Workspace" {...bind('workspace')} isCode />
        </div>
      </div>
    </details>
  );
}

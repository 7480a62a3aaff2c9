import { useState } from 'preact/hooks';
import type { FixedOperation, ListedOperation } from '../../../operations/fixed-operation.ts';
import { useApp } from '../../app/context.ts';
import { useOwnOperations } from '../../app/use-own-endpoints.ts';
import { toOperationCode } from '../../code/operation-code.ts';
import { Badge, MethodBadge, StatusBadge } from '../../components/badge.tsx';
import { Button, CopyButton } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { escapeInvisible } from '../../text.ts';
import { toEndpointDraft } from './endpoint-draft.ts';
import { EndpointForm } from './endpoint-form.tsx';

/** The endpoints that only this mock has, and a form that adds one with a fixed response. */
export function EndpointsView() {
  const operations = useOwnOperations();
  const [editedName, setEditedName] = useState<string>();
  const edited = operations?.find(({ name }) => name === editedName);
  return (
    <div class="page-body">
      <h1 class="hidden">Your endpoints</h1>
      <div class="sections">
        <Section title={edited ? `Change ${edited.name}` : 'Add an endpoint'} isWide>
          <EndpointForm
            key={edited?.name}
            initial={edited && toEndpointDraft(edited)}
            onDone={() => setEditedName(undefined)}
          />
        </Section>
        <Section title="Your endpoints" isFlush isWide>
          {operations?.length === 0 && (
            <p class="section-note">
              None yet. An endpoint that you add here responds at once, and a reset keeps it. To make it fail, open it
              and choose a failure.
            </p>
          )}
          <ul class="rows">
            {operations?.map((operation) => (
              <EndpointRow key={operation.name} operation={operation} onEdit={() => setEditedName(operation.name)} />
            ))}
          </ul>
        </Section>
      </div>
    </div>
  );
}

function EndpointRow({ operation, onEdit }: { operation: ListedOperation; onEdit: () => void }) {
  const { session, toasts } = useApp();
  const { name, method, path, status, isRemovable } = operation;
  const remove = async () => {
    await session.control.call('DELETE /operations/{name}', { params: { name } });
    await session.refresh();
    toasts.show(`Removed ${method} ${path}.`, async () => {
      await session.control.call('POST /operations', { body: toFixed(operation) });
      await session.refresh();
    });
  };
  return (
    <li>
      <MethodBadge method={method} />
      <Link to={`/explorer/${name}`} label={`Open ${name}, ${escapeInvisible(path)}`}>
        <code>{escapeInvisible(path)}</code>
      </Link>
      {status !== undefined && <StatusBadge status={status} />}
      <span class="muted endpoint-name">{name}</span>
      <span class="spacer" />
      {isRemovable ? (
        <span class="nowrap">
          <CopyButton text={() => toOperationCode(operation)} label={`Copy the code of ${name}`} />
          <Button kind="quiet" icon="edit" label={`Edit ${name}`} onClick={onEdit} />
          <Button kind="quiet" icon="close" label={`Remove ${name}`} onClick={remove} />
        </span>
      ) : (
        <Badge>from code</Badge>
      )}
    </li>
  );
}

/** Returns what adds a removed operation again. */
function toFixed({ name, method, path, status, permission, data }: ListedOperation): FixedOperation {
  const given = permission as NonNullable<FixedOperation['permission']>;
  return { name, method, path, data, permission: given, ...(status !== undefined && { status }) };
}

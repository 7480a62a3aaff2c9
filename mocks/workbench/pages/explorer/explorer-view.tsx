import { useCallback, useRef, useState } from 'preact/hooks';
import { type OperationName, operations } from '../../../../src/contract/operations.ts';
import { useApp, useShortcut } from '../../app/context.ts';
import { useAnnouncedResult } from '../../app/use-announced-result.ts';
import { resources } from '../../code/resources.ts';
import { MethodBadge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Link } from '../../components/link.tsx';
import { count } from '../../components/text.ts';
import { OperationView } from './operation-view.tsx';

const names = operations.map(({ name }) => ({ value: name, label: name }));

/** The operation that opens first: its body has groups, which are sent with keys in brackets. */
const firstOperation: OperationName = 'products.create';

/** A form for each operation of the API. */
export function ExplorerView() {
  const { router } = useApp();
  const [, name = firstOperation] = router.place.value.path;
  const operation = operations.find((each) => each.name === name);
  return (
    <div class="explorer">
      <OperationList current={name} />
      <div class="explorer-select">
        <SelectField
          label="Operation"
          value={name}
          options={names}
          onChange={(chosen) => router.go(`/explorer/${chosen}`)}
        />
      </div>
      {operation ? (
        <OperationView key={operation.name} endpoint={operation} />
      ) : (
        <EmptyState icon="explorer" title="The API has no such operation">
          Choose one of the list.
        </EmptyState>
      )}
    </div>
  );
}

/** The operations by resource. On a phone, a select field takes its place. */
function OperationList({ current }: { current: string }) {
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  useShortcut(
    '/',
    'Find an operation',
    useCallback(() => search.current?.focus(), []),
  );
  const found = resources
    .map(({ name, operations: all }) => ({
      name,
      operations: all.filter((each) => `${each.name} ${each.method} ${each.path}`.toLowerCase().includes(wanted)),
    }))
    .filter((resource) => resource.operations.length > 0);
  const operationCount = found.reduce((sum, resource) => sum + resource.operations.length, 0);
  useAnnouncedResult(wanted, count(operationCount, 'operation'));
  return (
    <nav class="explorer-list" aria-label="Operations">
      <TextField
        label="Find an operation"
        isLabelHidden
        type="search"
        placeholder="Find an operation"
        value={text}
        inputRef={search}
        onChange={setText}
      />
      {found.map((resource) => (
        <ul key={resource.name} aria-label={resource.name}>
          {resource.operations.map(({ name, method }) => (
            <li key={name}>
              <Link to={`/explorer/${name}`} isCurrent={name === current}>
                <MethodBadge method={method} />
                <span class="truncate">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      ))}
      {found.length === 0 && <p class="muted">No operation has this in its name or path.</p>}
    </nav>
  );
}

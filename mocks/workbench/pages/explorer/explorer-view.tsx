import { useCallback, useRef, useState } from 'preact/hooks';
import type { Endpoint } from '../../../../src/contract/endpoint.ts';
import { type OperationName, operations } from '../../../../src/contract/operations.ts';
import { useApp } from '../../app/context.ts';
import { useAnnouncedResult } from '../../app/use-announced-result.ts';
import { useOwnEndpoints } from '../../app/use-own-endpoints.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { type Resource, resources } from '../../code/resources.ts';
import { MethodBadge } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icons.tsx';
import { Link } from '../../components/link.tsx';
import { count } from '../../text.ts';
import { EndpointsView } from './endpoints-view.tsx';
import { OperationView } from './operation-view.tsx';

/** The operation that opens first: its body has groups, which are sent with keys in brackets. */
const firstOperation: OperationName = 'products.create';

/** The place of the endpoints that only this mock has. The name of an operation has a dot. */
const endpointsPlace = 'endpoints';

/** A form for each operation of the API. */
export function ExplorerView() {
  const { router } = useApp();
  const [, name = firstOperation] = router.place.value.path;
  const own = useOwnEndpoints();
  const all = [...operations, ...(own ?? [])];
  const operation = all.find((each) => each.name === name);
  return (
    <div class="explorer">
      <OperationList current={name} own={own ?? []} />
      <div class="explorer-select">
        <SelectField
          label="Operation"
          value={name}
          options={[
            { value: endpointsPlace, label: 'Add an endpoint' },
            ...all.map((each) => ({ value: each.name, label: each.name })),
          ]}
          onChange={(chosen) => router.go(`/explorer/${chosen}`)}
        />
      </div>
      {name === endpointsPlace && <EndpointsView />}
      {operation && <OperationView key={operation.name} endpoint={operation} />}
      {!operation && own && name !== endpointsPlace && (
        <EmptyState icon="explorer" title="The API has no such operation">
          Choose one of the list.
        </EmptyState>
      )}
    </div>
  );
}

/** Returns the resources of the contract with the operations that only this mock has. */
function withOwn(own: readonly Endpoint[]): readonly Resource[] {
  const resourceOf = ({ name }: Endpoint) => name.replace(/\..*/, '');
  const known = resources.map(({ name, operations: documented }) => ({
    name,
    operations: [...documented, ...own.filter((each) => resourceOf(each) === name)],
  }));
  const others = new Set(own.map(resourceOf).filter((name) => !known.some((resource) => resource.name === name)));
  const groups = Array.from(others, (name) => ({ name, operations: own.filter((each) => resourceOf(each) === name) }));
  return [...known, ...groups];
}

/** The operations by resource. On a phone, a select field takes its place. */
function OperationList({ current, own }: { current: string; own: readonly Endpoint[] }) {
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  useShortcut(
    '/',
    'Find an operation',
    useCallback(() => search.current?.focus(), []),
  );
  const found = withOwn(own)
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
      <ul>
        <li>
          <Link to={`/explorer/${endpointsPlace}`} isCurrent={current === endpointsPlace}>
            <Icon name="add" />
            <span class="truncate">Add an endpoint</span>
          </Link>
        </li>
      </ul>
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

import { tableTitle } from '../../shared/table-words.ts';
import { availablePages } from '../pages/index.ts';
import { operationNames, policyDefaults } from '../state/inlined-values.ts';
import type { NamedRow } from '../state/named-rows.ts';
import { formatPath, recordPath } from '../state/router.ts';
import type { FoundRow } from '../state/session.ts';
import { count, formatCell, formatTime } from '../text.ts';
import type { App } from './context.ts';
import type { Page } from './page.ts';
import { themeOf, themes } from './theme.ts';

/** Something that the command palette can do. */
export interface Command {
  readonly kind: 'Page' | 'Action' | 'Table' | 'Operation' | 'Policy' | 'Record';
  readonly label: string;
  /** Other words that find it. */
  readonly keywords?: string | undefined;
  readonly run: () => unknown;
}

/** Other words for the pages. */
const pageKeywords: Readonly<Partial<Record<Page['name'], string>>> = {
  records: 'data rows database',
  requests: 'journal log calls network',
  explorer: 'endpoint api try send',
  failures: 'fault error inject latency',
  time: 'clock rate limit',
  tokens: 'permission 403',
  snapshots: 'state',
  history: 'undo change',
};

/** Returns the commands that a user can always choose, with the most common ones first. */
export function fixedCommands(app: App): readonly Command[] {
  const { session, router } = app;
  const goTo = (...path: readonly string[]) => ({ run: () => router.go(formatPath(path)) });
  return [
    ...availablePages(session).map(({ name, title }) => ({
      kind: 'Page' as const,
      label: title,
      keywords: pageKeywords[name],
      ...goTo(name),
    })),
    ...actions(app),
    ...Object.keys(session.state.value?.tables ?? {}).map((name) => ({
      kind: 'Table' as const,
      label: tableTitle(name),
      ...goTo('records', name),
    })),
    ...operationNames.map((name) => ({
      kind: 'Operation' as const,
      label: name,
      keywords: 'endpoint',
      ...goTo('explorer', name),
    })),
    ...Object.keys(policyDefaults).map((name) => ({
      kind: 'Policy' as const,
      label: name,
      run: () => router.go(formatPath(['policies'], { search: name })),
    })),
    ...operationNames.map((name) => ({
      kind: 'Action' as const,
      label: `Fail ${name} once`,
      run: () => failOnce(app, name),
    })),
  ];
}

function actions(app: App): readonly Command[] {
  const { session, router, preferences } = app;
  const action = (label: string, keywords: string, run: Command['run']): Command => ({
    kind: 'Action',
    label,
    keywords,
    run,
  });
  return [
    action('Undo the last change', 'history records', () => undoLast(app)),
    action('Save a snapshot', 'state', () => saveSnapshot(app)),
    action('Add an endpoint', 'mock operation route stub', () => router.go('/explorer/endpoints')),
    action('Reset the mock', 'state records restore clear', () => reset(app)),
    action('Remove all faults', 'clear failures', () => session.clearFaults()),
    action('Show me a recovered failure', 'retry demo', async () =>
      (await import('../pages/overview/show-me.ts')).showRecovery(app),
    ),
    ...Object.keys(units).map((unit) => advanceCommand(app, 1, unit)),
    action('Stop the clock', 'time pause', () =>
      setClock(app, { set: session.state.peek()?.clock }, 'Stopped the clock.'),
    ),
    action('Resume the clock', 'time', () => session.resumeClock()),
    ...themes.map((theme) =>
      action(`Theme: ${theme}`, '', () => {
        themeOf(preferences).value = theme;
      }),
    ),
  ];
}

/** Milliseconds. */
const units: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Returns the commands that the typed text itself describes: `advance 3 hours`. */
export function typedCommands(app: App, text: string): readonly Command[] {
  const [, amount = '', unit = ''] = /^advance\D*(\d{1,6}) *(minute|hour|day)s?$/i.exec(text) ?? [];
  // One unit is a fixed command.
  return Number(amount) > 1 ? [advanceCommand(app, Number(amount), unit.toLowerCase())] : [];
}

function advanceCommand(app: App, amount: number, unit: string): Command {
  const span = count(amount, unit);
  return {
    kind: 'Action',
    label: `Advance the clock by ${span}`,
    keywords: 'time',
    run: () => setClock(app, { advance: amount * (units[unit] ?? 0) }, `Advanced the clock by ${span}.`),
  };
}

async function setClock(
  { session, toasts }: App,
  body: { advance: number } | { set: string | undefined },
  done: string,
) {
  await session.control.call('POST /clock', { body });
  await session.refresh();
  toasts.show(done);
}

async function failOnce({ session, toasts }: App, name: string): Promise<void> {
  const { id } = await session.control.call('POST /faults', { body: { on: name as '*', times: 1, status: 503 } });
  await session.refresh();
  toasts.show(`The next ${name} fails with 503.`, async () => {
    await session.control.call('DELETE /faults/{id}', { params: { id } });
    await session.refresh();
  });
}

async function undoLast(app: App): Promise<void> {
  const { undoChange } = await import('../pages/history/undo-change.ts');
  const { changes } = await app.session.control.call('GET /history', { query: { limit: 1 } });
  const last = changes.at(-1);
  if (!last) throw new Error('There is no change to undo.');
  await undoChange(app, last.id, `Undid change ${last.id}.`);
}

async function saveSnapshot({ session, toasts }: App): Promise<void> {
  const name = `Snapshot at ${formatTime(Date.now())}`;
  await session.control.call('PUT /snapshots/{name}', { params: { name } });
  await session.refresh();
  toasts.show(`Saved the snapshot “${name}”.`);
}

async function reset(app: App): Promise<void> {
  const { restoreState } = await import('../pages/snapshots/restore-snapshot.ts');
  await restoreState(app, 'Reset the mock.', () => app.session.control.call('POST /reset'));
}

/** Returns the commands that go to the records of a search. */
export function recordCommands({ router }: App, results: readonly (FoundRow & NamedRow)[]): readonly Command[] {
  return results.map(({ table, row, name }) => ({
    kind: 'Record',
    label: `${formatCell(name, 60)} · ${tableTitle(table)}`,
    run: () => router.go(recordPath(table, String(row['id']))),
  }));
}

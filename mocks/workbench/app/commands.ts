import { tableTitle } from '../../shared/own-operation.ts';
import { availablePages } from '../pages/index.ts';
import { operationNames, policyDefaults } from '../state/inlined-values.ts';
import type { NamedRow } from '../state/named-rows.ts';
import { formatPath, recordPath } from '../state/router.ts';
import type { FoundRow } from '../state/session.ts';
import { formatCell } from '../text.ts';
import type { App } from './context.ts';
import { themeOf, themes } from './theme.ts';

/** Something that the command palette can do. */
export interface Command {
  readonly kind: 'Page' | 'Action' | 'Table' | 'Operation' | 'Policy' | 'Record';
  readonly label: string;
  readonly run: () => unknown;
}

/** Returns the commands that a user can always choose, with the most common ones first. */
export function fixedCommands({ session, router, preferences }: App): readonly Command[] {
  const goTo = (...path: readonly string[]) => ({ run: () => router.go(formatPath(path)) });
  return [
    ...availablePages(session).map(({ name, title }) => ({ kind: 'Page' as const, label: title, ...goTo(name) })),
    { kind: 'Action', label: 'Clear all faults', run: () => session.clearFaults() },
    { kind: 'Action', label: 'Resume the clock', run: () => session.resumeClock() },
    ...themes.map((theme) => ({
      kind: 'Action' as const,
      label: `Theme: ${theme}`,
      run: () => {
        themeOf(preferences).value = theme;
      },
    })),
    ...Object.keys(session.state.value?.tables ?? {}).map((name) => ({
      kind: 'Table' as const,
      label: tableTitle(name),
      ...goTo('records', name),
    })),
    ...operationNames.map((name) => ({ kind: 'Operation' as const, label: name, ...goTo('explorer', name) })),
    ...Object.keys(policyDefaults).map((name) => ({
      kind: 'Policy' as const,
      label: name,
      run: () => router.go(formatPath(['policies'], { search: name })),
    })),
  ];
}

/** Returns the commands that go to the records of a search. */
export function recordCommands({ router }: App, results: readonly (FoundRow & NamedRow)[]): readonly Command[] {
  return results.map(({ table, row, name }) => ({
    kind: 'Record',
    label: `${formatCell(name, 60)} · ${tableTitle(table)}`,
    run: () => router.go(recordPath(table, String(row['id']))),
  }));
}

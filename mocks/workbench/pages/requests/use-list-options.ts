import type { Signal } from '@preact/signals';
import { useApp } from '../../app/context.ts';
import { isBoolean } from '../../state/preferences.ts';

interface ListOptions {
  /** Whether the attempts of a call are one entry. */
  readonly isGrouped: Signal<boolean>;
  /** Whether times are relative: `2 s ago`. */
  readonly isRelative: Signal<boolean>;
}

/** The remembered options of the list. */
export function useListOptions(): ListOptions {
  const { preferences } = useApp();
  return {
    isGrouped: preferences.signal('requests.grouped', true, isBoolean),
    isRelative: preferences.signal('requests.relative', false, isBoolean),
  };
}

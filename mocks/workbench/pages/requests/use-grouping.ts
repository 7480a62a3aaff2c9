import type { Signal } from '@preact/signals';
import { useApp } from '../../app/context.ts';
import { isBoolean } from '../../store/preferences.ts';

/** Whether the list shows the attempts of a call as one entry. */
export function useGrouping(): Signal<boolean> {
  return useApp().preferences.signal('requests.grouped', true, isBoolean);
}

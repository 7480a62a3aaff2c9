import { useLayoutEffect } from 'preact/hooks';
import type { Shortcut } from '../state/shortcuts.ts';
import { useApp } from './context.ts';

/** Adds a shortcut while the component is visible. */
export function useShortcut(key: string, label: string, run: Shortcut['run']): void {
  const { shortcuts } = useApp();
  // Not an effect after the paint: the key works as soon as the component is visible.
  useLayoutEffect(() => shortcuts.add({ key, label, run }), [shortcuts, key, label, run]);
}

import type { Signal } from '@preact/signals';
import type { Preferences } from '../state/preferences.ts';

export const themes = ['system', 'light', 'dark'] as const;

/** The colors of the workbench: those of the system, or always light or dark ones. */
export type Theme = (typeof themes)[number];

/** Returns the theme that the user chose. Default: `system`, which is the theme of the page around the workbench. */
export function themeOf(preferences: Preferences): Signal<Theme> {
  return preferences.signal<Theme>('theme', 'system', (value): value is Theme => themes.some((each) => each === value));
}

export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
}

import { useCallback, useState } from 'preact/hooks';
import { Button, CopyButton } from '../components/button.tsx';
import { ActiveSettings } from './active-settings.tsx';
import { useApp, useShortcut } from './context.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { nextTheme, themeOf } from './theme.ts';

/** The name of the mock, its connection, everything that makes it unusual, and the settings of the page. */
export function TopBar() {
  const { session, preferences } = useApp();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const theme = themeOf(preferences);
  const state = session.state.value;
  useShortcut(
    '?',
    'Show this list',
    useCallback(() => setHelpOpen(true), []),
  );
  return (
    <header class="bar">
      <div class="brand">
        <Logo />
        <span>Workbench</span>
        {state && <span class="truncate">{state.baseUrl}</span>}
      </div>
      {state && <CopyButton text={() => state.baseUrl} label="Copy base URL" />}
      <span class="spacer" />
      <ActiveSettings />
      <ConnectionState />
      <Button
        icon="theme"
        kind="quiet"
        label={`Theme: ${theme.value}`}
        onClick={() => {
          theme.value = nextTheme(theme.value);
        }}
      />
      <Button icon="help" kind="quiet" label="Keyboard shortcuts" onClick={() => setHelpOpen(true)} />
      {isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
    </header>
  );
}

const connectionTexts = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Not reachable',
  denied: 'Needs a token',
} as const;

function ConnectionState() {
  const connection = useApp().session.connection.value;
  return (
    <span class="chip plain">
      <span class={`dot ${connection}`} />
      <span>{connectionTexts[connection]}</span>
    </span>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5" fill="#3451d1" />
      <path d="M6 7.5h12M6 12h7M6 16.5h9" stroke="#fff" stroke-width="2.2" stroke-linecap="round" />
      <circle cx="17.5" cy="12" r="1.8" fill="#ffc53d" />
    </svg>
  );
}

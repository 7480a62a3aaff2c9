import { useCallback, useState } from 'preact/hooks';
import { Button, CopyButton } from '../components/button.tsx';
import { Logo } from '../components/icons.tsx';
import { ActiveSettings } from './active-settings.tsx';
import { type PanelControls, useApp } from './context.ts';
import { lazy } from './lazy.tsx';
import { nextTheme, themeOf } from './theme.ts';
import { useShortcut } from './use-shortcut.ts';

const CommandPalette = lazy(async () => (await import('./dialogs.ts')).CommandPalette);
const ShortcutsDialog = lazy(async () => (await import('./dialogs.ts')).ShortcutsDialog);

/** The API, the mock, its connection, everything that makes it unusual, and the settings of the page. */
export function TopBar({ panel, onSkip }: { panel: PanelControls | undefined; onSkip: () => void }) {
  const { session, preferences } = useApp();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  const theme = themeOf(preferences);
  const state = session.state.value;
  useShortcut(
    '?',
    'Show this list',
    useCallback(() => setHelpOpen(true), []),
  );
  useShortcut('Ctrl+K', 'Go to or do', openPalette);
  return (
    <>
      <header class="bar">
        <button type="button" class="button skip-link hidden" onClick={onSkip}>
          Skip to the page
        </button>
        <div class="brand">
          <Logo />
          <span class="nowrap">Master-Data API</span>
          {state && <span class="truncate">{describeMock(state.baseUrl)}</span>}
        </div>
        {state && <CopyButton text={() => state.baseUrl} label="Copy base URL" />}
        <span class="spacer" />
        <ActiveSettings />
        <ConnectionState />
        <Button icon="search" kind="quiet" label="Go to or do (Ctrl+K)" onClick={openPalette} />
        <Button
          icon="theme"
          kind="quiet"
          label={`Theme: ${theme.value}`}
          onClick={() => {
            theme.value = nextTheme(theme.value);
          }}
        />
        <Button icon="help" kind="quiet" label="Keyboard shortcuts" onClick={() => setHelpOpen(true)} />
        {panel && <PanelButtons panel={panel} />}
      </header>
      {isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}
      {isHelpOpen && <ShortcutsDialog panelKeys={panel?.keys} onClose={() => setHelpOpen(false)} />}
    </>
  );
}

/** The sandbox, or the mock of the server, and its address. */
function describeMock(baseUrl: string): string {
  const [, sandbox] = /\/sandboxes\/([^/]+)$/.exec(baseUrl) ?? [];
  return `${sandbox === undefined ? 'Mock' : `Sandbox ${sandbox}`} at ${baseUrl}`;
}

const connectionTexts = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Not reachable',
  denied: 'No access',
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

function PanelButtons({ panel }: { panel: PanelControls }) {
  const { run } = useApp();
  return (
    <>
      <Button icon="dock" kind="quiet" label="Move to another edge" onClick={() => panel.toggleDock()} />
      <Button
        icon="columns"
        kind="quiet"
        label="Make room in the page"
        pressed={panel.isBeside.value}
        onClick={() => {
          panel.isBeside.value = !panel.isBeside.value;
        }}
      />
      <Button
        icon="window"
        kind="quiet"
        label="Open in a window of its own"
        onClick={() => void run(async () => panel.openWindow())}
      />
      <Button
        icon="close"
        kind="quiet"
        label="Close the workbench"
        onClick={() => {
          panel.isOpen.value = false;
        }}
      />
    </>
  );
}

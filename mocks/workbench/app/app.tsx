import { useCallback, useEffect, useRef } from 'preact/hooks';
import { Toaster } from '../components/toaster.tsx';
import { availablePages, pages } from '../pages/index.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { type App, AppProvider, type PanelControls, useApp } from './context.ts';
import { DeniedView } from './denied-view.tsx';
import { Navigation } from './navigation.tsx';
import { PageView } from './page-view.tsx';
import { themeOf } from './theme.ts';
import { TopBar } from './top-bar.tsx';

/** The whole workbench. */
export function Workbench({ app, panel }: { app: App; panel?: PanelControls }) {
  const chosen = themeOf(app.preferences).value;
  const theme = chosen === 'system' ? app.pageTheme.value : chosen;
  return (
    <AppProvider value={app}>
      <div class={`workbench ${theme}`}>
        <Shell panel={panel} />
      </div>
    </AppProvider>
  );
}

function Shell({ panel }: { panel: PanelControls | undefined }) {
  const { session, router } = useApp();
  const [name] = router.place.value.path;
  const available = session.connection.value === 'connecting' ? pages : availablePages(session);
  const page = available.find((each) => each.name === name) ?? available[0];
  const isDenied = session.connection.value === 'denied';
  const shell = useRef<HTMLDivElement>(null);
  useEffect(() => session.start(shell.current?.ownerDocument ?? document), [session]);
  usePageShortcuts();
  if (!page) return null;
  // A panel is a part of a page that has a main element itself.
  const Main = panel ? 'section' : 'main';
  return (
    <div class="shell" ref={shell}>
      <TopBar panel={panel} />
      <ConnectionBanner />
      <Navigation current={page.name} />
      <Main class="main" key={page.name} aria-label={page.title}>
        {isDenied ? <DeniedView /> : <PageView page={page} />}
      </Main>
      <Toaster />
    </div>
  );
}

/** The digits open the pages in the order of the navigation, and 0 the tenth. */
function usePageShortcuts(): void {
  const { router, session, shortcuts } = useApp();
  const available = availablePages(session);
  const names = available.map(({ name }) => name).join(' ');
  const add = useCallback(
    () =>
      available.map(({ name, title }, index) =>
        shortcuts.add({ key: String((index + 1) % 10), label: title, run: () => router.go(`/${name}`) }),
      ),
    [router, shortcuts, names],
  );
  useEffect(() => {
    const remove = add();
    return () => {
      for (const each of remove) each();
    };
  }, [add]);
}

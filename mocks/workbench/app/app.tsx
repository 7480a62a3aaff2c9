import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { StatusBar } from '../components/status-bar.tsx';
import { availablePages, pages } from '../pages/index.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { type App, AppProvider, type PanelControls, useApp } from './context.ts';
import { focusPlace } from './focus-place.ts';
import { lazy } from './lazy.tsx';
import { Navigation } from './navigation.tsx';
import { PageView } from './page-view.tsx';
import { themeOf } from './theme.ts';
import { TopBar } from './top-bar.tsx';
import { useFocusKeeper } from './use-focus-keeper.ts';

const DeniedView = lazy(async () => (await import('./dialogs.ts')).DeniedView);

/** The whole workbench. */
export function Workbench({ app, panel }: { app: App; panel?: PanelControls }) {
  const chosen = themeOf(app.preferences).value;
  const theme = chosen === 'system' ? app.pageTheme.value : chosen;
  return (
    <AppProvider value={app}>
      <div class={`workbench ${theme}`} lang="en">
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
  const main = useRef<HTMLElement>(null);
  useEffect(() => session.start(shell.current?.ownerDocument ?? document), [session]);
  usePageShortcuts();
  useEffect(() => {
    // With the first key, so that the dialog of Ctrl+K is there before the user goes on typing.
    const load = () => void import('./dialogs.ts').catch(() => undefined);
    shell.current?.getRootNode().addEventListener('keydown', load, { capture: true, once: true });
  }, []);
  useFocusKeeper(shell);
  // Before another page is rendered, because the focused element disappears with the former one.
  const hasFocus = shell.current?.matches(':focus-within');
  useFocusOnChange(page?.name, () => {
    // Until the user is in a panel, the focus belongs to the page around it.
    if (panel && !hasFocus) return;
    // A link can also open details.
    const details = main.current?.querySelector<HTMLElement>('.detail');
    focusPlace(details ?? main.current, router);
  });
  // A panel is a part of a page that has a title itself.
  const title = useRef<string>(undefined);
  useEffect(() => {
    if (panel || !page || !shell.current) return;
    const { ownerDocument } = shell.current;
    title.current ??= ownerDocument.title;
    ownerDocument.title = `${page.title} · ${title.current}`;
  }, [panel, page]);
  if (!page) return null;
  // A panel is a part of a page that has a main element itself.
  const Main = panel ? 'section' : 'main';
  return (
    <div class="shell" ref={shell}>
      <TopBar panel={panel} onSkip={() => main.current?.focus()} />
      <ConnectionBanner />
      <Navigation current={page.name} />
      <Main ref={main} class="main" key={page.name} aria-label={page.title} tabIndex={-1} data-landing>
        {isDenied ? <DeniedView /> : <PageView page={page} canReload={!panel} />}
      </Main>
      <StatusBar />
    </div>
  );
}

/** Focuses the page when the user goes to another one, like a browser that loads a page. */
function useFocusOnChange(name: string | undefined, focus: () => void): void {
  const former = useRef(name);
  useLayoutEffect(() => {
    const isOther = former.current !== undefined && former.current !== name;
    former.current = name;
    if (isOther) focus();
  });
}

/** The digits open the pages in the order of the navigation, and 0 the tenth. Some pages have a key of their own. */
function usePageShortcuts(): void {
  const { router, session, shortcuts } = useApp();
  const available = availablePages(session);
  const names = available.map(({ name }) => name).join(' ');
  useEffect(() => {
    let digit = 0;
    const removals = available.map(({ name, title, key }) =>
      shortcuts.add({ key: key ?? String(++digit % 10), label: title, run: () => router.go(`/${name}`) }),
    );
    return () => {
      for (const remove of removals) remove();
    };
  }, [router, shortcuts, names]);
}

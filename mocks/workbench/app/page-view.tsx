import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { OverviewView } from '../pages/overview/overview-view.tsx';
import { useApp } from './context.ts';
import type { Page, Views } from './page.ts';

/** The views, after the first page that needs them. */
const views = signal<Views | undefined>(undefined);

interface PageViewProps {
  readonly page: Page;
  /** Whether the document belongs to the workbench. */
  readonly canReload: boolean;
}

/** Shows a page, as soon as its view is loaded. */
export function PageView({ page, canReload }: PageViewProps) {
  const { session } = useApp();
  const [isFailed, setFailed] = useState(false);
  const View = page.name === 'overview' ? OverviewView : views.value?.[page.name];
  useEffect(() => {
    if (View) return;
    import('../pages/views.ts').then(
      (loaded) => {
        views.value = loaded.views;
      },
      () => setFailed(true),
    );
  }, [View]);
  const connection = session.connection.value;
  const wasLost = useRef(false);
  wasLost.current ||= connection === 'lost';
  const isBack = isFailed && wasLost.current && connection === 'live';
  useEffect(() => {
    // A second import would fail as well: browsers remember a module that they could not load.
    if (isBack && canReload) location.reload();
  }, [isBack, canReload]);
  if (View) return <View />;
  if (!isFailed) return <p class="waiting muted">Loading the page …</p>;
  return (
    <EmptyState icon="warning" title="This page could not be loaded">
      <p>The server is not reachable, or was replaced by another version.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </EmptyState>
  );
}

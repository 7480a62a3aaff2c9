import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { useApp } from './context.ts';
import type { Page } from './page.ts';

/** The pages that were opened before. They appear at once. */
const loaded = new Map<string, ComponentType>();

interface PageViewProps {
  readonly page: Page;
  /** Whether the document belongs to the workbench. */
  readonly canReload: boolean;
}

/** Loads a page and shows it. */
export function PageView({ page, canReload }: PageViewProps) {
  const { session } = useApp();
  const [state, setState] = useState<'loading' | 'failed' | 'loaded'>('loading');
  const View = loaded.get(page.name);
  useEffect(() => {
    page.load().then(
      (view) => {
        loaded.set(page.name, view);
        setState('loaded');
      },
      () => setState('failed'),
    );
  }, [page]);
  const connection = session.connection.value;
  const wasLost = useRef(false);
  wasLost.current ||= connection === 'lost';
  const isBack = state === 'failed' && wasLost.current && connection === 'live';
  useEffect(() => {
    // A second import would fail, too: browsers remember a module that they could not load.
    if (isBack && canReload) location.reload();
  }, [isBack, canReload]);
  if (View) return <View />;
  if (state !== 'failed') return null;
  return (
    <EmptyState icon="warning" title="This page could not be loaded">
      <p>The server is not reachable, or was replaced by another version.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </EmptyState>
  );
}

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import type { Page } from './page.ts';

/** The pages that were opened before. They appear at once. */
const loaded = new Map<string, ComponentType>();

/** Loads a page and shows it. */
export function PageView({ page }: { page: Page }) {
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
  if (View) return <View />;
  if (state !== 'failed') return null;
  return (
    <EmptyState icon="warning" title="This page could not be loaded">
      <p>The server is not reachable, or was replaced by another version.</p>
      <Button onClick={() => location.reload()}>Reload</Button>
    </EmptyState>
  );
}

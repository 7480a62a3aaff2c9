import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from './context.ts';

/**
 * Returns a component that loads when it is first shown, so that the first page is smaller. It is empty until then. If
 * it cannot be loaded, a message says why.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined);
  return function Lazy(props: Props) {
    const { run } = useApp();
    const Loaded = loaded.value;
    useEffect(() => {
      if (Loaded) return;
      void run(async () => {
        loaded.value = await load();
      });
    }, [Loaded]);
    return Loaded ? <Loaded {...props} /> : null;
  };
}

import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Row } from '../../state/session.ts';

export function useWorkspaces(): readonly Row[] {
  const { session } = useApp();
  return useLoaded(() => session.queryRows('workspaces', { limit: 100 }), []) ?? [];
}

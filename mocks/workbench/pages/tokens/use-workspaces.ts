import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import type { Row } from '../../store/session.ts';

export function useWorkspaces(): readonly Row[] {
  const { session, run } = useApp();
  const [rows, setRows] = useState<readonly Row[]>([]);
  useEffect(() => void run(async () => setRows(await session.sampleRows('workspaces', 100))), [session, run]);
  return rows;
}

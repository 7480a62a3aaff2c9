import { Badge } from '../../components/badge.tsx';

/** The fault that a request got. A fault with a status is shown with its status: `503 injected`. */
export function FaultBadge({
  request: { fault, status },
}: {
  request: { fault?: string | undefined; status: number };
}) {
  if (fault === undefined) return null;
  return <Badge tone="warning">{fault === 'status' ? `${status} injected` : fault}</Badge>;
}

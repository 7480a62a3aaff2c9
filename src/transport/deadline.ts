import type { Settings } from '../config/settings.ts';
import type { PreparedRequest } from './request.ts';

type Limits = Pick<Settings, 'timeout' | 'totalTimeout'>;

/** Returns the milliseconds that the call may still take. */
export function remainingTime({ startedAt }: Pick<PreparedRequest, 'startedAt'>, { totalTimeout }: Limits): number {
  return totalTimeout === false
    ? Number.POSITIVE_INFINITY
    : Math.max(0, totalTimeout - (performance.now() - startedAt));
}

/** Returns the milliseconds that the next step may take: those of an attempt, or of the call if fewer are left. */
export function timeLimit(request: Pick<PreparedRequest, 'startedAt'>, limits: Limits): number {
  return Math.min(limits.timeout || Number.POSITIVE_INFINITY, Math.max(1, remainingTime(request, limits)));
}

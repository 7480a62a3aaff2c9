import type { Settings } from '../config/settings.ts';
import type { PreparedRequest } from './request.ts';

/** Describes which time limit ended a call, and after how many attempts. */
export function describeTimeout({ label, attempts, startedAt }: PreparedRequest, settings: Settings): string {
  const { timeout, totalTimeout } = settings;
  const isTotal = totalTimeout !== false && performance.now() - startedAt >= totalTimeout;
  const time = isTotal ? `${totalTimeout} ms in total` : `${timeout} ms`;
  return `${label} timed out after ${time} (${attempts} ${attempts === 1 ? 'attempt' : 'attempts'})`;
}

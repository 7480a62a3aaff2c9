import type { Router } from '../state/router.ts';

/**
 * Focuses the page or the details that the user has opened. A place that was opened by its address gets no visible
 * focus: all of it is new.
 */
export function focusPlace(element: HTMLElement | null | undefined, { isByAddress }: Router): void {
  if (!element) return;
  if (isByAddress) {
    element.dataset['quiet'] = '';
    element.addEventListener('blur', () => delete element.dataset['quiet'], { once: true });
  }
  element.focus();
}

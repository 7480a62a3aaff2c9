import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** An element that the focus prefers to the controls in it. */
const landing = '[data-landing]';

const control = 'a[href], button, input, select, textarea, [tabindex]';

/**
 * Moves the focus to the nearest place when the focused element disappears: a deleted row, a closed dialog, a message.
 * A browser would move it to the body, so that keyboards and screen readers start over.
 */
export function useFocusKeeper(shell: RefObject<HTMLElement | null>): void {
  // Not an effect after the paint: a panel takes the focus as soon as it opens.
  useLayoutEffect(() => {
    const element = shell.current;
    if (!element) return undefined;
    /** The focused element and those around it, inside out. */
    let path: readonly HTMLElement[] = [];
    const remember = ({ target }: FocusEvent) => {
      path = pathOf(target as HTMLElement, element);
    };
    const forget = () => {
      const left = path;
      // Chromium removes the focus from an element before it removes the element.
      queueMicrotask(() => {
        if (path === left && left[0]?.isConnected) path = [];
      });
    };
    const observer = new MutationObserver(() => {
      const { activeElement, body } = element.ownerDocument;
      const isLost = path[0] !== undefined && !path[0].isConnected && (!activeElement || activeElement === body);
      if (isLost) focusNearest(path.filter(({ isConnected }) => isConnected));
    });
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', remember);
    element.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', remember);
      element.removeEventListener('focusout', forget);
    };
  }, [shell]);
}

function pathOf(target: HTMLElement, end: HTMLElement): readonly HTMLElement[] {
  const parent = target.parentElement;
  return target === end || !parent ? [target] : [target, ...pathOf(parent, end)];
}

/** Focuses the first element that takes the focus, in or around the places. */
function focusNearest(places: readonly HTMLElement[]): void {
  for (const place of places) {
    const candidates = [
      place,
      ...place.querySelectorAll<HTMLElement>(landing),
      ...place.querySelectorAll<HTMLElement>(control),
    ];
    const focused = candidates.find((candidate) => {
      candidate.focus();
      return candidate.matches(':focus');
    });
    if (focused) return;
  }
}

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Rows are high enough for a finger on a touch screen. */
export const rowHeight = matchMedia('(pointer: coarse)').matches ? 44 : 30;

/** The height of the header, which covers the first rows: a row with a border. */
const headHeight = rowHeight + 1;

/** The rows before and after those in sight that are rendered too, so that scrolling shows no gaps. */
const margin = 8;

/** The rows of a grid that are rendered. */
export interface VisibleRows {
  readonly first: number;
  /** Less than `first` if there are no rows. */
  readonly last: number;
  readonly scrollTo: (index: number) => void;
}

/** Follows the rows that are in sight, so that only these are rendered. */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => {
      // In rows, so that not each pixel renders the grid again.
      setTop(Math.floor(element.scrollTop / rowHeight));
      setHeight(Math.ceil(element.clientHeight / rowHeight));
    };
    update();
    // The observer of another window would wait for that window.
    const observer = new (element.ownerDocument.defaultView ?? globalThis).ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  return {
    first: Math.max(0, top - margin),
    last: Math.min(count - 1, top + height + margin),
    scrollTo(index) {
      const element = scroller.current;
      if (!element) return;
      const start = index * rowHeight;
      const lowest = start + rowHeight + headHeight - element.clientHeight;
      element.scrollTop = Math.max(Math.min(element.scrollTop, start), lowest);
    },
  };
}

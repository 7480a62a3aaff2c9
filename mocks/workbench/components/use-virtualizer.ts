import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** The rows of a list that are in sight. */
export interface VisibleRows {
  readonly items: readonly VirtualItem[];
  /** The height of all rows together, in pixels. */
  readonly height: number;
  readonly scrollTo: (index: number) => void;
}

/** Renders only the rows of a list that are in sight. */
export function useVirtualizer(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): VisibleRows {
  const [, rerender] = useReducer((renders: number) => renders + 1, 0);
  const options = {
    count,
    overscan: 8,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => rerender(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

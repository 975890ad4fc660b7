import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useIsPrinting } from './printing.ts';

/** Rows beyond the edges, so that quick scrolling finds them drawn. */
const BEYOND = 6;

interface VirtualRows {
  readonly count: number;
  /** Stays the same function while the rows are the same. */
  readonly keyAt: (index: number) => string | number;
  /** Of a row that was not measured. */
  readonly height: number;
  /** What the rows scroll in. */
  readonly scroller: () => HTMLElement | null;
  /** Pixels of the scroller before the first row. */
  readonly margin?: number;
  /** Height of what sticks above the rows. */
  readonly head?: number;
  /** A row that stays drawn wherever it is; -1: none. */
  readonly pinned?: number;
}

/** The rows of a long list that are in sight, on paper all, and always the one with the focus (docs/decisions/0113-one-table-for-lists.md). */
export const useVirtualRows = (rows: VirtualRows) => {
  const { count, keyAt, height, scroller, margin = 0, head = 0, pinned = -1 } = rows;
  const isPrinting = useIsPrinting();
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (isPrinting) return Array.from({ length: count }, (_, index) => index);
      const inSight = defaultRangeExtractor(range);
      return pinned < 0 || pinned >= count || inSight.includes(pinned)
        ? inSight
        : [...inSight, pinned].sort((a, b) => a - b);
    },
    [pinned, count, isPrinting],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getItemKey: keyAt,
    estimateSize: () => height,
    getScrollElement: scroller,
    overscan: BEYOND,
    scrollMargin: margin,
    scrollPaddingStart: head,
    rangeExtractor,
    initialRect: { width: 0, height: 800 },
    useFlushSync: false,
  });
  // The library asks for a height once for each row; a phone that is turned and a board of another period have other ones.
  const counted = useRef(height);
  useLayoutEffect(() => {
    if (counted.current === height) return;
    counted.current = height;
    virtualizer.measure();
  }, [virtualizer, height]);
  return virtualizer;
};

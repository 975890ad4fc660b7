import { type ReactNode, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualLinesProps } from './table-types.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** The element in which a long list scrolls. */
const scrollerOf = (box: HTMLElement | null, isPage: boolean) =>
  isPage ? (box?.closest<HTMLElement>('[data-scroller]') ?? null) : box;

/** Renders the visible lines, and always the one with the focus. */
export const VirtualLines = (props: VirtualLinesProps): ReactNode => {
  const { count, keyAt, height, box, isPage, head, pinned, handle, draw } = props;
  const margin = useRef(0);
  const virtualizer = useVirtualRows({
    count,
    keyAt,
    height,
    scroller: () => scrollerOf(box.current, isPage),
    margin: margin.current,
    head: isPage ? 0 : head,
    pinned,
  });
  useLayoutEffect(() => {
    const [scroller, inner] = [scrollerOf(box.current, isPage), box.current];
    if (!isPage || !scroller || !inner) return;
    margin.current =
      inner.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  }, [box, isPage]);
  useImperativeHandle(
    handle,
    () => ({
      reveal: (index, align = 'auto') => virtualizer.scrollToIndex(index, { align }),
    }),
    [virtualizer],
  );
  const [startsAt] = useState(props.startsAt);
  useLayoutEffect(() => {
    if (startsAt > 0) virtualizer.scrollToIndex(startsAt, { align: 'center' });
  }, [virtualizer, startsAt]);
  const start = margin.current;
  let end = 0;
  const parts: ReactNode[] = [];
  for (const item of virtualizer.getVirtualItems()) {
    const gap = item.start - start - end;
    parts.push(...draw.gap(gap, item.index), draw.line(item.index, virtualizer.measureElement));
    end = item.end - start;
  }
  return [...parts, ...draw.gap(virtualizer.getTotalSize() - end, count)];
};

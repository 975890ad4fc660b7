import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { indexOfKey, rowNear } from './table-lines.ts';
import type { Lines, LinesHandle, RowKey } from './table-types.ts';

/** The element of a row, if it is drawn. */
export const rowElement = (box: HTMLElement | null, key: RowKey) =>
  [...(box?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].find(
    (element) => element.dataset.key === String(key),
  );

/**
 * The one row of a table that Tab reaches. It stays the same while rows come and go around it; when it leaves the list itself,
 * the row that takes its place has the focus.
 */
export const useRowFocus = <Row>(
  lines: Lines<Row>,
  box: RefObject<HTMLElement | null>,
  sight: RefObject<LinesHandle | null>,
  startKey: RowKey | null | undefined,
) => {
  const [active, setActive] = useState<{ readonly key: RowKey | undefined; readonly index: number }>(() => ({
    key: startKey ?? undefined,
    index: 0,
  }));
  const hadFocus = useRef(false);
  const isMoved = useRef(false);
  const found = active.key === undefined ? -1 : indexOfKey(lines, active.key);
  const current = rowNear(lines, found >= 0 ? found : active.index, 1);

  useLayoutEffect(() => {
    const isLost = hadFocus.current && (document.activeElement ?? document.body) === document.body;
    if (!isMoved.current && !isLost) return;
    isMoved.current = false;
    if (lines.count > 0) rowElement(box.current, lines.keyAt(current))?.focus({ preventScroll: isLost });
  });

  const move = (index: number, by: 1 | -1 = 1) => {
    const next = rowNear(lines, index, by);
    isMoved.current = true;
    setActive({ key: lines.keyAt(next), index: next });
    sight.current?.reveal(next);
    return lines.keyAt(next);
  };
  /** The first row, whichever it will be: the page is turned. */
  const moveToStart = () => {
    isMoved.current = true;
    setActive({ key: undefined, index: 0 });
  };
  const handlers = {
    onFocus: (event: FocusEvent<HTMLElement>) => {
      hadFocus.current = true;
      const line = event.target.closest<HTMLElement>('[data-index]');
      const index = Number(line?.dataset.index ?? current);
      setActive({ key: lines.keyAt(index), index });
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget) && event.target.isConnected)
        hadFocus.current = false;
    },
  };
  return { current, move, moveToStart, handlers };
};

import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useKept } from './kept.ts';

const NOWHERE: { readonly top: number; readonly row: number | null } = { top: 0, row: null };

/**
 * Restores a list when the user returns from a record: its scroll position, and the focus on the opened row. Returns the key
 * of that row, and the function that stores it on leaving.
 */
export const useReturn = (frame: RefObject<HTMLElement | null>, name: string, ready: boolean) => {
  const [left, setLeft] = useKept(`${name}.left`, NOWHERE);
  const restored = useRef(false);
  useLayoutEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    if (left.row === null) return;
    const scroller = frame.current?.closest('[data-scroller]');
    if (scroller) scroller.scrollTop = left.top;
    const row = frame.current?.querySelector<HTMLElement>(`[data-key="${left.row}"]`);
    const target = row?.matches('tr') ? row : row?.querySelector('button');
    target?.focus({ preventScroll: true });
  }, [ready, left, frame]);
  return {
    left: left.row,
    remember: (row: number) =>
      setLeft({ top: frame.current?.closest('[data-scroller]')?.scrollTop ?? 0, row }),
  };
};

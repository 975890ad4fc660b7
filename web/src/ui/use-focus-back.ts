import { useLayoutEffect, useRef } from 'react';

const isFocusable = (element: Element | null): element is HTMLElement => element instanceof HTMLElement;

/** Mantine's own way back, where it has one, comes before. */
const AFTER_CLOSING = 20;

/**
 * What had the focus when a dialog opened has it again once the dialog is gone, also one that left the page at once. Where that
 * is gone too, `instead` says what takes its place; what somebody has focused in between keeps the focus.
 */
export const useFocusBack = (opened: boolean, instead?: () => HTMLElement | null) => {
  const other = useRef(instead);
  useLayoutEffect(() => {
    other.current = instead;
  });
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      window.setTimeout(() => {
        if ((document.activeElement ?? document.body) !== document.body) return;
        const back = before !== document.body && before?.isConnected ? before : (other.current?.() ?? null);
        if (isFocusable(back)) back.focus({ preventScroll: true });
      }, AFTER_CLOSING);
    };
  }, [opened]);
};

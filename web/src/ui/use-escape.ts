import { useEffect, useRef } from 'react';

type Close = (() => void) | undefined;

/** Open dialogs, the topmost last. */
const open: { readonly current: Close }[] = [];

// A menu, or a field with a list of its own (Mantine marks it so), closes first.
const isTaken = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  (target.getAttribute('data-mantine-stop-propagation') === 'true' ||
    target.closest('[role=menu], [role=listbox]') !== null);

/** One listener for all: whatever a close does at once, no second dialog hears the same key. */
const onKey = (event: KeyboardEvent) => {
  if (event.key === 'Escape' && !event.isComposing && !isTaken(event)) open.at(-1)?.current?.();
};

/** Escape closes the topmost dialog alone; without `close` it does nothing while that one is open. */
export const useEscape = (opened: boolean, close: Close) => {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!opened) return undefined;
    if (open.length === 0) window.addEventListener('keydown', onKey, { capture: true });
    open.push(latest);
    return () => {
      open.splice(open.indexOf(latest), 1);
      if (open.length === 0) window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [opened]);
};

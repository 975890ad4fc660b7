import { type RefObject, useEffect, useRef } from 'react';
import { useStable } from '../../platform/use-stable.ts';

/**
 * Makes a card usable without a mouse: Ctrl S saves it or opens it for changes, and the focus survives when the pressed
 * button disappears. Mouse and touch users keep their screen as it is, without a keyboard sliding in.
 */
export const useCardKeys = <State extends string>(
  card: RefObject<HTMLElement | null>,
  { state, next, onMain }: { readonly state: State; readonly next: string; readonly onMain: () => void },
) => {
  const main = useStable(onMain);
  const byKeys = useRef(false);
  useEffect(() => {
    const element = card.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      byKeys.current = true;
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat) main();
    };
    const onPointer = () => {
      byKeys.current = false;
    };
    element.addEventListener('keydown', onKey);
    element.addEventListener('pointerdown', onPointer);
    return () => {
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('pointerdown', onPointer);
    };
  }, [card, main]);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (byKeys.current && isLost) card.current?.querySelector<HTMLElement>(next)?.focus();
  }, [card, state, next]);
};

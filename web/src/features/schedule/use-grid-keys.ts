import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';

const STOP = '[data-stop]';
const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const stopsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>(STOP)];
const isHtml = (target: unknown): target is HTMLElement => target instanceof HTMLElement;

const middleOf = (element: HTMLElement) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** The nearest stop in a direction: rows far away count more than columns beside the way. */
const nextStop = (box: HTMLElement, from: HTMLElement, [rows, columns]: readonly [number, number]) => {
  const here = middleOf(from);
  const ranked = stopsIn(box).flatMap((stop) => {
    const { x, y } = middleOf(stop);
    const [ahead, beside] =
      columns === 0
        ? [(y - here.y) * rows, Math.abs(x - here.x)]
        : [(x - here.x) * columns, Math.abs(y - here.y)];
    const isBeside = columns !== 0 && beside > from.clientHeight;
    return stop === from || ahead < 4 || isBeside ? [] : [{ stop, far: ahead + beside * 2 }];
  });
  return ranked.toSorted((a, b) => a.far - b.far)[0]?.stop;
};

/** One stop of the board is reached with Tab; arrows go on from it to the next visit. */
export const useGridKeys = (box: RefObject<HTMLElement | null>) => {
  useEffect(() => {
    const inner = box.current;
    if (!inner || inner.querySelector(`${STOP}[tabindex="0"]`)) return;
    inner.querySelector(STOP)?.setAttribute('tabindex', '0');
  });
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!isHtml(target) || !target.matches(STOP)) return;
      for (const stop of currentTarget.querySelectorAll(`${STOP}[tabindex="0"]`))
        stop.setAttribute('tabindex', '-1');
      target.setAttribute('tabindex', '0');
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = STEPS[event.key];
      if (!step || event.defaultPrevented || !isHtml(event.target) || !event.target.matches(STOP)) return;
      event.preventDefault();
      const next = nextStop(event.currentTarget, event.target, step);
      next?.focus();
      next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
};

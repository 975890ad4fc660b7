import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import type { MenuPlace } from '../../ui/RowMenu.tsx';
import { keyName } from '../../ui/row-keys.ts';
import { STORY_KEY } from '../visit-story/open-story.ts';
import { getMoving } from './assigning.ts';

const STOP = '[data-stop]';
const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Where Tab enters the board. The focus goes there after a visit was covered and disappeared. */
export const boardStop = () => document.querySelector<HTMLElement>(`[role="grid"] ${STOP}[tabindex="0"]`);

const stopsIn = (element: Element) => [...element.querySelectorAll<HTMLElement>(STOP)];
const isHtml = (target: unknown): target is HTMLElement => target instanceof HTMLElement;

const middleOf = (element: HTMLElement) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** The nearest stop in a direction. Distance across rows counts more than across columns. */
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

/** The stop nearest to a point. */
const nearestStop = (box: HTMLElement, { x, y }: ReturnType<typeof middleOf>) =>
  stopsIn(box)
    .map((stop) => ({ stop, at: middleOf(stop) }))
    .toSorted((a, b) => Math.hypot(a.at.x - x, a.at.y - y) - Math.hypot(b.at.x - x, b.at.y - y))[0]?.stop;

/** A request about a visit: who can cover it, or its menu at a place. */
export interface VisitAsked {
  readonly key: string;
  /** The row of the visit; undefined for an open one. */
  readonly row: number | undefined;
  /** Where the menu opens; undefined if C or S was pressed. */
  readonly menu: MenuPlace | undefined;
  /** S opens the story. */
  readonly isStory: boolean;
}

const visitOf = (target: unknown) =>
  isHtml(target) ? target.closest<HTMLElement>('[data-visit]') : undefined;

const askedOf = (chip: HTMLElement, menu: MenuPlace | undefined, isStory: boolean): VisitAsked => {
  const row = chip.closest<HTMLElement>('[data-row]')?.dataset.row;
  return { key: chip.dataset.visit ?? '', row: row === undefined ? undefined : Number(row), menu, isStory };
};

/** Tab reaches one stop of the board, arrow keys move on to other visits, and C, S and Shift F10 act on them. */
export const useGridKeys = (box: RefObject<HTMLElement | null>, onAsked: (asked: VisitAsked) => void) => {
  const focused = useRef<{ readonly stop: HTMLElement; readonly at: ReturnType<typeof middleOf> }>(undefined);
  useEffect(() => {
    const inner = box.current;
    if (!inner) return;
    // The focused visit was covered and disappeared, so focus the one beside it.
    if (focused.current && !focused.current.stop.isConnected && document.activeElement === document.body)
      nearestStop(inner, focused.current.at)?.focus({ preventScroll: true });
    if (inner.querySelector(`${STOP}[tabindex="0"]`)) return;
    inner.querySelector(STOP)?.setAttribute('tabindex', '0');
  });
  const ask = (chip: HTMLElement, menu: MenuPlace | undefined, isStory = false) =>
    onAsked(askedOf(chip, menu, isStory));
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!isHtml(target) || !target.matches(STOP)) return;
      focused.current = { stop: target, at: middleOf(target) };
      for (const stop of currentTarget.querySelectorAll(`${STOP}[tabindex="0"]`))
        stop.setAttribute('tabindex', '-1');
      target.setAttribute('tabindex', '0');
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.isConnected) focused.current = undefined;
    },
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const chip = visitOf(event.target);
      if (!chip) return;
      event.preventDefault();
      ask(chip, { left: event.clientX, top: event.clientY, width: 1, height: 1 });
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const chip = getMoving() ? undefined : visitOf(event.target);
      const isMenu = event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
      const pressed = keyName(event);
      const isStory = pressed === STORY_KEY;
      if (chip && !event.defaultPrevented && (isMenu || isStory || pressed === 'c')) {
        event.preventDefault();
        const { left, top, width, height } = chip.getBoundingClientRect();
        ask(chip, isMenu ? { left, top, width, height } : undefined, isStory);
        return;
      }
      const step = STEPS[event.key];
      // While a visit is moved, arrow keys belong to its rows.
      if (
        !step ||
        getMoving() ||
        event.defaultPrevented ||
        !isHtml(event.target) ||
        !event.target.matches(STOP)
      )
        return;
      event.preventDefault();
      const next = nextStop(event.currentTarget, event.target, step);
      next?.focus();
      next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
};

import type { Today } from '@homecare/domain/today/schema.ts';
import { useEffect, useRef, useState } from 'react';
import { nextRows, type ShownRow, SOLVED_MS } from './still-rows.ts';

const NOTHING: readonly ShownRow[] = [];

/** The rows as they are shown, and what holds them while somebody points at them, and until all of them were counted once. */
export const useStillRows = (data: Today | undefined) => {
  const [shown, setShown] = useState<readonly ShownRow[]>(NOTHING);
  const isStill = useRef(false);
  const isFirstCount = useRef(true);
  const latest = useRef(data);
  latest.current = data;
  const settle = () => {
    const answer = latest.current;
    if (!answer) return;
    if (!answer.isCounting) isFirstCount.current = false;
    const unsolved = new Set([...answer.snoozed.map(({ key }) => key), ...answer.unsolved]);
    const moment = { now: Date.now(), isStill: isStill.current, isFirstCount: isFirstCount.current };
    setShown((before) => nextRows(before, { rows: answer.rows, unsolved }, moment));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer settles the rows, whatever else is drawn
  useEffect(settle, [data]);
  const hasSolved = shown.some(({ solvedAt }) => solvedAt !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for as long as something is struck through
  useEffect(() => {
    if (!hasSolved) return;
    const timer = window.setInterval(settle, SOLVED_MS / 5);
    return () => window.clearInterval(timer);
  }, [hasSolved]);
  const hold = (next: boolean) => () => {
    isStill.current = next;
    if (!next) settle();
  };
  return { shown, holding: { onPointerEnter: hold(true), onPointerLeave: hold(false) } };
};

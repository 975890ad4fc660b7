import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import { useCallback, useEffect, useRef } from 'react';
import { closeErrors, toast } from '../../platform/toasts.ts';

/** The weekday whose Time In or Time Out is being entered: half of a new time is no conflict yet. */
const dayBeingEntered = () => {
  const { row, day } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
  return row === 'in' || row === 'out' ? day : undefined;
};

/** Each conflict is told once, after its day was left; its message closes with it. */
export const useToldConflicts = (conflicts: readonly DayFinding[]) => {
  const latest = useRef(conflicts);
  const told = useRef<ReadonlySet<string>>(new Set());

  const tell = useCallback(() => {
    const entering = dayBeingEntered();
    for (const { day, message } of latest.current) {
      if (day === entering || told.current.has(message)) continue;
      toast.error(message, { stay: 'conflict' });
      told.current = new Set([...told.current, message]);
    }
  }, []);

  useEffect(() => {
    const messages = new Set(conflicts.map(({ message }) => message));
    closeErrors(latest.current.map(({ message }) => message).filter((message) => !messages.has(message)));
    told.current = told.current.intersection(messages);
    latest.current = conflicts;
    tell();
  }, [conflicts, tell]);

  useEffect(() => {
    // The next cell has the focus only after this one has lost it.
    const onLeave = () => window.setTimeout(tell);
    document.addEventListener('focusout', onLeave);
    return () => {
      document.removeEventListener('focusout', onLeave);
      closeErrors(latest.current.map(({ message }) => message));
    };
  }, [tell]);
};

import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import { useCallback, useEffect, useRef } from 'react';
import { closeErrors, toast } from '../../platform/toasts.ts';

/** The weekday whose Time In or Time Out is being entered: half of a new time is no conflict yet. */
const dayBeingEntered = () => {
  const { row, day } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
  return row === 'in' || row === 'out' ? day : undefined;
};

/** Each conflict is reported once, after its day was left; its message closes with it. */
export const useConflictToasts = (conflicts: readonly DayFinding[]) => {
  const latest = useRef(conflicts);
  const shown = useRef<ReadonlySet<string>>(new Set());

  const showNew = useCallback(() => {
    const entering = dayBeingEntered();
    for (const { day, message } of latest.current) {
      if (day === entering || shown.current.has(message)) continue;
      toast.error(message, { stay: 'conflict' });
      shown.current = new Set([...shown.current, message]);
    }
  }, []);

  useEffect(() => {
    const messages = new Set(conflicts.map(({ message }) => message));
    closeErrors(latest.current.map(({ message }) => message).filter((message) => !messages.has(message)));
    shown.current = shown.current.intersection(messages);
    latest.current = conflicts;
    showNew();
  }, [conflicts, showNew]);

  useEffect(() => {
    // The next cell has the focus only after this one has lost it.
    const onLeave = () => window.setTimeout(showNew);
    document.addEventListener('focusout', onLeave);
    return () => {
      document.removeEventListener('focusout', onLeave);
      closeErrors(latest.current.map(({ message }) => message));
    };
  }, [showNew]);
};

import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import { useCallback, useEffect, useRef } from 'react';
import { closeErrors, toast } from '../../platform/toasts.ts';

/** The weekday whose Time In or Time Out is being typed. A half-entered time is no conflict yet. */
const dayBeingEntered = () => {
  const { row, day } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
  return row === 'in' || row === 'out' ? day : undefined;
};

/** Shows each conflict once, after the user has left its day, and closes the message when the conflict is gone. */
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
    // When focusout fires, the next cell does not have the focus yet.
    const onLeave = () => window.setTimeout(showNew);
    document.addEventListener('focusout', onLeave);
    return () => {
      document.removeEventListener('focusout', onLeave);
      closeErrors(latest.current.map(({ message }) => message));
    };
  }, [showNew]);
};

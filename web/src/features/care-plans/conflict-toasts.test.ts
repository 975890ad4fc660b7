import type { Weekday } from '@homecare/domain/calendar.ts';
import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeAllToasts, shownToasts, toast } from '../../platform/toasts.ts';
import { useConflictToasts } from './conflict-toasts.ts';

const conflict = (day: Weekday): DayFinding => ({ day, message: `Error: same time on ${day}`, planId: 1 });
const seen = () => shownToasts().map(({ text }) => text);

/** The cell of a row and day, as the week grid draws it. */
const cell = (row: string, day: Weekday) => {
  const input = document.createElement('input');
  input.dataset.row = row;
  input.dataset.day = day;
  return document.body.appendChild(input);
};
const renderConflicts = (first: readonly DayFinding[]) =>
  renderHook(({ conflicts }) => useConflictToasts(conflicts), { initialProps: { conflicts: first } });

beforeEach(closeAllToasts);
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe('conflicts of the week', () => {
  it('are reported once and closed when they are gone; other messages stay', () => {
    const { rerender } = renderConflicts([conflict('Mon'), conflict('Tue')]);
    toast.error('ERROR (1): denied');
    expect(seen()).toEqual([conflict('Mon').message, conflict('Tue').message, 'ERROR (1): denied']);
    rerender({ conflicts: [conflict('Tue')] });
    expect(seen()).toEqual([conflict('Tue').message, 'ERROR (1): denied']);
  });

  it('are reported again when they come back', () => {
    const { rerender } = renderConflicts([conflict('Mon')]);
    rerender({ conflicts: [] });
    rerender({ conflicts: [conflict('Mon')] });
    expect(shownToasts()).toMatchObject([{ text: conflict('Mon').message, count: 1 }]);
  });

  it('wait while the times of their day are being entered', async () => {
    const { rerender } = renderConflicts([]);
    cell('in', 'Mon').focus();
    rerender({ conflicts: [conflict('Mon'), conflict('Tue')] });
    expect(seen()).toEqual([conflict('Tue').message]);
    const out = cell('out', 'Mon');
    out.focus();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(seen()).toEqual([conflict('Tue').message]);
    out.blur();
    await waitFor(() => expect(seen()).toEqual([conflict('Tue').message, conflict('Mon').message]));
  });

  it('are never told when the time is corrected in the next cell', async () => {
    const { rerender } = renderConflicts([]);
    cell('in', 'Mon').focus();
    rerender({ conflicts: [conflict('Mon')] });
    const out = cell('out', 'Mon');
    out.focus();
    rerender({ conflicts: [] });
    out.blur();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(seen()).toEqual([]);
  });

  it('leave with the form', () => {
    const { unmount } = renderConflicts([conflict('Mon')]);
    unmount();
    expect(seen()).toEqual([]);
  });
});

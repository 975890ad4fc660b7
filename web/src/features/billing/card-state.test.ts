import { describe, expect, it } from 'vitest';
import type { CardContext } from './card-draft.ts';
import {
  adjust,
  answerQuestion,
  askOverlap,
  type CardState,
  changeDraft,
  checkCell,
  copyDown,
  fillPrevious,
  fillVisits,
  finish,
  isChanged,
  keepPatch,
  modify,
  nameOfState,
  openCard,
  overtake,
  type Step,
  settleCell,
  showAllDays,
  showFaults,
  shownRows,
  typeCell,
} from './card-state.ts';
import { cardOf, day, MONDAYS, savedOf } from './test-cards.tsx';

const [first = '', second = ''] = MONDAYS;
const contextOf = (...[more, plan]: Parameters<typeof cardOf>): CardContext => ({
  card: cardOf(more, plan),
  month: '2026-11',
  client: { ID: 2, isOutside: false, archiveDate: null, PrivateClient: false },
  today: '2026-12-02',
  zone: 'America/Denver',
  state: 'CO',
  proof: undefined,
});
const UNSAVED = contextOf();
const SAVED = contextOf({ saved: savedOf() });
/** Visits must prove its days, and there are none. */
const UNPROVEN = contextOf({}, { evvNeeded: true });

const play = (context: CardContext, ...steps: readonly Step[]): CardState =>
  steps.reduce((state, step) => step(state, context), openCard(context));
const rowOn = ({ draft }: CardState, date: string) => draft.rows.find((row) => row.date === date);

describe('the state of a card', () => {
  it('is unsaved without a record, saved with one, and editing after Modify until it is finished', () => {
    expect(nameOfState(play(UNSAVED), null)).toBe('unsaved');
    expect(nameOfState(play(SAVED), SAVED.card.saved)).toBe('saved');
    const editing = play(SAVED, modify);
    expect(nameOfState(editing, SAVED.card.saved)).toBe('editing');
    expect(editing.draft.rows.map(({ date }) => date)).toEqual(['2026-11-02', '2026-11-09']);
    expect(nameOfState(play(SAVED, modify, finish), SAVED.card.saved)).toBe('saved');
  });

  it('has nothing to modify without a record', () => {
    expect(play(UNSAVED, modify)).toEqual(play(UNSAVED));
  });

  it('is changed by what is typed, and not changed once that is typed back', () => {
    const typed = typeCell(first, 'start', '830');
    expect(isChanged(play(UNSAVED, typed))).toBe(true);
    expect(isChanged(play(UNSAVED, typed, typeCell(first, 'start', '08:00')))).toBe(false);
  });

  it('keeps what was typed when somebody else saved the card', () => {
    const state = play(SAVED, typeCell(first, 'end', '11:00'), overtake);
    expect(state).toMatchObject({ isOvertaken: true, base: { id: 77 } });
    expect(rowOn(state, first)?.end).toBe('11:00');
    expect(nameOfState(state, SAVED.card.saved)).toBe('editing');
  });
});

describe('a cell', () => {
  it('shows what was read of it once it is left', () => {
    const state = play(UNSAVED, typeCell(first, 'start', '830'), settleCell(first, 'start'));
    expect(rowOn(state, first)?.start).toBe('08:30');
  });

  it('that cannot be read stays as it was typed', () => {
    const state = play(UNSAVED, typeCell(first, 'start', 'x'), settleCell(first, 'start'));
    expect(rowOn(state, first)?.start).toBe('x');
  });

  it('is copied to the days below it, or to those of its weekday', () => {
    const open = typeCell(second, 'travel', '15');
    const ofAll = play(UNSAVED, open, copyDown(second, 'travel', false));
    expect(ofAll.draft.rows.map(({ travel }) => travel)).toEqual(['0', '15', '15', '15', '15']);
    const days = shownRows(
      play(
        UNSAVED,
        showAllDays,
        typeCell('2026-11-03', 'start', '07:00'),
        copyDown('2026-11-03', 'start', true),
      ),
      UNSAVED,
    );
    expect(days.filter(({ start }) => start === '07:00').map(({ date }) => date)).toEqual([
      '2026-11-03',
      '2026-11-10',
      '2026-11-17',
      '2026-11-24',
    ]);
  });

  it('of a day that was not planned keeps its row only as long as it holds a time', () => {
    const typed = typeCell('2026-11-03', 'start', '07:00');
    expect(rowOn(play(UNSAVED, showAllDays, typed), '2026-11-03')).toBeDefined();
    const emptied = play(UNSAVED, showAllDays, typed, typeCell('2026-11-03', 'start', ''));
    expect(rowOn(emptied, '2026-11-03')).toBeUndefined();
    expect(shownRows(emptied, UNSAVED)).toHaveLength(30);
  });
});

describe('a day that no visit proves', () => {
  it('is neither billed nor paid when the card opens, and is asked about before it is', () => {
    expect(rowOn(play(UNPROVEN), first)).toMatchObject({ billing: false, payroll: false });
    const asked = play(UNPROVEN, checkCell(first, 'billing', true));
    expect(asked.question).toMatchObject({ days: [first], boxes: ['billing'] });
    expect(rowOn(asked, first)?.billing).toBe(false);
  });

  it('is billed after a yes and stays as it was after a no', () => {
    const check = checkCell(first, 'billing', true);
    const yes = play(UNPROVEN, check, answerQuestion(true));
    expect(rowOn(yes, first)?.billing).toBe(true);
    expect(yes.question).toBeUndefined();
    const no = play(UNPROVEN, check, answerQuestion(false));
    expect(rowOn(no, first)?.billing).toBe(false);
    expect(no.question).toBeUndefined();
  });

  it('is not asked about when a box is unchecked', () => {
    const state = play(UNSAVED, checkCell(first, 'payroll', false));
    expect(state.question).toBeUndefined();
    expect(rowOn(state, first)?.payroll).toBe(false);
  });
});

describe('a day that is still to come', () => {
  it('is neither billed nor paid, whatever is checked or copied', () => {
    const context = { ...UNSAVED, today: '2026-11-10' };
    const state = play(context, checkCell('2026-11-16', 'billing', true), copyDown(first, 'payroll', false));
    expect(rowOn(state, '2026-11-16')).toMatchObject({ billing: false, payroll: false });
  });
});

describe('rows that a button fills in', () => {
  const visit = {
    date: first,
    plannedDay: first,
    Status: 'Complete',
    startedAt: `${first}T16:00:00Z`,
    endedAt: `${first}T18:30:00Z`,
    ClosedCode: null,
    ClosedMemo: null,
  } as const;

  it('are those of the visits, and go back to what was there', () => {
    const filled = play(UNSAVED, fillVisits([visit]));
    expect(rowOn(filled, first)).toMatchObject({ start: '09:00', end: '11:30' });
    expect(filled.filled?.by).toBe('visits');
    const back = fillVisits(undefined)(filled, UNSAVED);
    expect(back.draft).toEqual(play(UNSAVED).draft);
    expect(back.filled).toBeUndefined();
  });

  it('are those of the month before, and pressing again takes them back', () => {
    const context = contextOf({
      previous: { date: '2026-10', days: [day('2026-10-05', { start: '06:00' })] },
    });
    expect(rowOn(play(context, fillPrevious), second)?.start).toBe('06:00');
    expect(play(context, fillPrevious, fillPrevious).draft).toEqual(play(context).draft);
    expect(play(UNSAVED, fillPrevious)).toEqual(play(UNSAVED));
  });

  it('lose 15 minutes of the second half with each press while it has more than 18.25 hours', () => {
    const long = contextOf({
      planned: MONDAYS.map((date) => day(date, { start: '06:00', end: '18:00' })),
    });
    expect(rowOn(play(long, adjust), '2026-11-30')?.end).toBe('17:45');
    expect(play(UNSAVED, adjust).draft).toEqual(play(UNSAVED).draft);
  });
});

describe('what the server said', () => {
  it('is over as soon as something is changed', () => {
    const fault = showFaults([{ field: 'payRate', message: 'Choose a pay rate.' }]);
    expect(play(UNSAVED, fault).faults).toHaveLength(1);
    expect(play(UNSAVED, fault, changeDraft({ remarks: 'x' })).faults).toEqual([]);
  });

  it('of hours in two places is a question until it is answered', () => {
    expect(play(UNSAVED, askOverlap('Two places.')).overlap).toBe('Two places.');
    expect(play(UNSAVED, askOverlap('Two places.'), askOverlap(undefined)).overlap).toBeUndefined();
  });

  it('of remarks that were saved in place is what Modify began with', () => {
    const state = play(SAVED, modify, keepPatch(9, 'new'));
    expect(state).toMatchObject({ base: { rev: 9 }, draft: { remarks: 'new' } });
    expect(isChanged(state)).toBe(false);
    expect(play(SAVED, modify, keepPatch(9, undefined)).draft.remarks).toBe('');
  });
});

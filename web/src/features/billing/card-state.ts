import {
  adjustSecondHalf,
  withoutDaysToCome,
  withPreviousData,
  withVisitData,
} from '@homecare/domain/billing/opening.ts';
import type { EvvVisit, SavedCard } from '@homecare/domain/billing/schema.ts';
import { weekdayOf } from '@homecare/domain/calendar.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import {
  type CardContext,
  type Cell,
  CHECKS,
  type CheckCell,
  type Draft,
  dayOf,
  draftOfSaved,
  gapsOf,
  isCheck,
  openDraft,
  type Row,
  rowOf,
  sameDraft,
  settledText,
  type TextCell,
  toCount,
  withAllDays,
} from './card-draft.ts';

/** A card while it is worked on, and what each key and each press makes of it. Nothing is sent from here. */

/** The two buttons that fill the grid and take their rows back when they are pressed again. */
export type Filled = 'visits' | 'previous';

/** Days about to be billed or paid without a visit that proves them: asked first (docs/rules/billing.md, rule 25). */
interface Question {
  readonly rows: readonly Row[];
  readonly days: readonly string[];
  /** What is about to be checked. */
  readonly boxes: readonly CheckCell[];
}

export interface CardState {
  /** As it was when Modify was pressed: a change of somebody else since then is reported, not written over. */
  readonly base: SavedCard | undefined;
  /** Somebody else saved the card that was worked on. */
  readonly isOvertaken: boolean;
  /** As it was opened, and as it is now: a refresh never takes away what is being worked on. */
  readonly opened: Draft;
  readonly draft: Draft;
  readonly filled: { readonly by: Filled; readonly before: readonly Row[] } | undefined;
  readonly question: Question | undefined;
  /** Hours in two places, in words: saved only after a yes. */
  readonly overlap: string | undefined;
  /** Limits beyond which it bills: the question of why. */
  readonly exceeded: readonly string[];
  readonly faults: readonly FieldError[];
  readonly isAllDays: boolean;
}

/** What a key or a press makes of a card. */
export type Step = (state: CardState, context: CardContext) => CardState;

const begin = (draft: Draft): CardState => ({
  base: undefined,
  isOvertaken: false,
  opened: draft,
  draft,
  filled: undefined,
  question: undefined,
  overlap: undefined,
  exceeded: [],
  faults: [],
  isAllDays: false,
});

export const openCard = (context: CardContext): CardState => begin(openDraft(context));

/** unsaved and editing have a draft; a saved card has none. */
export const nameOfState = ({ base }: CardState, saved: SavedCard | null) => {
  if (saved === null) return 'unsaved';
  return base === undefined ? 'saved' : 'editing';
};
export const isChanged = ({ draft, opened }: CardState) => !sameDraft(draft, opened);

/** The days in the grid: those of the draft, or every day of the month. */
export const shownRows = ({ isAllDays, draft }: CardState, context: CardContext): readonly Row[] =>
  isAllDays ? withAllDays(context, draft.rows) : draft.rows;

const withDraft = (state: CardState, next: Partial<Draft>): CardState => ({
  ...state,
  draft: { ...state.draft, ...next },
  faults: [],
});

/** An empty row of a day that was not planned is none. */
const withRows = (state: CardState, rows: readonly Row[]): CardState => {
  const own = new Set(state.opened.rows.map(({ date }) => date));
  return withDraft(state, {
    rows: rows.filter(({ date, start, end }) => own.has(date) || start !== '' || end !== ''),
  });
};

/** Boxes that were not checked before. */
const checkedNow = (before: Row | undefined, after: Row): CheckCell[] =>
  CHECKS.filter((cell) => after[cell] && before?.[cell] !== true);

/** Rows as they shall be; days that no visit proves are asked about before they are billed or paid. */
const askRows = (state: CardState, context: CardContext, wanted: readonly Row[]): CardState => {
  const shown = shownRows(state, context);
  const rows = withoutDaysToCome(wanted, context.today);
  const gaps = gapsOf(context, shown);
  const before = new Map(shown.map((row) => [row.date, row]));
  const unproven = rows
    .filter(({ date }) => gaps.has(date))
    .map((row) => ({ date: row.date, boxes: checkedNow(before.get(row.date), row) }))
    .filter(({ boxes }) => boxes.length > 0);
  if (unproven.length === 0) return withRows(state, rows);
  const boxes = CHECKS.filter((cell) => unproven.some((day) => day.boxes.includes(cell)));
  return { ...state, question: { rows, days: unproven.map(({ date }) => date), boxes } };
};

const changeRow = (rows: readonly Row[], date: string, next: Partial<Row>) =>
  rows.map((row) => (row.date === date ? { ...row, ...next } : row));

export const changeDraft =
  (next: Partial<Omit<Draft, 'rows'>>): Step =>
  (state) =>
    withDraft(state, next);

export const typeCell =
  (date: string, cell: TextCell, typed: string): Step =>
  (state, context) =>
    withRows(state, changeRow(shownRows(state, context), date, { [cell]: typed }));

/** A cell that is left shows what was read: 830 is 08:30. */
export const settleCell =
  (date: string, cell: TextCell): Step =>
  (state, context) => {
    const rows = shownRows(state, context);
    const typed = rows.find((row) => row.date === date)?.[cell] ?? '';
    const settled = settledText(cell, typed);
    return settled === typed ? state : withRows(state, changeRow(rows, date, { [cell]: settled }));
  };

export const checkCell =
  (date: string, cell: CheckCell, on: boolean): Step =>
  (state, context) =>
    askRows(state, context, changeRow(shownRows(state, context), date, { [cell]: on }));

/** Ctrl D: to the days below; with Shift to those of the same weekday. */
export const copyDown =
  (date: string, cell: Cell, sameWeekday: boolean): Step =>
  (state, context) => {
    const rows = shownRows(state, context);
    const from = rows.find((row) => row.date === date);
    if (!from) return state;
    const weekday = (day: string) => weekdayOf(Temporal.PlainDate.from(day));
    const isBelow = (day: string) => day >= date && (!sameWeekday || weekday(day) === weekday(date));
    const value = isCheck(cell) ? from[cell] : settledText(cell, from[cell]);
    return askRows(
      state,
      context,
      rows.map((row) => (isBelow(row.date) ? { ...row, [cell]: value } : row)),
    );
  };

export const answerQuestion =
  (isYes: boolean): Step =>
  ({ question, ...state }) => {
    const answered = { ...state, question: undefined };
    return isYes && question ? withRows(answered, question.rows) : answered;
  };

const fill = (state: CardState, by: Filled, rows: readonly Row[]): CardState => ({
  ...withRows(state, rows),
  filled: { by, before: state.draft.rows },
});
const takeBack = (state: CardState): CardState => ({
  ...(state.filled ? withRows(state, state.filled.before) : state),
  filled: undefined,
});

/** The actual times of the visits; without visits what they filled is taken back. */
export const fillVisits =
  (visits: readonly EvvVisit[] | undefined): Step =>
  (state, { month, zone }) =>
    visits
      ? fill(state, 'visits', withVisitData(state.draft.rows.map(dayOf), visits, { month, zone }).map(rowOf))
      : takeBack(state);

export const fillPrevious: Step = (state, { card: { previous, visits }, month, today }) => {
  if (state.filled?.by === 'previous') return takeBack(state);
  if (!previous) return state;
  const days = withPreviousData(state.draft.rows.map(dayOf), previous, { month, today, visits });
  return fill(state, 'previous', days.map(rowOf));
};

export const adjust: Step = (state, context) =>
  withRows(state, adjustSecondHalf(toCount(state.draft, context), context.zone).map(rowOf));

export const showAllDays: Step = (state) => ({ ...state, isAllDays: !state.isAllDays });

export const modify: Step = (state, { card: { saved }, today }) =>
  saved ? { ...begin(draftOfSaved(saved, today)), base: saved } : state;

/** Saved, deleted or cancelled: what comes next opens anew. */
export const finish: Step = (_, context) => openCard({ ...context, card: { ...context.card, saved: null } });

/** Somebody else saved the card that was worked on: it goes on as a change of their record, and says so. */
export const overtake: Step = (state, { card: { saved } }) =>
  saved ? { ...state, base: saved, isOvertaken: true } : state;

export const showFaults =
  (faults: readonly FieldError[]): Step =>
  (state) => ({ ...state, faults });

/** undefined: it was answered. */
export const askJustification =
  (exceeded: readonly string[]): Step =>
  (state) => ({ ...state, exceeded });

export const askOverlap =
  (overlap: string | undefined): Step =>
  (state) => ({ ...state, overlap });

/** Status or remarks were saved in place: what Modify began with in the meantime is this change, not an older state. */
export const keepPatch =
  (rev: number, remarks: string | null | undefined): Step =>
  (state) => {
    const next = { ...state, base: state.base && { ...state.base, rev } };
    if (remarks === undefined) return next;
    const own = { remarks: remarks ?? '' };
    return { ...next, opened: { ...state.opened, ...own }, draft: { ...state.draft, ...own } };
  };

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

/** State of a card while it is edited, and the result of each key and press. Nothing here sends anything. */

/** The two buttons that fill the grid. Pressing one again removes its rows. */
export type Filled = 'visits' | 'previous';

/** Days about to be billed or paid without a visit that proves them, which needs a confirmation (docs/rules/billing.md, rule 25). */
interface Question {
  readonly rows: readonly Row[];
  readonly days: readonly string[];
  /** The boxes about to be checked. */
  readonly boxes: readonly CheckCell[];
}

export interface CardState {
  /** The card when Modify was pressed. Later changes by others are reported instead of overwritten. */
  readonly base: SavedCard | undefined;
  /** Somebody else saved the card during editing. */
  readonly isOvertaken: boolean;
  /** The card as opened and as it is now. A refresh never discards unsaved changes. */
  readonly opened: Draft;
  readonly draft: Draft;
  readonly filled: { readonly by: Filled; readonly before: readonly Row[] } | undefined;
  readonly question: Question | undefined;
  /** Hours in two places, in words. Saving needs a confirmation. */
  readonly overlap: string | undefined;
  /** Exceeded billing limits, for the question of why. */
  readonly exceeded: readonly string[];
  readonly faults: readonly FieldError[];
  readonly isAllDays: boolean;
}

/** The effect of a key or press on a card. */
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

/** Cards in the states unsaved and editing have a draft; a saved card has none. */
export const nameOfState = ({ base }: CardState, saved: SavedCard | null) => {
  if (saved === null) return 'unsaved';
  return base === undefined ? 'saved' : 'editing';
};
export const isChanged = ({ draft, opened }: CardState) => !sameDraft(draft, opened);

/** The days in the grid: those of the draft, or all days of the month. */
export const shownRows = ({ isAllDays, draft }: CardState, context: CardContext): readonly Row[] =>
  isAllDays ? withAllDays(context, draft.rows) : draft.rows;

const withDraft = (state: CardState, next: Partial<Draft>): CardState => ({
  ...state,
  draft: { ...state.draft, ...next },
  faults: [],
});

/** Drops empty rows of days that were not planned. */
const withRows = (state: CardState, rows: readonly Row[]): CardState => {
  const own = new Set(state.opened.rows.map(({ date }) => date));
  return withDraft(state, {
    rows: rows.filter(({ date, start, end }) => own.has(date) || start !== '' || end !== ''),
  });
};

/** Boxes that are newly checked. */
const checkedNow = (before: Row | undefined, after: Row): CheckCell[] =>
  CHECKS.filter((cell) => after[cell] && before?.[cell] !== true);

/** Changes rows, but asks first before days that no visit proves are billed or paid. */
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

/** A cell shows the parsed value when left: 830 becomes 08:30. */
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

/** Ctrl D copies to the days below; with Shift, to those of the same weekday. */
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

/** Fills in the actual times of the visits; without visits, removes them again. */
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

/** After saving, deleting or cancelling, the next card opens fresh. */
export const finish: Step = (_, context) => openCard({ ...context, card: { ...context.card, saved: null } });

/** Somebody else saved the card during editing. Editing continues as a change to their record, and the card says so. */
export const overtake: Step = (state, { card: { saved } }) =>
  saved ? { ...state, base: saved, isOvertaken: true } : state;

export const showFaults =
  (faults: readonly FieldError[]): Step =>
  (state) => ({ ...state, faults });

/** undefined after an answer. */
export const askJustification =
  (exceeded: readonly string[]): Step =>
  (state) => ({ ...state, exceeded });

export const askOverlap =
  (overlap: string | undefined): Step =>
  (state) => ({ ...state, overlap });

/** Status or remarks were saved in place. If Modify was pressed meanwhile, it starts from this change and not from an older state. */
export const keepPatch =
  (rev: number, remarks: string | null | undefined): Step =>
  (state) => {
    const next = { ...state, base: state.base && { ...state.base, rev } };
    if (remarks === undefined) return next;
    const own = { remarks: remarks ?? '' };
    return { ...next, opened: { ...state.opened, ...own }, draft: { ...state.draft, ...own } };
  };

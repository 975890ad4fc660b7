import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { openGaps, openRows, possiblePeriod, withoutDaysToCome } from '@homecare/domain/billing/opening.ts';
import { openingRate, optionOf, type RateFacts, rateOptions } from '@homecare/domain/billing/rates.ts';
import { checkCard, rowsToStore } from '@homecare/domain/billing/rules.ts';
import type {
  BillingCard,
  CardDay,
  ClientMonth,
  DatedRate,
  SavedCard,
} from '@homecare/domain/billing/schema.ts';
import { readTime } from '@homecare/domain/calendar.ts';
import type { ClientProof } from '@homecare/domain/claims/schema.ts';
import { verifiedCardRows, verifiedGaps, withAnswers } from '@homecare/domain/claims/verified-card.ts';
import { isIsoDate } from '../../ui/inputs.tsx';

/** A card while it is worked on: cells hold what was typed. */

export type TextCell = 'start' | 'end' | 'travel';
export type CheckCell = 'billing' | 'payroll';
export type Row = Readonly<Record<'date' | TextCell, string> & Record<CheckCell, boolean>>;
export type Cell = TextCell | CheckCell;
export const CHECKS: readonly CheckCell[] = ['billing', 'payroll'];
export const CELLS: readonly Cell[] = ['start', 'end', 'travel', ...CHECKS];
export const isCheck = (cell: Cell): cell is CheckCell => CHECKS.some((check) => check === cell);

export interface Draft {
  readonly rows: readonly Row[];
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly payRate: number | null;
  readonly rateKind: DatedRate | null;
  /** Own rates added here and not saved yet. */
  readonly added: readonly number[];
  readonly isCalculatedLater: boolean;
  readonly customDate: string;
  readonly remarks: string;
}

export const rowOf = (day: CardDay): Row => ({
  ...day,
  start: day.start ?? '',
  end: day.end ?? '',
  travel: String(day.travel),
});

const readTravel = (typed: string) =>
  typed.trim() === '' ? 0 : /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : undefined;

/** Whether a cell can be read; an empty one can. */
export const isReadable = (cell: TextCell, typed: string) => {
  if (cell !== 'travel') return typed.trim() === '' || readTime(typed) !== undefined;
  const minutes = readTravel(typed);
  return minutes !== undefined && minutes <= 1440;
};

/** What a cell shows once it is left: 830 is 08:30. */
export const settledText = (cell: TextCell, typed: string) => {
  if (!isReadable(cell, typed)) return typed;
  return cell === 'travel' ? String(readTravel(typed) ?? 0) : (readTime(typed) ?? '');
};

/** What cannot be read counts as empty in totals, and is reported before a save. */
export const dayOf = (row: Row): CardDay => ({
  ...row,
  start: readTime(row.start) ?? null,
  end: readTime(row.end) ?? null,
  travel: Math.min(readTravel(row.travel) ?? 0, 1440),
});

/** 'date cell' of the cells that cannot be read. */
export const unreadable = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap((row) =>
      (['start', 'end', 'travel'] as const)
        .filter((cell) => !isReadable(cell, row[cell]))
        .map((cell) => `${row.date} ${cell}`),
    ),
  );

export interface CardContext {
  readonly card: BillingCard;
  readonly month: string;
  readonly client: Pick<ClientMonth['client'], 'ID' | 'isOutside' | 'archiveDate' | 'PrivateClient'>;
  readonly today: string;
  readonly zone: string;
  /** Of the agency. */
  readonly state: string;
  /** It opens with verified times: the month close led to it. */
  readonly isVerified?: boolean;
  /** What its lines are proven by; undefined: not loaded, or the agency sends no claims. */
  readonly proof: ClientProof | undefined;
}

/** Where the month close led to the card: its visits with what is known of them, once that is loaded. */
const verifying = ({ card, zone, isVerified, proof }: CardContext) => {
  const { plan, visits } = card;
  const type = proof?.types.find(({ code }) => code === plan.Type);
  if (!isVerified || !proof || !type) return undefined;
  const own = proof.visits.filter(({ planId }) => planId === plan.id);
  const planned = [...card.planned, ...card.plannedElsewhere];
  return { plan, planned, visits: withAnswers(visits, own), type, by: proof.provenBy, zone };
};

export const gapsOf = (
  context: CardContext,
  rows: readonly { readonly date: string }[],
): ReadonlyMap<string, string> => {
  const { card, today } = context;
  const of = verifying(context);
  const gaps = openGaps(rows, card.plan, card.visits, today);
  return of ? new Map([...verifiedGaps(rows, of), ...gaps]) : gaps;
};

export const possibleOf = ({ card, client, month }: CardContext) =>
  possiblePeriod(card.plan, [client.archiveDate, card.plan.providerArchived], month);

const rateFacts = (
  { card, client }: Pick<CardContext, 'card' | 'client'>,
  added: readonly number[],
): RateFacts => ({
  ...card.rates,
  isOutside: client.isOutside,
  saved: card.saved,
  custom: [...card.rates.custom, ...added],
});
export const optionsOf = (context: Pick<CardContext, 'card' | 'client'>, added: readonly number[]) =>
  rateOptions(rateFacts(context, added));

/** An unsaved card opens with the plan's week of the month, or with what was verified of it (docs/rules/billing.md, rule 15). */
export const openDraft = (context: CardContext): Draft => {
  const { card, today, zone } = context;
  const possible = possibleOf(context);
  const { plan, visits, planned } = card;
  const rows = openRows(planned, { plan, visits, possible, today, zone });
  const of = verifying(context);
  return {
    rows: (of ? verifiedCardRows(rows, of) : rows).map(rowOf),
    startPeriod: possible?.from ?? '',
    endPeriod: possible?.through ?? '',
    ...openingRate(rateFacts(context, [])),
    added: [],
    isCalculatedLater: false,
    customDate: '',
    remarks: '',
  };
};

/** Modify begins with what is saved. */
export const draftOfSaved = (saved: SavedCard, today: string): Draft => ({
  // A record of before may bill or pay a day that is still to come: it could not be saved again so.
  rows: withoutDaysToCome(saved.days, today).map(rowOf),
  startPeriod: saved.startPeriod,
  endPeriod: saved.endPeriod,
  payRate: saved.payRate,
  rateKind: saved.rateKind,
  added: [],
  isCalculatedLater: saved.customDate !== null,
  customDate: saved.customDate ?? '',
  remarks: saved.remarks ?? '',
});

const dateOf = (typed: string) => (isIsoDate(typed) ? typed : null);

/** The fields of a save, and what is wrong with them by the rules. */
export const toSave = (draft: Draft, context: CardContext) => {
  const { month, today } = context;
  const { rows, startPeriod, endPeriod, payRate, rateKind, isCalculatedLater, customDate } = draft;
  const fields = {
    startPeriod: dateOf(startPeriod),
    endPeriod: dateOf(endPeriod),
    payRate,
    rateKind,
    days: rowsToStore(rows.map(dayOf)),
    remarks: draft.remarks.trim() || null,
  };
  return {
    faults: checkCard(
      { ...fields, isCalculatedLater, customDate },
      { month, possible: possibleOf(context), today },
    ),
    fields: { ...fields, customDate: isCalculatedLater ? customDate : null },
  };
};

/** As totals count it: a period that is not entered counts nothing. */
export const toCount = (draft: Draft, context: Pick<CardContext, 'card' | 'client' | 'month'>) => {
  const { month } = context;
  const { from } = daysOfMonth(month);
  const [start, end] = [dateOf(draft.startPeriod), dateOf(draft.endPeriod)];
  const isWhole = start !== null && end !== null;
  return {
    startPeriod: isWhole ? start : from,
    endPeriod: isWhole ? end : '',
    days: isWhole ? draft.rows.map(dayOf) : [],
    payRate: draft.payRate,
    rateKind: draft.rateKind,
    rates: optionOf(optionsOf(context, draft.added), draft)?.rates ?? [],
  };
};

/** Rows of every day of the month: those of the draft, and empty ones with the boxes of a day that opens. */
export const withAllDays = (context: CardContext, rows: readonly Row[]): Row[] => {
  const { from, through } = daysOfMonth(context.month);
  const known = new Map(rows.map((row) => [row.date, row]));
  const dates = Array.from(
    { length: Number(through.slice(8)) },
    (_, n) => `${from.slice(0, 8)}${String(n + 1).padStart(2, '0')}`,
  );
  const gaps = gapsOf(
    context,
    dates.map((date) => ({ date })),
  );
  return dates.map((date) => {
    const on = !gaps.has(date);
    return known.get(date) ?? { date, start: '', end: '', travel: '0', billing: on, payroll: on };
  });
};

export const sameDraft = (a: Draft, b: Draft) => JSON.stringify(a) === JSON.stringify(b);

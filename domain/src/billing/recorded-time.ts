import { DAY_MINUTES, visitInstants } from '../calendar.ts';
import { sum } from '../sum.ts';
import { elapsedMinutes, isCheckOutMissing } from '../visits/rules.ts';
import { type DaysOfCard, serviceDays } from './counting.ts';
import { type VisitTimes, visitTimes } from './opening.ts';
import type { CardDay, EvvVisit } from './schema.ts';

/** Compares recorded work with what its billing record pays (docs/rules/payroll.md, rules 30 to 33). Lengths are in minutes. */

/** Why recorded time is not paid, or only in part. */
export const UNPAID_REASONS = [
  'noCheckOut',
  'noRecord',
  'outsidePeriod',
  'tooLong',
  'severalVisits',
  'otherClock',
  'longerRow',
  'notMarked',
  'beyondPlan',
  'otherTimes',
] as const;
export type UnpaidReason = (typeof UNPAID_REASONS)[number];

/** A visit that was begun, with its planned times. A visit without a check-out has no length. */
export interface RecordedVisit extends Pick<EvvVisit, 'date' | 'Status' | 'startedAt' | 'endedAt'> {
  readonly planStart: string;
  readonly planEnd: string;
}

/** A visit still in progress is not recorded yet. */
export const isRecorded = (visit: RecordedVisit, now: Temporal.Instant, zone: string): boolean =>
  visit.Status === 'Complete' ||
  isCheckOutMissing(
    {
      Status: visit.Status,
      Date: visit.date,
      PlanStartTime: visit.planStart,
      PlanEndTime: visit.planEnd,
    },
    now,
    zone,
  );

export interface RecordedDay {
  readonly date: string;
  readonly worked: number;
  readonly planned: number;
  /** Paid work without travel. */
  readonly paid: number;
  /** Null if at least as much is paid as was recorded. */
  readonly why: UnpaidReason | null;
}

/** Runs to the last clock minute that both checks prove, so that the seconds of a started minute are not lost. */
const lengthOf = ({ startedAt, endedAt }: RecordedVisit): number =>
  startedAt === null || endedAt === null
    ? 0
    : elapsedMinutes(Temporal.Instant.from(startedAt), Temporal.Instant.from(endedAt));

/** The elapsed time, as for worked time: a plan across a clock change is an hour longer or shorter than its clock times suggest. */
const plannedLength = ({ date, planStart, planEnd }: RecordedVisit, zone: string): number => {
  const { start, end } = visitInstants(date, planStart, planEnd, zone);
  return elapsedMinutes(start, end);
};

/** The day and clock times of a row for the whole visit; undefined if a row cannot hold it. */
const rowTimes = (visit: RecordedVisit, zone: string): VisitTimes | undefined => {
  const times = visitTimes(visit, zone);
  if (!times || visit.startedAt === null) return undefined;
  return times.from.epochMilliseconds === Temporal.Instant.from(visit.startedAt).epochMilliseconds
    ? times
    : undefined;
};

const isIn = ({ startPeriod, endPeriod }: DaysOfCard, date: string) =>
  startPeriod <= date && date <= endPeriod;

/** The length of a row that counts, whether it is billed, paid or neither. */
const rowLength = (row: CardDay | undefined, zone: string): number =>
  row
    ? sum(
        serviceDays({ startPeriod: row.date, endPeriod: row.date, days: [row] }, zone).map(
          ({ work }) => work,
        ),
      )
    : 0;

const whyUnpaid = (
  { date, worked, planned, paid }: Omit<RecordedDay, 'why'>,
  visits: readonly RecordedVisit[],
  card: DaysOfCard | null,
  zone: string,
): UnpaidReason | null => {
  if (paid === 0 && visits.some(({ endedAt }) => endedAt === null)) return 'noCheckOut';
  if (paid >= worked) return null;
  if (!card) return 'noRecord';
  if (visits.some((visit) => lengthOf(visit) >= DAY_MINUTES)) return 'tooLong';
  if (!isIn(card, date)) return 'outsidePeriod';
  const [visit] = visits;
  if (!visit || visits.length > 1) return 'severalVisits';
  if (!rowTimes(visit, zone)) return 'otherClock';
  const row = card.days.find((day) => day.date === date);
  if (rowLength(row, zone) > worked) return 'longerRow';
  if (!row?.payroll || row.start === null || row.end === null) return 'notMarked';
  return paid >= planned ? 'beyondPlan' : 'otherTimes';
};

/** The recorded days of one care plan; `card` is the live billing record of its month. */
export const recordedDays = (
  visits: readonly RecordedVisit[],
  card: DaysOfCard | null,
  zone: string,
): RecordedDay[] => {
  const paidRows = card ? serviceDays(card, zone).filter(({ payroll }) => payroll) : [];
  return [...Map.groupBy(visits, ({ date }) => date)]
    .map(([date, own]) => {
      const day = {
        date,
        worked: sum(own.map(lengthOf)),
        planned: sum(own.map((visit) => plannedLength(visit, zone))),
        paid: sum(paidRows.filter((row) => row.date === date).map(({ work }) => work)),
      };
      return { ...day, why: whyUnpaid(day, own, card, zone) };
    })
    .filter(({ worked, why }) => worked > 0 || why !== null)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
};

/** Whether one press can pay it. Anything else must be corrected in the visit or its billing record. */
export const canPayRecorded = (why: UnpaidReason | null): boolean =>
  why === 'beyondPlan' || why === 'otherTimes' || why === 'notMarked';

/** The rows of a record after a day is paid from recorded start to recorded end. No time is written that nobody recorded. */
export const withRecordedTime = (
  days: readonly CardDay[],
  visit: RecordedVisit,
  zone: string,
): CardDay[] | undefined => {
  const times = rowTimes(visit, zone);
  if (!times) return undefined;
  const { date, start, end } = times;
  const row = days.find((day) => day.date === date);
  const paid: CardDay = { ...(row ?? { travel: 0, billing: false }), date, start, end, payroll: true };
  return row
    ? days.map((day) => (day === row ? paid : day))
    : [...days, paid].toSorted((a, b) => (a.date < b.date ? -1 : 1));
};

/** Whether paying a day as recorded bills it longer. If it was already claimed, it must be claimed again. */
export const billsMore = (
  days: readonly CardDay[],
  { date, worked }: Pick<RecordedDay, 'date' | 'worked'>,
  zone: string,
) => {
  const row = days.find((day) => day.date === date);
  return row?.billing === true && rowLength(row, zone) < worked;
};

// --- Words

/** '2:15' */
export const sayLength = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** The reason for the office, with what to do about it. */
export const UNPAID_WORDS: Readonly<Record<UnpaidReason, string>> = {
  noCheckOut: 'No check-out: enter the end of the visit',
  noRecord: 'No billing record yet',
  outsidePeriod: 'Outside the period of the billing record',
  tooLong: 'A visit of a day or longer: correct its times first',
  severalVisits: 'Several visits on one day: the billing record has one of them',
  otherClock: 'Its clock times fit no row of its day',
  longerRow: 'Not marked for payroll, and longer on the billing record',
  notMarked: 'Not marked for payroll',
  beyondPlan: 'Longer than planned',
  otherTimes: 'The billing record has shorter times',
};

/** 'worked 2:15, paid 2:00' */
export const sayWorkedPaid = ({ worked, paid }: Pick<RecordedDay, 'worked' | 'paid'>): string =>
  `worked ${sayLength(worked)}, paid ${sayLength(paid)}`;

/** Shown if the record is claimed or paid, and the day is now billed longer. */
export const CORRECTED_CLAIM = 'The record was claimed: a corrected claim is needed.';

import { DAY_MINUTES, instantOf, spanMinutes } from '../calendar.ts';
import { sum } from '../sum.ts';
import { elapsedMinutes } from '../visits/rules.ts';
import { type DaysOfCard, serviceDays } from './counting.ts';
import { visitTimes } from './opening.ts';
import type { CardDay, EvvVisit } from './schema.ts';

/** Recorded work beside what its billing record pays of it (docs/rules/payroll.md, rules 30 to 33). Lengths are minutes. */

/** Why recorded time is not paid, or not all of it. */
export const UNPAID_REASONS = [
  'noCheckOut',
  'noRecord',
  'outsidePeriod',
  'tooLong',
  'severalVisits',
  'notMarked',
  'beyondPlan',
  'otherTimes',
] as const;
export type UnpaidReason = (typeof UNPAID_REASONS)[number];

/** A visit that was begun, with its plan's times of the day; one without a check-out has no length. */
export interface RecordedVisit extends Pick<EvvVisit, 'date' | 'startedAt' | 'endedAt'> {
  readonly planStart: string;
  readonly planEnd: string;
}

export interface RecordedDay {
  readonly date: string;
  readonly worked: number;
  readonly planned: number;
  /** Paid work without travel. */
  readonly paid: number;
  /** null: at least as much is paid as was recorded. */
  readonly why: UnpaidReason | null;
}

/** The last clock time that both checks prove: seconds of a minute that was begun are nobody's loss. */
const lengthOf = ({ startedAt, endedAt }: RecordedVisit): number =>
  startedAt === null || endedAt === null
    ? 0
    : elapsedMinutes(Temporal.Instant.from(startedAt), Temporal.Instant.from(endedAt));

const isIn = ({ startPeriod, endPeriod }: DaysOfCard, date: string) =>
  startPeriod <= date && date <= endPeriod;

const whyUnpaid = (
  { date, worked, planned, paid }: Omit<RecordedDay, 'why'>,
  visits: readonly RecordedVisit[],
  card: DaysOfCard | null,
): UnpaidReason | null => {
  if (paid === 0 && visits.some(({ endedAt }) => endedAt === null)) return 'noCheckOut';
  if (paid >= worked) return null;
  if (!card) return 'noRecord';
  if (visits.some((visit) => lengthOf(visit) >= DAY_MINUTES)) return 'tooLong';
  if (!isIn(card, date)) return 'outsidePeriod';
  if (visits.length > 1) return 'severalVisits';
  const row = card.days.find((day) => day.date === date);
  if (!row?.payroll || row.start === null || row.end === null) return 'notMarked';
  return paid >= planned ? 'beyondPlan' : 'otherTimes';
};

/** Of one care plan, by day; `card` is the live billing record of its month. */
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
        planned: sum(own.map(({ planStart, planEnd }) => spanMinutes(planStart, planEnd))),
        paid: sum(paidRows.filter((row) => row.date === date).map(({ work }) => work)),
      };
      return { ...day, why: whyUnpaid(day, own, card) };
    })
    .filter(({ worked, why }) => worked > 0 || why !== null)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));
};

/** What one press can pay: the others are mended where they went wrong, in the visit or its billing record. */
export const canPayRecorded = (why: UnpaidReason | null): boolean =>
  why === 'beyondPlan' || why === 'otherTimes' || why === 'notMarked';

/** The rows of a record with a day paid as long as it was worked, from the time that it has or the check-in. */
export const withRecordedTime = (
  days: readonly CardDay[],
  visit: EvvVisit,
  zone: string,
): CardDay[] | undefined => {
  const times = visitTimes(visit, zone);
  if (!times) return undefined;
  const { date, minutes } = times;
  const row = days.find((day) => day.date === date);
  const start = row?.start ?? times.start;
  const end = instantOf(date, start, zone).add({ minutes }).toZonedDateTimeISO(zone).toPlainTime();
  const paid: CardDay = {
    ...(row ?? { travel: 0, billing: false }),
    date,
    start,
    end: end.toString().slice(0, 5),
    payroll: true,
  };
  return row
    ? days.map((day) => (day === row ? paid : day))
    : [...days, paid].toSorted((a, b) => (a.date < b.date ? -1 : 1));
};

// --- Words

/** '2:15' */
export const sayLength = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** Why, for the office: what is to be done about it. */
export const UNPAID_WORDS: Readonly<Record<UnpaidReason, string>> = {
  noCheckOut: 'No check-out: enter the end of the visit',
  noRecord: 'No billing record yet',
  outsidePeriod: 'Outside the period of the billing record',
  tooLong: 'A visit of a day or longer: correct its times first',
  severalVisits: 'Several visits on one day: the billing record has one of them',
  notMarked: 'Not marked for payroll',
  beyondPlan: 'Longer than planned',
  otherTimes: 'The billing record has shorter times',
};

/** 'worked 2:15, paid 2:00' */
export const sayWorkedPaid = ({ worked, paid }: Pick<RecordedDay, 'worked' | 'paid'>): string =>
  `worked ${sayLength(worked)}, paid ${sayLength(paid)}`;

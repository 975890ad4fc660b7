import { daysOfMonth } from '../billing/counting.ts';

/** What becomes due, and who is entitled, on the days of a report (docs/rules/reports.md, rules 18 to 21). */

const day = (iso: string) => Temporal.PlainDate.from(iso);
const lastDay = (month: string) => day(daysOfMonth(month).through);

/** Whole months from one day to another. */
export const monthsOld = (from: string, on: string): number =>
  day(from).until(on, { largestUnit: 'months' }).months;

export interface PlanExpiration {
  readonly due: string;
  readonly state: 'Expired' | 'Soon';
}

/** A plan is due 12 months after its start, and listed from 11 months on, as of the last day of the month. */
export const planExpiration = (startDate: string, month: string): PlanExpiration | undefined => {
  const end = lastDay(month);
  const start = day(startDate);
  if (Temporal.PlainDate.compare(start.add({ months: 11 }), end) > 0) return undefined;
  const due = start.add({ months: 12 });
  return { due: due.toString(), state: Temporal.PlainDate.compare(due, end) <= 0 ? 'Expired' : 'Soon' };
};

/** An exemption ends after 12 months, and is reported as ending from 11 months on. */
export const excludedState = (excluded: string, on: string): 'Ended' | 'Soon' | null => {
  const reached = (months: number) => day(excluded).add({ months }).toString() <= on;
  return reached(12) ? 'Ended' : reached(11) ? 'Soon' : null;
};

// --- Secure Saving -------------------------------------------------------------------------------------------------

interface Saver {
  readonly dob: string | null;
  readonly startDate: string | null;
  readonly returnDate: string | null;
}

export const SAVING_DAYS = 180;
const ADULT_YEARS = 18;

const savingDaysOn = ({ dob, startDate, returnDate }: Saver, on: Temporal.PlainDate): number | undefined => {
  if (dob === null || startDate === null) return undefined;
  if (Temporal.PlainDate.compare(day(dob).add({ years: ADULT_YEARS }), on) > 0) return undefined;
  const since = returnDate !== null && returnDate > startDate ? returnDate : startDate;
  const { days } = day(since).until(on, { largestUnit: 'days' });
  return days >= SAVING_DAYS ? days : undefined;
};

/** Days from the later of Start Date and Return Date to the end of the month; undefined if the person is not (or not yet) on the roster. */
export const savingOn = (person: Saver, month: string): { days: number; isNew: boolean } | undefined => {
  const end = lastDay(month);
  const days = savingDaysOn(person, end);
  if (days === undefined) return undefined;
  return { days, isNew: savingDaysOn(person, end.with({ day: 1 }).subtract({ days: 1 })) === undefined };
};

// --- Flu shot ------------------------------------------------------------------------------------------------------

/** A season is October to March of the next year. Shots from July to June count. */
export const fluSeason = (year: number) => ({
  from: `${year}-10-01`,
  through: `${year + 1}-03-31`,
  firstShot: `${year}-07`,
  lastShot: `${year + 1}-06`,
});

/** The latest month (YYYY-MM) of a shot in the season, among all that were ever entered; null if there is none. */
export const shotOf = (months: readonly (string | null)[], year: number): string | null => {
  const { firstShot, lastShot } = fluSeason(year);
  const shots = months.filter((month) => month !== null && firstShot <= month && month <= lastShot);
  return shots.toSorted().at(-1) ?? null;
};

// --- Birthdays -----------------------------------------------------------------------------------------------------

/** The birthday in a month (YYYY-MM), and the age reached. Somebody born on February 29 has it on the 28th in other years. */
export const birthdayIn = (dob: string, month: string): { date: string; turns: number } | undefined => {
  const of = Temporal.PlainYearMonth.from(month);
  const born = day(dob);
  if (born.month !== of.month || born.year > of.year) return undefined;
  return { date: of.toPlainDate({ day: born.day }).toString(), turns: of.year - born.year };
};

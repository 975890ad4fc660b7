import { daysOfMonth } from '../billing/counting.ts';

/** What grows old, and who is entitled, by the days of a report (docs/rules/reports.md, rules 18 to 21). */

const day = (iso: string) => Temporal.PlainDate.from(iso);
const lastDay = (month: string) => day(daysOfMonth(month).through);

/** Whole months from a day to another. */
export const monthsOld = (from: string, on: string): number =>
  day(from).until(on, { largestUnit: 'months' }).months;

export interface PlanExpiration {
  readonly due: string;
  readonly state: 'Expired' | 'Soon';
}

/** A plan is due 12 months after its start, and listed from 11 months on, by the last day of the month. */
export const planExpiration = (startDate: string, month: string): PlanExpiration | undefined => {
  const end = lastDay(month);
  const start = day(startDate);
  if (Temporal.PlainDate.compare(start.add({ months: 11 }), end) > 0) return undefined;
  const due = start.add({ months: 12 });
  return { due: due.toString(), state: Temporal.PlainDate.compare(due, end) <= 0 ? 'Expired' : 'Soon' };
};

/** Excluded time ends at 12 months, and is said to from 11 on. */
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

/** Days since the later of Start Date and Return Date to the end of the month; undefined: not (yet) in the roster. */
export const savingOn = (person: Saver, month: string): { days: number; isNew: boolean } | undefined => {
  const end = lastDay(month);
  const days = savingDaysOn(person, end);
  if (days === undefined) return undefined;
  return { days, isNew: savingDaysOn(person, end.with({ day: 1 }).subtract({ days: 1 })) === undefined };
};

// --- Flu shot ------------------------------------------------------------------------------------------------------

/** October of the year to March of the next; a shot from July to June counts. */
export const fluSeason = (year: number) => ({
  from: `${year}-10-01`,
  through: `${year + 1}-03-31`,
  firstShot: `${year}-07`,
  lastShot: `${year + 1}-06`,
});

/** The month of the shot of a season among those that were ever entered (YYYY-MM), the latest; null: none. */
export const shotOf = (months: readonly (string | null)[], year: number): string | null => {
  const { firstShot, lastShot } = fluSeason(year);
  const shots = months.filter((month) => month !== null && firstShot <= month && month <= lastShot);
  return shots.toSorted().at(-1) ?? null;
};

// --- Birthdays -----------------------------------------------------------------------------------------------------

/** The birthday in a month (YYYY-MM), and how old they turn; who was born on 29 February has it on the 28th of other years. */
export const birthdayIn = (dob: string, month: string): { date: string; turns: number } | undefined => {
  const of = Temporal.PlainYearMonth.from(month);
  const born = day(dob);
  if (born.month !== of.month || born.year > of.year) return undefined;
  return { date: of.toPlainDate({ day: born.day }).toString(), turns: of.year - born.year };
};

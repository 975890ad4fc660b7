import { addDays, instantOf, weekdayOf } from '../calendar.ts';
import type { OvertimeRule, PayPeriodRule } from '../payroll/pay-rules.ts';
import { remembering } from '../remembering.ts';
import { sum } from '../sum.ts';
import type { BookPayFacts, DueCard, PaySums } from './facts.ts';

/**
 * What a caregiver is due, counted a second time from the days of billing records, pay rates and pay rules. It is there to be
 * compared with what payroll counts, so it shares none of payroll's arithmetic (docs/decisions/0179).
 */

/** Due for a pay period of a month of calculation, known by its place in the month. */
export interface Due extends PaySums {
  readonly month: string;
  readonly half: number;
}

export const NOTHING_DUE: PaySums = { hours: 0, straight: 0, overtime: 0, premium: 0 };

// --- Days

const dayAfter = remembering((date) => addDays(date, 1));
const dayBefore = remembering((date) => addDays(date, -1));
const weekday = remembering((date) => weekdayOf(Temporal.PlainDate.from(date)));

const DAY = 24 * 60;
/** The key is 'date zone'. */
const midnightOf = remembering((key) => {
  const [date = '', zone = ''] = key.split(' ');
  return Math.round(instantOf(date, '00:00', zone).epochMilliseconds / 60_000);
});
/** Minutes since 1970; on the two days a year that are longer or shorter the clock itself is asked. */
const minuteAt = (date: string, time: string, zone: string): number => {
  const midnight = midnightOf(`${date} ${zone}`);
  return midnightOf(`${dayAfter(date)} ${zone}`) - midnight === DAY
    ? midnight + Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
    : Math.round(instantOf(date, time, zone).epochMilliseconds / 60_000);
};

/** A row that payroll pays: its place on the time line in minutes, what it pays an hour, and by which dated rate. */
interface PaidRow {
  readonly calculation: string;
  readonly date: string;
  readonly at: number;
  readonly work: number;
  readonly travel: number;
  /** Category and place of the rate among the dated ones of it: what a printed line is of. */
  readonly line: string;
  readonly cents: number;
}

const categoryOf = ({ categories }: DueCard, date: string): string | null => {
  const inOrder = categories.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  let found = inOrder[0];
  for (const one of inOrder) if (one.from <= date) found = one;
  return found?.category ?? null;
};

/** The rate on a day, and how often it had changed by then. */
const rateOf = (rates: BookPayFacts['rates'], category: string | null, date: string) => {
  const own = rates
    .filter((one) => one.category === category)
    .map((one) => ({ from: one.from ?? '', cents: one.rate }))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  let [cents, changes] = [0, 0];
  for (const one of own) {
    if (one.from > date) break;
    if (one.cents !== cents) changes += 1;
    cents = one.cents;
  }
  return { cents, changes };
};

const rowsOf = (card: DueCard, { zone, rates }: BookPayFacts): PaidRow[] => {
  const rows: PaidRow[] = [];
  for (const { date, start, end, travel, payroll } of card.days) {
    const isOutside = date < card.startPeriod || date > card.endPeriod;
    if (!payroll || isOutside || start === null || end === null || start === end) continue;
    const at = minuteAt(date, start, zone);
    const until = minuteAt(end < start ? dayAfter(date) : date, end, zone);
    const category = categoryOf(card, date);
    const { cents, changes } = rateOf(rates, category, date);
    const line = cents === 0 ? `${category}` : `${category} ${changes}`;
    rows.push({ calculation: card.calculation, date, at, work: until - at, travel, line, cents });
  }
  return rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
};

// --- Pay periods

/** Whether a pay period begins on a day: a half of a month, or so many days after the rule began. */
const beginsPeriod = (rules: readonly PayPeriodRule[], date: string): boolean => {
  const rule = rules.reduce<PayPeriodRule | undefined>(
    (found, one) => (one.validFrom <= date && (!found || one.validFrom > found.validFrom) ? one : found),
    undefined,
  );
  if (rule?.validFrom === date) return true;
  if (!rule || rule.length === 'halves') return date.endsWith('-01') || date.endsWith('-16');
  const days = Temporal.PlainDate.from(rule.validFrom).until(date, { largestUnit: 'days' }).days;
  return days % (rule.length === 'week' ? 7 : 14) === 0;
};

/** The place of a day among the pay periods of a month of calculation: late days go by their number in the month. */
type PlaceOf = (date: string) => number;
const placesIn = (month: string, rules: readonly PayPeriodRule[]): PlaceOf => {
  const begins: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = dayAfter(date))
    if (date.endsWith('-01') || beginsPeriod(rules, date)) begins.push(date.slice(8));
  return (date: string): number => begins.filter((day) => day <= date.slice(8)).length - 1;
};

/** Pay periods that were paid, each place in a month of calculation that has a day of one: 'YYYY-MM place'. */
export const placesOfPeriods = (
  paid: readonly { readonly from: string; readonly through: string }[],
  rules: readonly PayPeriodRule[],
): string[] =>
  paid.flatMap(({ from, through }) => {
    const found: string[] = [];
    for (let date = from; date <= through; date = dayAfter(date))
      found.push(`${date.slice(0, 7)} ${placesIn(date.slice(0, 7), rules)(date)}`);
    return [...new Set(found)];
  });

// --- Straight pay

const hundredths = (minutes: number) => Math.round((minutes * 100) / 60);

interface Printed {
  readonly half: number;
  readonly cents: number;
  hours: number;
}

/** Hours are rounded as they run through a billing record; a printed line is its hours times its rate. */
const addStraight = (
  month: string,
  rowsOfCards: readonly (readonly PaidRow[])[],
  placeOf: PlaceOf,
): Map<number, PaySums> => {
  const lines = new Map<string, Printed>();
  for (const rows of rowsOfCards) {
    if (rows[0]?.calculation !== month) continue;
    let [work, travel, before] = [0, 0, 0];
    for (const row of rows) {
      work += row.work;
      travel += row.travel;
      const running = hundredths(work) + hundredths(travel);
      const half = placeOf(row.date);
      const line = lines.get(`${half} ${row.line}`) ?? { half, cents: row.cents, hours: 0 };
      line.hours += running - before;
      before = running;
      lines.set(`${half} ${row.line}`, line);
    }
  }
  const found = new Map<number, PaySums>();
  for (const { half, cents, hours } of lines.values()) {
    const due = found.get(half) ?? NOTHING_DUE;
    const straight = due.straight + Math.round((hours * cents) / 100);
    found.set(half, { ...due, hours: due.hours + hours, straight });
  }
  return found;
};

// --- Overtime

interface Week {
  readonly from: string;
  readonly through: string;
  readonly rule: OvertimeRule;
}

/** A later rule counts from the first of its own weeks on; the week before it ends there. */
const weeksBy = (rules: readonly OvertimeRule[]): ((date: string) => Week) => {
  const inOrder = rules.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const firstDays = inOrder.map(({ validFrom, weekStart }, n) => {
    let day = validFrom;
    while (n > 0 && weekday(day) !== weekStart) day = dayAfter(day);
    return n === 0 ? '' : day;
  });
  return remembering((date) => {
    const at = firstDays.findLastIndex((first) => first <= date);
    const rule = inOrder[at];
    if (!rule) throw new Error('There is no overtime rule.');
    let from = date;
    while (weekday(from) !== rule.weekStart) from = dayBefore(from);
    const next = firstDays[at + 1];
    let through = from;
    for (let n = 1; n < 7 && dayAfter(through) !== next; n += 1) through = dayAfter(through);
    return { from, through, rule };
  });
};

type Stretch = Pick<PaidRow, 'date' | 'at' | 'work' | 'travel' | 'cents'>;

/** Each part of a row with the local day on which it is worked; travel stays on the first. */
const byMidnight = (row: Stretch, zone: string): Stretch[] => {
  const midnight = midnightOf(`${dayAfter(row.date)} ${zone}`);
  const later = Math.max(0, row.at + row.work - midnight);
  const first = { ...row, work: row.work - later };
  return later === 0
    ? [first]
    : [first, { ...row, date: dayAfter(row.date), at: midnight, work: later, travel: 0 }];
};

const minutesOf = (rows: readonly Stretch[]) => sum(rows.map(({ work, travel }) => work + travel));

/** Minutes beyond the limit of a day, of all days of the week. */
const beyondDays = (rows: readonly Stretch[], { from, through, rule }: Week, zone: string): number => {
  const limit = rule.dayLimit;
  if (limit === null) return 0;
  const days = Map.groupBy(
    rows.flatMap((row) => byMidnight(row, zone)),
    ({ date }) => date,
  );
  return sum(
    [...days].map(([date, own]) => (date < from || date > through ? 0 : Math.max(0, minutesOf(own) - limit))),
  );
};

/** Minutes of the week that lie beyond the limit of one stretch of work, which may have begun in the week before. */
const beyondStretch = (rows: readonly Stretch[], { from, rule }: Week): number => {
  const limit = rule.consecutiveLimit;
  if (limit === null) return 0;
  let [stretch, end, beyond] = [0, Number.NEGATIVE_INFINITY, 0];
  for (const { date, at, work } of rows) {
    stretch = at - end > rule.gap ? work : stretch + work;
    if (date >= from) beyond += Math.min(work, Math.max(0, stretch - limit));
    end = Math.max(end, at + work);
  }
  return beyond;
};

/** How far back a stretch is followed. */
const DAYS_BACK = 7;

interface OvertimeFacts extends BookPayFacts {
  readonly weekOf: (date: string) => Week;
}

interface WeekDue {
  readonly overtime: number;
  readonly premium: number;
}

/** Overtime and premium of a week; nights over its borders give it their own minutes, or are counted whole where they start. */
const weekDue = (rows: readonly PaidRow[], week: Week, { zone, isWhole, weekOf }: OvertimeFacts): WeekDue => {
  const { from, through, rule } = week;
  const earliest = addDays(from, -DAYS_BACK);
  const nightBefore = addDays(earliest, -1);
  const isSplit = (date: string) => !isWhole(week) && weekOf(date).through === date;
  const near = rows
    .filter(({ date }) => date >= nightBefore && date <= through)
    .flatMap((row) => (isSplit(row.date) ? byMidnight(row, zone) : [row]))
    .filter(({ date }) => date >= earliest && date <= through)
    .toSorted((a, b) => a.at - b.at);
  const own = near.filter(({ date }) => date >= from);
  const minutes = minutesOf(own);
  const most = Math.max(
    rule.weekLimit === null ? 0 : minutes - rule.weekLimit,
    beyondDays(near, week, zone),
    beyondStretch(near, week),
    0,
  );
  const overtime = Math.min(minutes, most);
  // Half the average of the week for each hour, in one division.
  const pay = sum(own.map(({ work, travel, cents }) => (work + travel) * cents));
  const premium = overtime === 0 ? 0 : Math.round((pay * overtime) / (minutes * 120));
  return { overtime: hundredths(overtime), premium };
};

const NO_OVERTIME: WeekDue = { overtime: 0, premium: 0 };

/** A week is due with the period in which it ends; what late records change of an earlier week is due with these records. */
const addOvertime = (
  month: string,
  { facts, placeOf }: { readonly facts: OvertimeFacts; readonly placeOf: PlaceOf },
  rows: readonly PaidRow[],
  dues: ReadonlyMap<number, PaySums>,
) => {
  const { weekOf } = facts;
  const late = rows.filter(({ calculation, date }) => calculation === month && date < `${month}-01`);
  const first = late.reduce((least, { date }) => (date < least ? date : least), `${month}-01`);
  // A week looks a week back, and a night further.
  const earliest = addDays(weekOf(first).from, -DAYS_BACK - 1);
  const known = rows.filter(
    ({ calculation, date }) => calculation <= month && date >= earliest && date.slice(0, 7) <= month,
  );
  const earlier = known.filter(({ calculation }) => calculation < month);
  const found = new Map(dues);
  for (let week = weekOf(first); week.through.slice(0, 7) <= month; week = weekOf(dayAfter(week.through))) {
    const isHome = week.through.startsWith(month);
    const now = weekDue(known, week, facts);
    const before = isHome ? NO_OVERTIME : weekDue(earlier, week, facts);
    const half = placeOf(week.through);
    const due = found.get(half) ?? NOTHING_DUE;
    found.set(half, {
      ...due,
      overtime: due.overtime + now.overtime - before.overtime,
      premium: due.premium + now.premium - before.premium,
    });
  }
  return found;
};

// --- All of it

/** Of these months of calculation. */
export const dueOf = (of: BookPayFacts, months: readonly string[]): Due[] => {
  const facts = { ...of, weekOf: weeksBy(of.overtime) };
  const rowsOfCards = facts.cards.map((card) => rowsOf(card, facts));
  const rows = rowsOfCards.flat();
  return months.flatMap((month) => {
    const placeOf = placesIn(month, facts.periods);
    const dues = addOvertime(month, { facts, placeOf }, rows, addStraight(month, rowsOfCards, placeOf));
    return [...dues].map(([half, due]) => ({ month, half, ...due }));
  });
};

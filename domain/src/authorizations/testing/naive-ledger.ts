import { type GeneratedYear, hasTrueCode, naiveUnits, type TrueDay } from './test-year.ts';

/** The ledger counted a second time, by going through every day of the year for every authorization. */

interface NaiveLine {
  worked: number;
  onCards: number;
  planned: number;
  claimed: number;
  paid: number;
  denied: number;
  /** On days for which the type has no code in the client's program. */
  uncoded: number;
  runsOut: string | null;
}

const unitsByDay = (days: readonly TrueDay[]): (readonly [TrueDay, number])[] =>
  [...Map.groupBy(days, ({ planId, date }) => `${planId} ${date.slice(0, 7)}`).values()].flatMap((book) => {
    const units = naiveUnits(book, book[0]?.rule ?? 'up');
    return book.map((day) => [day, units.get(day.date) ?? 0] as const);
  });

/** 'id of the authorization' or 'type without any' → what is true of it. */
export const naiveLedger = ({
  days,
  claims,
  move,
  facts: { pars },
}: GeneratedYear): Map<string, NaiveLine> => {
  const lines = new Map<string, NaiveLine>();
  const keyOn = (type: string, date: string) => {
    for (const par of pars)
      if (par.type === type && !(date < par.from) && !(date > par.through)) return `par ${par.id}`;
    return `none ${type}`;
  };
  const lineOf = (key: string) => {
    const known = lines.get(key);
    if (known) return known;
    const made = {
      worked: 0,
      onCards: 0,
      planned: 0,
      claimed: 0,
      paid: 0,
      denied: 0,
      uncoded: 0,
      runsOut: null,
    };
    lines.set(key, made);
    return made;
  };
  for (const { id } of pars) lineOf(`par ${id}`);
  for (const [{ type, date, state, isOnCard }, units] of unitsByDay(days)) {
    if (units === 0) continue;
    const line = lineOf(keyOn(type, date));
    if (state === 'planned') line.planned += units;
    else line.worked += units;
    if (isOnCard) line.onCards += units;
    if (!hasTrueCode(move, type, date)) line.uncoded += units;
  }
  for (const { type, date, units, fate } of claims) {
    const line = lineOf(keyOn(type, date));
    line.claimed += units;
    if (fate === 'paid') line.paid += units;
    if (fate === 'denied') line.denied += units;
  }
  for (const { id, units: authorized } of pars) {
    if (authorized === null) continue;
    const own = unitsByDay(days)
      .filter(([{ type, date }]) => keyOn(type, date) === `par ${id}`)
      .toSorted(([a], [b]) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
    let used = 0;
    for (const [{ date }, units] of own) {
      used += units;
      const line = lineOf(`par ${id}`);
      if (used > authorized && line.runsOut === null) line.runsOut = date;
    }
  }
  return lines;
};

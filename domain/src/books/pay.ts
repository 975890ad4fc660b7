import { showHours } from '../billing/counting.ts';
import { showMoney } from '../money.ts';
import { straightPay } from '../payroll/lines.ts';
import type { HalfPay } from '../payroll/run-schema.ts';
import { hoursOfHalfPay, joinPeriods, NO_PAY, type RunSums, straightOf, sumsOf } from '../payroll/runs.ts';
import { sum } from '../sum.ts';
import type { BookPayPart, BookPayRow, BookPayRun, BookProviderPay, PaySums } from './facts.ts';
import type { BookRecord, CheckResult } from './schema.ts';
import { newTally, type Tally } from './tally.ts';

/** Pay lines are printed paid hours times the rate of the day, and a run is its rows (docs/rules/books.md, rule 6). */

const overtimeOf = ({ weeks }: Pick<HalfPay, 'weeks'>) => ({
  hours: sum(weeks.map(({ hours }) => hours)),
  premium: sum(weeks.map(({ premium }) => premium)),
});

const breakState = (tally: Tally, state: HalfPay, record: BookRecord): void => {
  for (const { hours, rate, amount } of state.lines)
    if (amount !== straightPay(hours, rate))
      tally.break('The pay of a line is not its printed hours times its rate.', record);
  if (sum(state.cards.map(({ hours }) => hours)) !== hoursOfHalfPay(state))
    tally.break('The paid hours are not those of the billing records.', record);
};

/** A row is what its half comes to now, less what was exported of it before. Categories may have other names since. */
const breakRow = (tally: Tally, { row, before, state }: BookPayRow, record: BookRecord): void => {
  const old = before ?? NO_PAY;
  const [was, is] = [overtimeOf(old), overtimeOf(state)];
  const isDifference =
    row.old === hoursOfHalfPay(old) &&
    row.now === hoursOfHalfPay(state) &&
    hoursOfHalfPay(row) === row.now - row.old &&
    straightOf(row) === straightOf(state) - straightOf(old) &&
    row.overtime.hours === is.hours - was.hours &&
    row.overtime.premium === is.premium - was.premium;
  if (!isDifference) tally.break('A row is not the difference to what was exported before.', record);
};

const isSame = (a: RunSums, b: RunSums) =>
  a.rows === b.rows && a.hours === b.hours && a.straight === b.straight && a.premium === b.premium;

/** `previous`: the number of the run before, null for the first. */
export const checkPayRun = ({ run, rows }: BookPayRun, previous: number | null): CheckResult => {
  const tally = newTally('pay');
  const record: BookRecord = {
    kind: 'run',
    id: String(run.number),
    clientId: null,
    month: run.month,
    day: null,
  };
  if (previous !== null && run.number !== previous + 1)
    tally.break(`Runs ${previous + 1} to ${run.number - 1} are missing.`, record);
  for (const one of rows) {
    tally.look();
    tally.add('exported', straightOf(one.row) + one.row.overtime.premium, record);
    breakState(tally, one.state, record);
    breakRow(tally, one, record);
  }
  const all = joinPeriods(rows.map(({ row }) => row));
  if (!isSame(sumsOf(all, 'Pay'), run.pay) || !isSame(sumsOf(all, 'Correction'), run.corrections))
    tally.break(`The totals of run ${run.number} are not those of its rows.`, record);
  return tally.result();
};

// --- What was exported against what is due

export const isSamePay = (a: PaySums, b: PaySums) =>
  a.hours === b.hours && a.straight === b.straight && a.overtime === b.overtime && a.premium === b.premium;

const centsOf = ({ straight, premium }: PaySums) => straight + premium;

/** '8.00 h for $152.00', with '0.50 h of overtime for $4.75' where there is some. */
const sayPay = ({ hours, straight, overtime, premium }: PaySums): string => {
  const more =
    overtime === 0 && premium === 0 ? '' : `, ${showHours(overtime)} h of overtime for ${showMoney(premium)}`;
  return `${showHours(hours)} h for ${showMoney(straight)}${more}`;
};

const addPart = (tally: Tally, part: BookPayPart, record: BookRecord): void => {
  const { name, exported, due, shown, isWatched } = part;
  const come = `billing records and rates come to ${sayPay(due)}`;
  if (shown && !isSamePay(shown, due))
    tally.break(`Payroll shows ${sayPay(shown)} in ${name}; ${come}.`, record);
  if (!exported) {
    tally.add('notExported', centsOf(due), record);
    return;
  }
  tally.add('exported', centsOf(exported), record);
  tally.add('toCorrect', centsOf(due) - centsOf(exported), record);
  if (!isSamePay(exported, due) && !isWatched)
    tally.break(
      `Runs have exported ${sayPay(exported)} in ${name}; ${come}, and no run will correct it until this pay period is exported again.`,
      record,
    );
};

/** Runs pay what billing records and the rates of their days come to, counted anew (docs/rules/books.md, rule 12). */
export const checkDue = ({ providerId, parts }: BookProviderPay): CheckResult => {
  const tally = newTally('due');
  for (const part of parts) {
    tally.look();
    addPart(tally, part, {
      kind: 'pay',
      id: String(providerId),
      clientId: null,
      month: part.month,
      day: null,
    });
  }
  return tally.result();
};

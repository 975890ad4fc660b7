import { z } from 'zod';
import { daysOfMonth } from '../billing/counting.ts';
import { CARD_STATUSES, type CardStatus } from '../billing/schema.ts';
import { isMonth, showDate, WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '../calendar.ts';
import { done, type FieldError, type Result, refuseAll } from '../errors.ts';
import { sayMonth } from '../plan-documents/rules.ts';
import { isDay, MAX_ID } from '../wire.ts';
import type { ReportEntry, ReportInput } from './list.ts';

/** The parameters of a report, read, checked and worded in one place for both screen and server. */

export const REPORT_GROUPS = { all: 'All', private: 'Private Only', nonprivate: 'Non-private' } as const;
export type ReportGroup = keyof typeof REPORT_GROUPS;
export const QUARTERS = ['all', '1', '2', '3', '4'] as const;
export type Quarter = (typeof QUARTERS)[number];
/** Choices of the vaccination filter (docs/rules/reports.md, rule 6). */
export const VACCINATIONS = {
  all: 'All',
  1: 'Vaccinated',
  0: 'Unvaccinated',
  2: 'Medical',
  3: 'Religious',
  4: 'Live-in',
} as const;
export type Vaccination = `${keyof typeof VACCINATIONS}`;
export const FLU_SHOTS = { 1: 'Yes', 0: 'No' } as const;
/** One file serves both pages; payroll is the default (docs/rules/reports.md, rule 23). */
export const PROVIDER_VIEWS = { payroll: 'Payroll', billing: 'Billing' } as const;
export type ProviderView = keyof typeof PROVIDER_VIEWS;
export const EXCLUDED = { all: 'All', 1: 'Excluded', 0: 'Non-Excluded' } as const;

const word = z.string().max(40).optional();

/** The names in requests (docs/rules/reports.md, rule 4). Each report reads those that it needs and ignores the others. */
export const RawParameters = z.strictObject({
  day: word,
  type: word,
  year: word,
  quater: word,
  month: word,
  vac: word,
  export: word,
  date: word,
  dateFrom: word,
  dateTo: word,
  from: word,
  to: word,
  id: word,
  private: word,
  status: word,
  excgroup: word,
  lastUpdatedDay: word,
  view: word,
  who: word,
});
export type RawParameters = z.output<typeof RawParameters>;

/** The names under which each input is sent. They exclude whom a report is about, and what only billing documents need. */
const NAMES: Record<ReportInput, readonly (keyof RawParameters)[]> = {
  type: ['type'],
  quater: ['quater'],
  vac: ['vac'],
  flu: ['vac'],
  year: ['year'],
  month: ['month'],
  day: ['day'],
  date: ['date'],
  dates: ['dateFrom', 'dateTo'],
  months: ['from', 'to'],
  client: [],
  provider: [],
  status: [],
};

/** The chosen parameters that the report uses. */
export const keptParameters = (
  { inputs }: Pick<ReportEntry, 'inputs'>,
  chosen: RawParameters,
): RawParameters => {
  let kept: RawParameters = {};
  for (const name of inputs.flatMap((input) => NAMES[input]))
    if (chosen[name] !== undefined) kept = { ...kept, [name]: chosen[name] };
  return kept;
};

/** Parameters that the report does not use have a value that is never read. */
export interface ReportParameters {
  readonly type: ReportGroup;
  readonly quater: Quarter;
  readonly vac: Vaccination;
  readonly year: number;
  /** YYYY-MM */
  readonly month: string;
  readonly day: Weekday;
  readonly date: string;
  readonly dateFrom: string;
  readonly dateTo: string;
  /** The first and last day of whole months. */
  readonly from: string;
  readonly to: string;
  readonly id: number;
  readonly status: CardStatus;
  readonly excgroup: `${keyof typeof EXCLUDED}`;
  readonly lastUpdatedDay: string | null;
  readonly view: ProviderView;
}

/** Messages for missing or wrong parameters (docs/rules/reports.md, rule 4). */
export const MESSAGES = {
  month: 'Please select month',
  client: 'Please select client',
  provider: 'Please select provider',
  status: 'Please select status',
  year: 'Please select year',
  day: 'Please select day',
  dates: 'Please select dates',
  wrongMonth: 'Error: Wrong date, date format (YYYY-MM)',
  wrongDate: 'A date looks like 2026-11-20.',
  wrongYear: 'A year looks like 2026.',
  wrongDay: 'day is one of Monday to Sunday.',
  backwards: 'The first date is after the last one.',
  wholeMonths: 'from and to are the first and the last day of whole months.',
  tooLong: 'A report covers at most 12 months.',
} as const;

/** Faults of a request are collected. The placeholder values of faulty parameters are never used. */
type Fault = (field: string, message: string) => undefined;

const choice = <K extends string>(
  fault: Fault,
  field: string,
  raw: string | undefined,
  [none, ...others]: readonly [K, ...K[]],
): K => {
  if (!raw) return none;
  const keys = [none, ...others];
  const found = keys.find((key) => key === raw);
  if (found === undefined) fault(field, `${field} is one of ${keys.join(', ')}.`);
  return found ?? none;
};

const dateOf = (fault: Fault, field: string, raw: string | undefined): string | undefined => {
  if (!raw) return undefined;
  return isDay(raw) && raw >= '1900' ? raw : fault(field, MESSAGES.wrongDate);
};

const yearOf = (fault: Fault, raw: string | undefined): number | undefined => {
  if (!raw) return fault('year', MESSAGES.year);
  return /^(19|20|21)\d\d$/.test(raw) ? Number(raw) : fault('year', MESSAGES.wrongYear);
};

/** YYYY-MM, or a month's number together with a year. */
const monthOf = (fault: Fault, { month, year }: RawParameters): string | undefined => {
  if (!month) return undefined;
  const written = /^\d{1,2}$/.test(month) && year ? `${year}-${month.padStart(2, '0')}` : month;
  return isMonth(written) ? written : fault('month', MESSAGES.wrongMonth);
};

const weekdayOf = (fault: Fault, raw: string | undefined): Weekday | undefined => {
  if (!raw) return fault('day', MESSAGES.day);
  return WEEKDAYS.find((day) => raw === day || raw === WEEKDAY_NAMES[day]) ?? fault('day', MESSAGES.wrongDay);
};

const idOf = (fault: Fault, raw: string | undefined, missing: string): number | undefined => {
  if (!raw) return fault('id', missing);
  const id = /^\d{1,10}$/.test(raw) ? Number(raw) : 0;
  return id >= 1 && id <= MAX_ID ? id : fault('id', 'id is the number of a record.');
};

interface Span {
  readonly from: string;
  readonly to: string;
}

const datesOf = (fault: Fault, raw: RawParameters): Span | undefined => {
  const [from, to] = [dateOf(fault, 'dateFrom', raw.dateFrom), dateOf(fault, 'dateTo', raw.dateTo)];
  if (!raw.dateFrom) return fault('dateFrom', MESSAGES.dates);
  if (!raw.dateTo) return fault('dateTo', MESSAGES.dates);
  if (!from || !to) return undefined;
  return from <= to ? { from, to } : fault('dateFrom', MESSAGES.backwards);
};

const LONGEST_MONTHS = 12;

/** Whole months only, because part of a month would break the rounding of units (docs/rules/reports.md, rule 5). */
const monthsOf = (fault: Fault, { month, ...sent }: RawParameters): Span | undefined => {
  // A single month may be given as `month`.
  const raw = month && !sent.from && !sent.to ? { from: month, to: month } : sent;
  if (!raw.from || !raw.to) return fault(raw.from ? 'to' : 'from', MESSAGES.month);
  const border = (field: 'from' | 'to', written: string): string | undefined => {
    const day = isMonth(written) ? undefined : dateOf(fault, field, written);
    if (!isMonth(written) && !day) return undefined;
    const { from: first, through: last } = daysOfMonth(written.slice(0, 7));
    const whole = field === 'from' ? first : last;
    return !day || day === whole ? whole : fault(field, MESSAGES.wholeMonths);
  };
  const [from, to] = [border('from', raw.from), border('to', raw.to)];
  if (!from || !to) return undefined;
  if (from > to) return fault('from', MESSAGES.backwards);
  return monthsBetween(from, to).length <= LONGEST_MONTHS ? { from, to } : fault('from', MESSAGES.tooLong);
};

export const readParameters = (
  entry: ReportEntry,
  raw: RawParameters,
  today: Temporal.PlainDate,
): Result<ReportParameters> => {
  const faults: FieldError[] = [];
  const fault: Fault = (field, message) => {
    faults.push({ field, message });
    return undefined;
  };
  const asks = (...inputs: readonly ReportInput[]) => inputs.some((input) => entry.inputs.includes(input));
  const now = today.toString();
  const [group, chosen] =
    entry.folder === 'Reports' ? (['type', raw.type] as const) : (['private', raw.private] as const);
  const month = asks('month') ? monthOf(fault, raw) : undefined;
  if (asks('month') && !entry.monthNow && !raw.month) fault('month', MESSAGES.month);
  if (asks('status') && !raw.status) fault('status', MESSAGES.status);
  const status = asks('status') ? raw.status : undefined;
  const dates = asks('dates') ? datesOf(fault, raw) : undefined;
  const parameters: ReportParameters = {
    type: choice(fault, group, chosen, ['all', 'private', 'nonprivate']),
    quater: choice(fault, 'quater', asks('quater') ? raw.quater : undefined, QUARTERS),
    vac: asks('flu')
      ? choice(fault, 'vac', raw.vac, ['1', '0'])
      : choice(fault, 'vac', asks('vac') ? raw.vac : undefined, ['all', '1', '0', '2', '3', '4']),
    year: (asks('year', 'flu') ? yearOf(fault, raw.year) : undefined) ?? today.year,
    month: month ?? now.slice(0, 7),
    day: (asks('day') ? weekdayOf(fault, raw.day) : undefined) ?? 'Mon',
    date: (asks('date') ? dateOf(fault, 'date', raw.date) : undefined) ?? now,
    dateFrom: dates?.from ?? now,
    dateTo: dates?.to ?? now,
    ...((asks('months') ? monthsOf(fault, raw) : undefined) ?? { from: now, to: now }),
    id:
      (asks('client', 'provider')
        ? idOf(fault, raw.id, asks('client') ? MESSAGES.client : MESSAGES.provider)
        : undefined) ?? 0,
    status: choice(fault, 'status', status, ['Billed', ...CARD_STATUSES]),
    excgroup: choice(fault, 'excgroup', asks('status') ? raw.excgroup : undefined, ['all', '1', '0']),
    lastUpdatedDay:
      (asks('status') ? dateOf(fault, 'lastUpdatedDay', raw.lastUpdatedDay) : undefined) ?? null,
    view: choice(fault, 'view', asks('provider') ? raw.view : undefined, ['payroll', 'billing']),
  };
  return refuseAll(faults) ?? done(parameters);
};

/** The days that a report covers. */
export const periodOf = (entry: ReportEntry, parameters: ReportParameters): { from: string; to: string } => {
  const asks = (input: ReportInput) => entry.inputs.includes(input);
  if (asks('dates')) return { from: parameters.dateFrom, to: parameters.dateTo };
  if (asks('months')) return { from: parameters.from, to: parameters.to };
  if (asks('month')) {
    const { from, through } = daysOfMonth(parameters.month);
    return { from, to: through };
  }
  if (asks('quater')) return quarterDays(parameters);
  if (asks('year') || asks('flu'))
    return { from: `${parameters.year}-01-01`, to: `${parameters.year}-12-31` };
  return { from: parameters.date, to: parameters.date };
};

/** The days of a quarter, or of the whole year. */
export const quarterDays = ({ year, quater }: Pick<ReportParameters, 'year' | 'quater'>) => {
  if (quater === 'all') return { from: `${year}-01-01`, to: `${year}-12-31` };
  const two = (month: number) => String(month).padStart(2, '0');
  const first = (Number(quater) - 1) * 3 + 1;
  return { from: `${year}-${two(first)}-01`, to: daysOfMonth(`${year}-${two(first + 2)}`).through };
};

/** 'YYYY-MM' of all months from one day to the other, inclusive. */
export const monthsBetween = (from: string, to: string): string[] => {
  const first = Temporal.PlainYearMonth.from(from.slice(0, 7));
  const { months } = first.until(to.slice(0, 7), { largestUnit: 'months' });
  return Array.from({ length: months + 1 }, (_, n) => first.add({ months: n }).toString());
};

/** The parameters in words, in the order of the inputs. */
export const sayParameters = (
  { inputs, folder }: ReportEntry,
  parameters: ReportParameters,
): readonly (readonly [name: string, value: string])[] => {
  const { type, quater, vac, year, month, day, date, dateFrom, dateTo, from, to, id } = parameters;
  const shown: Record<ReportInput, readonly (readonly [string, string])[]> = {
    type: [['Group', REPORT_GROUPS[type]]],
    quater: [['Quarter', quater === 'all' ? 'All' : quater]],
    vac: [['Vaccination', VACCINATIONS[vac]]],
    flu: [
      ['Flu shot', vac === '0' ? FLU_SHOTS[0] : FLU_SHOTS[1]],
      ['Season', `10-01-${year} - 03-31-${year + 1}`],
    ],
    year: [['Year', String(year)]],
    month: [['Month', sayMonth(month)]],
    day: [['Day', WEEKDAY_NAMES[day]]],
    date: [['Date', showDate(date)]],
    dates: [
      ['From', showDate(dateFrom)],
      ['To', showDate(dateTo)],
    ],
    months: [
      [
        'Months',
        from.slice(0, 7) === to.slice(0, 7) ? sayMonth(from) : `${sayMonth(from)} - ${sayMonth(to)}`,
      ],
    ],
    client: [['Client', `ID ${id}`]],
    provider: [
      ['Provider', `ID ${id}`],
      ['View', PROVIDER_VIEWS[parameters.view]],
    ],
    status: [
      ['Status', parameters.status],
      ['Excluded', EXCLUDED[parameters.excgroup]],
      ...(parameters.lastUpdatedDay
        ? ([['Updated since', showDate(parameters.lastUpdatedDay)]] as const)
        : []),
    ],
  };
  const words = inputs.flatMap((input) => shown[input]);
  return folder === 'Billing_generator' && type !== 'all'
    ? [...words, ['Group', REPORT_GROUPS[type]]]
    : words;
};

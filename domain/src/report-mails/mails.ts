import type { FieldError } from '../errors.ts';
import { canMail } from '../messaging/rules.ts';
import type { ReportEntry, ReportInput } from '../reports/list.ts';
import type { RawParameters } from '../reports/parameters.ts';

/** Rules for the mails that remind somebody of reports every Monday (docs/rules/reports.md, rule 28). */

/** In the agency's time zone, before the office opens. */
const HOUR = 6;
const MONDAY = 1;

/** The latest Monday whose mails are due by now. */
export const mondayDue = (now: Temporal.ZonedDateTime): Temporal.PlainDate => {
  const day = now.toPlainDate();
  const monday = day.subtract({ days: (day.dayOfWeek + 7 - MONDAY) % 7 });
  const isTooEarly = day.equals(monday) && now.hour < HOUR;
  return isTooEarly ? monday.subtract({ days: 7 }) : monday;
};

/** The moment when the mails of a Monday are due. */
export const instantDue = (monday: Temporal.PlainDate, zone: string): Temporal.Instant =>
  monday.toZonedDateTime({ timeZone: zone, plainTime: { hour: HOUR } }).toInstant();

/** A flu season starts in this month and is named after its first year. */
const SEASON_MONTH = 10;
const QUARTER_MONTHS = 3;

interface Week {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/**
 * How each kind of period advances when a mail of a Monday opens a report. Everything is derived from the first day of the
 * week before: its month, so that the first mail after a month covers that whole month, and its quarter or flu season.
 */
const MOVED: Partial<Record<ReportInput, (week: Week) => RawParameters>> = {
  year: ({ from }) => ({ year: String(from.year) }),
  quater: ({ from }) => ({ year: String(from.year), quater: String(Math.ceil(from.month / QUARTER_MONTHS)) }),
  flu: ({ from }) => ({ year: String(from.month < SEASON_MONTH ? from.year - 1 : from.year) }),
  month: ({ from }) => ({ month: from.toPlainYearMonth().toString() }),
  months: ({ from }) => {
    const month = from.toPlainYearMonth().toString();
    return { from: month, to: month };
  },
  dates: ({ from, to }) => ({ dateFrom: from.toString(), dateTo: to.toString() }),
  date: ({ to }) => ({ date: to.toString() }),
};
/** Later entries are more precise and win if a report asks for several. */
const ORDER = ['year', 'quater', 'flu', 'month', 'months', 'dates', 'date'] as const;

/** Advances the chosen parameters to the week before a Monday. A whole year stays whole. */
export const movedTo = (
  { inputs }: Pick<ReportEntry, 'inputs'>,
  chosen: RawParameters,
  monday: Temporal.PlainDate,
): RawParameters => {
  const week = { from: monday.subtract({ days: 7 }), to: monday.subtract({ days: 1 }) };
  let moved = chosen;
  for (const input of ORDER)
    if (inputs.includes(input) && !(input === 'quater' && chosen.quater === 'all'))
      moved = { ...moved, ...MOVED[input]?.(week) };
  return moved;
};

/** Validates the address to which the mail goes. */
export const validateAddress = (address: string): FieldError[] =>
  canMail(address.trim()) ? [] : [{ field: 'address', message: 'Enter an e-mail address.' }];

/** Names the reports and links to them, but contains nothing from the reports. */
export const sayReportMail = (names: readonly string[], agency: string, link: string) => ({
  subject: names.length === 1 ? `Report ready: ${names[0]}` : `${names.length} reports ready`,
  text: [
    `Your weekly reports of ${agency}:`,
    ...names.map((name) => `– ${name}`),
    '',
    `Sign in to read them: ${link}`,
    'To stop this mail, open the same page and choose Stop.',
  ].join('\n'),
});

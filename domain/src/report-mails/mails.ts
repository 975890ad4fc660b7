import type { FieldError } from '../errors.ts';
import { canMail } from '../messaging/rules.ts';
import type { ReportEntry, ReportInput } from '../reports/list.ts';
import type { RawParameters } from '../reports/parameters.ts';

/** Reports of which somebody is notified every Monday that they are ready (docs/rules/reports.md, rule 28). */

/** By the agency's clock: before the office opens. */
const HOUR = 6;
const MONDAY = 1;

/** The last Monday on which mails were due by now. */
export const mondayDue = (now: Temporal.ZonedDateTime): Temporal.PlainDate => {
  const day = now.toPlainDate();
  const monday = day.subtract({ days: (day.dayOfWeek + 7 - MONDAY) % 7 });
  const isTooEarly = day.equals(monday) && now.hour < HOUR;
  return isTooEarly ? monday.subtract({ days: 7 }) : monday;
};

/** When the mails of a Monday are due. */
export const instantDue = (monday: Temporal.PlainDate, zone: string): Temporal.Instant =>
  monday.toZonedDateTime({ timeZone: zone, plainTime: { hour: HOUR } }).toInstant();

/** The first month of a season of flu shots, which is named by the year of it. */
const SEASON_MONTH = 10;
const QUARTER_MONTHS = 3;

interface Week {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

/**
 * What a period is, of a report that is opened from the mail of a Monday: the week before it; the month in which that week began,
 * so that what ends with a month is in the first mail after it; the quarter or season of that day.
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
/** The more exact ones count where a report asks for several. */
const ORDER = ['year', 'quater', 'flu', 'month', 'months', 'dates', 'date'] as const;

/** The parameters that somebody chose once, moved on to the week before a Monday; a whole year stays one. */
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

/** The field of the address. */
export const validateAddress = (address: string): FieldError[] =>
  canMail(address.trim()) ? [] : [{ field: 'address', message: 'Enter an e-mail address.' }];

/** What the mail says: the names of the reports and where they are, nothing of what is in them. */
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

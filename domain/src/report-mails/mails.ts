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

/** What a period is, of a report that is opened from the mail of a Monday: the week before it, or the month or year of that week. */
const MOVED: Partial<Record<ReportInput, (sunday: Temporal.PlainDate) => RawParameters>> = {
  year: (sunday) => ({ year: String(sunday.year) }),
  month: (sunday) => ({ month: sunday.toPlainYearMonth().toString() }),
  months: (sunday) => {
    const month = sunday.toPlainYearMonth().toString();
    return { from: month, to: month };
  },
  dates: (sunday) => ({ dateFrom: sunday.subtract({ days: 6 }).toString(), dateTo: sunday.toString() }),
  date: (sunday) => ({ date: sunday.toString() }),
};

/** The parameters that somebody chose once, moved on to the week before a Monday. */
export const movedTo = (
  { inputs }: Pick<ReportEntry, 'inputs'>,
  chosen: RawParameters,
  monday: Temporal.PlainDate,
): RawParameters => {
  const sunday = monday.subtract({ days: 1 });
  let moved = chosen;
  for (const input of inputs) moved = { ...moved, ...MOVED[input]?.(sunday) };
  return moved;
};

/** The field of the address. */
export const validateAddress = (address: string): FieldError[] =>
  canMail(address.trim()) ? [] : [{ field: 'address', message: 'Enter an e-mail address.' }];

/** What the mail says: the names of the reports and where they are, nothing of what is in them. */
export const sayReportMail = (names: readonly string[], agency: string, link: string) => ({
  subject: names.length === 1 ? `${names[0]} is ready` : `${names.length} reports are ready`,
  text: [
    `Your weekly reports of ${agency}:`,
    ...names.map((name) => `– ${name}`),
    '',
    `Sign in to read them: ${link}`,
    'To stop this mail, open the same page and choose Stop.',
  ].join('\n'),
});

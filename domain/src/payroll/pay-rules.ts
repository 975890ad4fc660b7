import { z } from 'zod';
import { WEEKDAYS } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { dateText } from '../wire.ts';

/** The dated rules for pay: overtime and base wage. Law is data with a source (docs/rules/payroll.md, rules 6 and 10). */

const minutes = z.int().nullable();

/** Limits are in minutes; null if the local law has none. A rule applies from the first workweek that begins on or after its day. */
export const OvertimeRule = z.strictObject({
  validFrom: dateText,
  /** The first day of the workweek. */
  weekStart: z.enum(WEEKDAYS),
  weekLimit: minutes,
  dayLimit: minutes,
  consecutiveLimit: minutes,
  /** Visits are consecutive if at most this many minutes are between them. */
  gap: z.int(),
  source: z.string(),
});
export type OvertimeRule = z.output<typeof OvertimeRule>;

/** The least straight pay per hour, in cents. City '' means the whole state. */
export const BaseWage = z.strictObject({
  validFrom: dateText,
  city: z.string(),
  cents: z.int(),
  source: z.string(),
});
export type BaseWage = z.output<typeof BaseWage>;

export const PERIOD_LENGTHS = ['halves', 'week', 'twoWeeks'] as const;

/** The length of pay periods from a day on, which begins the first of them (docs/rules/payroll.md, rule 26). */
export const PayPeriodRule = z.strictObject({ validFrom: dateText, length: z.enum(PERIOD_LENGTHS) });
export type PayPeriodRule = z.output<typeof PayPeriodRule>;

export const PayRules = z.strictObject({
  overtime: z.array(OvertimeRule),
  wages: z.array(BaseWage),
  /** If empty, pay periods are halves of the month. */
  periods: z.array(PayPeriodRule).default([]),
});
export type PayRules = z.output<typeof PayRules>;

const MAX_ROWS = 100;
const MAX_SOURCE = 300;
const MAX_CITY = 80;
const EARLIEST = '2000-01-01';
const LATEST = '2100-01-01';

export const sameCity = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export const tidyPayRules = ({ overtime, wages, periods }: PayRules): PayRules => ({
  periods: periods.toSorted((a, b) => (a.validFrom > b.validFrom ? -1 : 1)),
  overtime: overtime
    .map((rule) => ({ ...rule, source: rule.source.trim() }))
    .toSorted((a, b) => (a.validFrom > b.validFrom ? -1 : 1)),
  wages: wages
    .map((wage) => ({ ...wage, city: wage.city.trim(), source: wage.source.trim() }))
    .toSorted(
      (a, b) =>
        (a.city.toLowerCase() < b.city.toLowerCase()
          ? -1
          : a.city.toLowerCase() > b.city.toLowerCase()
            ? 1
            : 0) || (a.validFrom > b.validFrom ? -1 : 1),
    ),
});

const dayFault = (day: string) =>
  day < EARLIEST || day > LATEST ? 'Enter a day between 01-01-2000 and 01-01-2100.' : undefined;
const sourceFault = (source: string) => {
  if (source === '') return 'Enter its source, such as a law or an order.';
  return source.length > MAX_SOURCE ? `At most ${MAX_SOURCE} characters.` : undefined;
};
const limitFault = (limit: number | null, most: number, per: string) =>
  limit === null || (limit > 0 && limit <= most)
    ? undefined
    : `More than 0 and at most ${most / 60} hours ${per}, or empty for none.`;
const isTwice = <T>(list: readonly T[], at: number, same: (a: T, b: T) => boolean) => {
  const one = list[at];
  return one !== undefined && list.slice(0, at).some((other) => same(other, one));
};

const faults = (list: readonly (readonly [string, string | undefined])[]): FieldError[] =>
  list.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));

/** Checks tidied rules. At least one overtime rule is required, because the oldest applies to all days before it. */
export const checkPayRules = ({ overtime, wages, periods }: PayRules): FieldError[] => {
  if (overtime.length === 0)
    return [{ field: 'overtime', message: 'There is always at least one overtime rule.' }];
  if ([overtime, wages, periods].some(({ length }) => length > MAX_ROWS))
    return [{ field: 'overtime', message: `At most ${MAX_ROWS} entries.` }];
  return [
    ...overtime.flatMap((rule, at) =>
      faults([
        [
          `overtime.${at}.validFrom`,
          dayFault(rule.validFrom) ??
            (isTwice(overtime, at, (a, b) => a.validFrom === b.validFrom)
              ? 'A rule already starts on that day.'
              : undefined),
        ],
        [`overtime.${at}.weekLimit`, limitFault(rule.weekLimit, 168 * 60, 'a week')],
        [`overtime.${at}.dayLimit`, limitFault(rule.dayLimit, 24 * 60, 'a day')],
        [`overtime.${at}.consecutiveLimit`, limitFault(rule.consecutiveLimit, 72 * 60, 'in a row')],
        [`overtime.${at}.gap`, rule.gap >= 0 && rule.gap <= 240 ? undefined : 'Between 0 and 240 minutes.'],
        [`overtime.${at}.source`, sourceFault(rule.source)],
      ]),
    ),
    ...wages.flatMap((wage, at) =>
      faults([
        [
          `wages.${at}.validFrom`,
          dayFault(wage.validFrom) ??
            (isTwice(wages, at, (a, b) => a.validFrom === b.validFrom && sameCity(a.city, b.city))
              ? 'A base wage of this place already starts on that day.'
              : undefined),
        ],
        [`wages.${at}.city`, wage.city.length > MAX_CITY ? `At most ${MAX_CITY} characters.` : undefined],
        [
          `wages.${at}.cents`,
          wage.cents > 0 && wage.cents <= 99_999 ? undefined : 'Between $0.01 and $999.99 an hour.',
        ],
        [`wages.${at}.source`, sourceFault(wage.source)],
      ]),
    ),
    ...periods.flatMap(({ validFrom }, at) =>
      faults([
        [
          `periods.${at}.validFrom`,
          dayFault(validFrom) ??
            (isTwice(periods, at, (a, b) => a.validFrom === b.validFrom)
              ? 'Pay periods already change on that day.'
              : undefined),
        ],
      ]),
    ),
  ];
};

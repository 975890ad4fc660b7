import { halfName } from '../timesheets/rules.ts';
import { type SheetFault, sheetFaults } from './rules.ts';
import type { CardScan } from './schema.ts';

/** Timesheets that caregivers still owe, and which of them they were reminded of (docs/rules/month-close.md, rule 18). */

/** What a caregiver owes for one half of a plan's month. */
export interface OwedSheet {
  readonly providerId: number;
  readonly planId: number;
  readonly fault: SheetFault;
}

export const owedSheets = (
  of: { readonly providerId: number; readonly planId: number },
  period: { readonly startPeriod: string | null; readonly endPeriod: string | null },
  scans: readonly CardScan[],
): OwedSheet[] =>
  sheetFaults(period, scans).map((fault) => ({ providerId: of.providerId, planId: of.planId, fault }));

/** The state is part of the key, so a sheet that came without a signature is owed anew: the earlier reminder was about a missing sheet. */
export const owedKey = ({ planId, fault: { period, state } }: OwedSheet): string =>
  `${planId}.${period}.${state}`;

const SAID = {
  noScan: 'we have no timesheet',
  someSheets: 'a sheet of the timesheet is missing',
  noSignature: 'the timesheet has no signature',
} as const satisfies Readonly<Record<SheetFault['state'], string>>;

/** Names no client, because anybody may read a text message. The number of the plan is printed on its timesheets. */
export const sayOwed = (month: string, sheets: readonly OwedSheet[]): string => {
  const at = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const name = at.toLocaleString('en-US', { month: 'long', year: 'numeric' });
  return sheets
    .map(
      ({ planId, fault: { period, state } }) =>
        `Care plan ${planId}, ${halfName(period)} of ${name}: ${SAID[state]}.`,
    )
    .join('\n');
};

/** A reminder that was sent: to whom and about what. */
export interface SentReminder {
  readonly id: number;
  readonly at: string;
  readonly keys: ReadonlySet<string>;
}

export interface Owing {
  readonly id: number;
  /** What the caregiver has not been reminded of yet. */
  readonly newly: readonly OwedSheet[];
  /** The last reminder about something still owed; null if there was none. */
  readonly at: string | null;
}

/** Each caregiver who owes something, in the order of the owed sheets. */
export const owingOf = (owed: readonly OwedSheet[], sent: readonly SentReminder[]): Owing[] =>
  [...Map.groupBy(owed, ({ providerId }) => providerId)].map(([id, sheets]) => {
    const keys = new Set(sheets.map(owedKey));
    const own = sent.filter((one) => one.id === id && [...one.keys].some((key) => keys.has(key)));
    const known = new Set(own.flatMap((one) => [...one.keys]));
    return {
      id,
      newly: sheets.filter((sheet) => !known.has(owedKey(sheet))),
      at: own.reduce<string | null>((last, one) => (last !== null && last > one.at ? last : one.at), null),
    };
  });

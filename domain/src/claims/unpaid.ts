import { mondayOf } from '../calendar.ts';
import { EVERY_PAYER } from '../payers/payer-key.ts';
import { tenthsOf } from '../share.ts';
import { sum } from '../sum.ts';
import { expectedOf } from './expected.ts';
import type { Denial } from './schema.ts';

/** What is still to be paid: how old it is, until when it can be claimed, and how long payments take (docs/rules/claims.md, rule 33). */

/** Days since the last day of service: 0-30, 31-60, 61-90, 91-120, more. */
export const AGES = ['0–30', '31–60', '61–90', '91–120', '120+'] as const;
const ENDS = [30, 60, 90, 120] as const;

export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;

export const ageOf = (day: string, today: string): number => {
  const age = daysBetween(day, today);
  const at = ENDS.findIndex((end) => age <= end);
  return at < 0 ? ENDS.length : at;
};

export interface OpenItem {
  /** The payer's key from `payerKey`. */
  readonly payer: string;
  /** The last day of service. */
  readonly through: string;
  readonly open: number;
}

export interface Ageing {
  readonly payer: string;
  readonly buckets: number[];
  readonly total: number;
}

/** The items behind a number in the ageing table: largest first, and of equal ones the oldest first. */
export const itemsOfAge = <Item extends OpenItem>(
  items: readonly Item[],
  of: { readonly payer: string; readonly age?: number | undefined },
  today: string,
): Item[] =>
  items
    .filter(({ payer }) => of.payer === EVERY_PAYER || payer === of.payer)
    .filter(({ through }) => of.age === undefined || ageOf(through, today) === of.age)
    .toSorted((a, b) => b.open - a.open || (a.through < b.through ? -1 : 1));

/** By payer. The buckets add up to the total. */
export const ageing = (items: readonly OpenItem[], today: string): Ageing[] =>
  [...Map.groupBy(items, ({ payer }) => payer)]
    .map(([payer, own]) => ({
      payer,
      buckets: AGES.map((_, age) =>
        sum(own.flatMap(({ through, open }) => (ageOf(through, today) === age ? [open] : []))),
      ),
      total: sum(own.map(({ open }) => open)),
    }))
    .toSorted((a, b) => b.total - a.total);

export interface Deadline {
  readonly open: number;
  /** The last day on which the payer accepts it; null if unknown. */
  readonly by: string | null;
}

/** An item without a known deadline is ranked as if it had this many days. */
export const YEAR = 365;

/** Cents per day left, so that much money with little time comes first. Missed deadlines come last, largest amount first. */
export const urgencyOf = (cents: number, daysLeft: number | null): number =>
  daysLeft !== null && daysLeft < 0 ? -1 / (cents + 1) : cents / ((daysLeft ?? YEAR) + 1);

export const rankByDeadline = <Item extends Deadline>(
  items: readonly Item[],
  today: string,
): (Item & { readonly daysLeft: number | null })[] => {
  const ranked = items.map((item) => ({
    ...item,
    daysLeft: item.by === null ? null : daysBetween(today, item.by),
  }));
  return ranked.toSorted((a, b) => urgencyOf(b.open, b.daysLeft) - urgencyOf(a.open, a.daysLeft));
};

/** Lines that were paid less than expected: units at the dated rate they were billed with, less what insurers paid. */
export const underpaidLines = (denials: readonly Denial[]) =>
  denials.flatMap(({ id, clientId, client, lines }) =>
    lines.flatMap(({ day, code, units, paid, reason, ...asked }) =>
      paid > 0 && paid < expectedOf(asked)
        ? [{ claim: id, clientId, client, day, code, units, expected: expectedOf(asked), paid, reason }]
        : [],
    ),
  );

export interface ClaimDays {
  readonly services: readonly string[];
  readonly sent: string;
  /** The day of the first payment; null if there is none yet. */
  readonly paid: string | null;
}

/** The days over which decisions are counted for the denial rate. */
export const RATE_DAYS = 28;

export interface FirstDecision {
  readonly day: string;
  /** Nothing was paid. */
  readonly isDenied: boolean;
}

/** Whether a day is within those days, the last of which is `through`. */
const isCounted = (day: string, through: string): boolean => {
  const age = daysBetween(day, through);
  return age >= 0 && age < RATE_DAYS;
};

/** How many of the claims first decided on in the four weeks through a day were denied entirely. */
export const deniedShare = (decisions: readonly FirstDecision[], day: string) => {
  const own = decisions.filter((one) => isCounted(one.day, day));
  return { part: own.filter(({ isDenied }) => isDenied).length, whole: own.length };
};

/** The same as a percentage, rounded down like the weekly figure; null if none was decided on. */
export const denialRate = (decisions: readonly FirstDecision[], day: string): number | null => {
  const { part, whole } = deniedShare(decisions, day);
  const tenths = tenthsOf(part, whole);
  return tenths === null ? null : tenths / 10;
};

const weekOf = (day: string) => mondayOf(Temporal.PlainDate.from(day)).toString();
const mean = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round((sum(values) / values.length) * 10) / 10;

/** Mean days from service to claim for some claims; null if there are none. */
const meanToClaim = (claims: readonly Pick<ClaimDays, 'services' | 'sent'>[]) =>
  mean(claims.flatMap((claim) => claim.services.map((day) => daysBetween(day, claim.sent))));

/** The same for the claims sent in the four weeks through a day. */
export const daysToClaim = (claims: readonly Pick<ClaimDays, 'services' | 'sent'>[], day: string) =>
  meanToClaim(claims.filter(({ sent }) => isCounted(sent, day)));

export interface WeekDays {
  /** The Monday of the week. */
  readonly week: string;
  /** Mean days from service to claim, for claims of the week; null if there are none. */
  readonly toClaim: number | null;
  /** Mean days from claim to first payment, for payments of the week. */
  readonly toPayment: number | null;
}

/** The last weeks, oldest first. */
export const weeklyDays = (claims: readonly ClaimDays[], today: string, weeks = 12): WeekDays[] => {
  const last = Temporal.PlainDate.from(weekOf(today));
  return Array.from({ length: weeks }, (_, n) => {
    const week = last.subtract({ weeks: weeks - 1 - n }).toString();
    const sent = claims.filter((claim) => weekOf(claim.sent) === week);
    const paid = claims.flatMap((claim) =>
      claim.paid !== null && weekOf(claim.paid) === week ? [daysBetween(claim.sent, claim.paid)] : [],
    );
    return {
      week,
      toClaim: meanToClaim(sent),
      toPayment: mean(paid),
    };
  });
};

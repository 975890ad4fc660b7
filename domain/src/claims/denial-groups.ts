import { showDate } from '../calendar.ts';
import { showAmount } from '../money.ts';
import { sum } from '../sum.ts';
import type { DayLine } from './day-lines.ts';
import { expectedOf } from './expected.ts';
import { openOf } from './list-words.ts';
import { type ClaimTerms, type FixKind, resendBy, resendFrequency, validOn } from './payer-terms.ts';
import { REASONS, reasonCode } from './reason-words.ts';
import { NOT_DECIDED, VOID_INSTEAD } from './rules.ts';
import type { Denial, DenialGroup, DenialReason, DenialRow } from './schema.ts';
import type { SentClaim } from './sent-claim.ts';

/** Groups denials by reason, and shows what sending a claim again would change (docs/rules/claims.md, rules 28 and 29). */

type Change = DenialRow['changes'][number];

const listed = (values: readonly (string | null)[]): string =>
  [...new Set(values.map((value) => value || 'none'))].sort().join(', ');

type Line = Pick<DayLine, 'day' | 'modifiers' | 'units' | 'charge'> & {
  readonly procedureCode: string | null;
};

/** Each difference between the claim as it would be sent now and as it was sent. */
export const changesOf = (
  sent: Pick<SentClaim, 'par' | 'place' | 'lines'>,
  now: readonly DayLine[],
): Change[] => {
  const modifiers = (lines: readonly Line[]) => listed(lines.map((line) => line.modifiers.join(' ')));
  const codes = (lines: readonly Line[]) => listed(lines.map(({ procedureCode }) => procedureCode));
  const days = (lines: readonly Line[]) => new Set(lines.map(({ day }) => day)).size;
  const units = (lines: readonly Line[]) => sum(lines.map((line) => line.units));
  const charge = (lines: readonly Line[]) => sum(lines.map((line) => line.charge));
  const rows: readonly Change[] = [
    { field: 'PAR', from: listed([sent.par]), to: listed(now.map(({ par }) => par)) },
    { field: 'Code', from: codes(sent.lines), to: codes(now) },
    { field: 'Modifier', from: modifiers(sent.lines), to: modifiers(now) },
    { field: 'Days', from: String(days(sent.lines)), to: String(days(now)) },
    { field: 'Units', from: String(units(sent.lines)), to: String(units(now)) },
    { field: 'Amount', from: showAmount(charge(sent.lines)), to: showAmount(charge(now)) },
    { field: 'Place', from: sent.place, to: listed(now.map(({ place }) => place)) },
  ];
  return rows.filter(({ from, to }) => from !== to);
};

/** What sending one claim again would look like. */
export interface Redraft {
  readonly sent: SentClaim;
  readonly lines: readonly DayLine[];
  /** Data that is missing, in sentences. */
  readonly missing: readonly string[];
  /** The first unpaid day without proof and why; null if all are proven. */
  readonly unproven: { readonly day: string; readonly reason: string } | null;
}

/** Stands for the code if the payer named none. */
export const NO_REASON = 'none';

const OTHERS = {
  Refused: {
    title: 'Rejected before a decision',
    cause: 'The payer rejected these claims when it read the file.',
    advice: 'The next upload sends them again',
  },
  Problem: {
    title: 'Payment does not fit the claim',
    cause: 'What the payer says of these claims does not fit what was sent.',
    advice: 'Compare with the payer, then send a corrected claim',
  },
  Overpaid: {
    title: 'Paid for a deleted record',
    cause: 'A billing record of these claims was deleted after it was paid.',
    advice: 'Send a corrected claim, or void it',
  },
  none: {
    title: 'No reason given',
    cause: 'The payer paid less and named no reason.',
    advice: 'Ask the payer',
  },
} as const;

/** The reason that a claim is listed under: of its unpaid lines, the one with the largest open amount. */
export const codeOf = ({ state, lines, reason }: Denial): string => {
  if (state === 'Refused' || state === 'Problem' || state === 'Overpaid') return state;
  const amounts = new Map<string, number>();
  for (const { paid, reason: why, ...asked } of lines) {
    const code = reasonCode(why) ?? NO_REASON;
    amounts.set(code, (amounts.get(code) ?? 0) + expectedOf(asked) - paid);
  }
  const [greatest] = [...amounts].toSorted(([, a], [, b]) => b - a);
  return greatest?.[0] ?? reasonCode(reason) ?? NO_REASON;
};

/** What a reason means, by the payer's wording in force today. */
export const denialWords = (code: string, reasons: readonly DenialReason[], today: string) => {
  const known = validOn(
    reasons.filter((reason) => reason.code === code),
    today,
  );
  if (known) return { ...known };
  if (code === 'Refused' || code === 'Problem' || code === 'Overpaid' || code === NO_REASON)
    return { ...OTHERS[code], mend: 'other' as const };
  return {
    title: REASONS[code]?.replace(/\.$/, '') ?? `Reason ${code}`,
    cause: `The payer gave reason ${code}: ${REASONS[code] ?? "see the payer's list."}`,
    advice: 'Correct the billing record, then send the claim again',
    mend: 'other' as const,
  };
};

export const NOTHING_CHANGED = 'Nothing on this claim has changed since it was sent.';
export const NO_USE = 'Sending it again will not help.';
const tooLate = (by: string) => `The payer took it until ${showDate(by)}: ask the payer for a waiver.`;

interface Setting {
  readonly reasons: readonly DenialReason[];
  readonly terms: ClaimTerms;
  readonly today: string;
  /** Data of the agency that is missing for any file. */
  readonly agency: readonly string[];
}

type Outcome = Pick<DenialRow, 'changes' | 'why' | 'isBlocked'>;

const blocked = (why: string): Outcome => ({ changes: [], why, isBlocked: true });

const outcomeOf = (denial: Denial, fix: FixKind, redraft: Redraft | undefined, setting: Setting): Outcome => {
  if (denial.fixed !== null) return blocked(denial.fixed);
  if (!redraft) return blocked(NOT_DECIDED);
  const [agency] = setting.agency;
  if (agency !== undefined) return blocked(agency);
  if (redraft.missing.length > 0) return blocked(redraft.missing.join(' '));
  if (redraft.lines.length === 0) return blocked(VOID_INSTEAD(denial.id));
  const own = changesOf(redraft.sent, redraft.lines);
  const isProven = fix === 'visit' && redraft.unproven === null;
  const changes = isProven ? [{ field: 'Visit', from: 'not accepted', to: 'accepted' }, ...own] : own;
  const { unproven } = redraft;
  if (fix === 'final') return { changes, why: NO_USE, isBlocked: false };
  const why =
    fix === 'visit' && unproven
      ? `${showDate(unproven.day)}: ${unproven.reason}`
      : changes.length === 0
        ? NOTHING_CHANGED
        : null;
  return { changes, why, isBlocked: false };
};

const rowOf = (denial: Denial, fix: FixKind, redraft: Redraft | undefined, setting: Setting): DenialRow => {
  const { id, clientId, client, state, month, lines } = denial;
  const days = lines.length > 0 ? lines.map(({ day }) => day).toSorted() : [denial.from, denial.through];
  const from = days[0] ?? denial.from;
  const by = resendBy(setting.terms, { day: from, decided: denial.decided ?? from });
  const { changes, why, isBlocked } = outcomeOf(denial, fix, redraft, setting);
  const isLate = by !== null && by < setting.today;
  return {
    id,
    clientId,
    client,
    state,
    month,
    from,
    through: days.at(-1) ?? from,
    code: [...new Set(lines.map((line) => line.code))].sort().join(', '),
    units: sum(lines.map((line) => line.units)),
    open: openOf(denial),
    changes,
    frequency: resendFrequency(setting.terms, setting.today, { isDeniedWhole: denial.paid === 0 }),
    by,
    why: isBlocked || !isLate || by === null ? why : tooLate(by),
    isBlocked,
  };
};

/** Groups by reason, largest amount first, as are the claims in each. All groups add up to everything open. */
export const denialGroups = (
  denials: readonly Denial[],
  redrafts: ReadonlyMap<string, Redraft>,
  setting: Setting,
): DenialGroup[] =>
  [...Map.groupBy(denials, codeOf)]
    .map(([code, own]) => {
      const { title, cause, advice, mend } = denialWords(code, setting.reasons, setting.today);
      const rows = own
        .map((denial) => rowOf(denial, mend, redrafts.get(denial.id), setting))
        .toSorted((a, b) => b.open - a.open);
      return { code, title, cause, advice, open: sum(rows.map(({ open }) => open)), rows };
    })
    .toSorted((a, b) => b.open - a.open);

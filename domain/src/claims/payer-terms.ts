import { addDays } from '../calendar.ts';
import type { FilingLimit } from '../states/pack.ts';
import { lastFilingDay } from '../states/rules.ts';

/** What the payer asks and what its reasons mean: dated data with a source, never code (docs/rules/claims.md, rule 27). */

export interface PayerTerms {
  readonly validFrom: string;
  /** Days from the day of service in which the payer must have a claim. */
  readonly filingDays: number;
  /** Days after a denial in which it may still be sent again, when the limit above has passed. */
  readonly resubmitDays: number;
  /** A claim that was denied whole goes again as a new one (1), or in place of the denied one (7). */
  readonly resendDenied: '1' | '7';
  readonly source: string;
}

/** What is looked at to see whether a denial is fixed. */
export const FIX_KINDS = ['program', 'par', 'units', 'visit', 'member', 'final', 'other'] as const;
export type FixKind = (typeof FIX_KINDS)[number];

/** Of dated rows the one that is valid on a day. */
export const validOn = <Row extends { readonly validFrom: string }>(
  rows: readonly Row[],
  day: string,
): Row | undefined =>
  rows.reduce<Row | undefined>(
    (found, row) => (row.validFrom <= day && (!found || row.validFrom > found.validFrom) ? row : found),
    undefined,
  );

/** By when claims must be filed: terms that the agency keeps, else the rule of its state. */
export type FilingTerms = { readonly validFrom: string } & (
  | Pick<PayerTerms, 'filingDays'>
  | { readonly filing: FilingLimit }
);

/** The last day on which the payer takes a claim for a day of service. */
export const fileBy = (terms: readonly FilingTerms[], day: string): string | null => {
  const term = validOn(terms, day);
  if (!term) return null;
  return lastFilingDay('filing' in term ? term.filing : { days: term.filingDays }, day);
};

/**
 * How a claim goes again: in place of the one that was sent (7), or as a new one (1) where it was denied whole and the payer's
 * terms of the day say so (docs/rules/claims.md, rule 27).
 */
export const resendFrequency = (
  terms: readonly PayerTerms[],
  today: string,
  { isDeniedWhole }: { readonly isDeniedWhole: boolean },
): '1' | '7' => (isDeniedWhole ? (validOn(terms, today)?.resendDenied ?? '7') : '7');

/** The last day on which a denied claim may be sent again; `decided` is the day of its last answer. */
export const resendBy = (
  terms: readonly PayerTerms[],
  { day, decided }: { readonly day: string; readonly decided: string },
): string | null => {
  const by = fileBy(terms, day);
  const term = validOn(terms, decided);
  if (by === null || !term) return by;
  const again = addDays(decided, term.resubmitDays);
  return again > by ? again : by;
};

import type { FieldError } from '../errors.ts';
import { sum } from '../sum.ts';

/**
 * Whether a client may be billed for what a payer does not pay (docs/rules/claims.md, rule 35). Medicaid's payment is payment in
 * full (42 CFR 447.15): its members owe a share of cost alone, or a service that Medicaid does not cover when they agreed to pay
 * for it beforehand.
 */

export interface UnpaidLine {
  readonly day: string;
  /** Code of the payer's reason; null: none was given. */
  readonly reason: string | null;
  /** Cents that are still to be paid. */
  readonly open: number;
}

export interface BillClient {
  /** The client has Medicaid on these days, no matter who pays first. */
  readonly hasMedicaid: boolean;
  readonly basis: 'shareOfCost' | 'notCovered';
  /** Day on which the client signed the agreement; null: there is none. */
  readonly agreed: string | null;
  readonly lines: readonly UnpaidLine[];
}

/** The member's own part of the cost. */
const SHARE_CODES: ReadonlySet<string> = new Set(['1', '2', '3', '142', '178']);
export const isShareOfCost = (code: string | null): boolean => code !== null && SHARE_CODES.has(code);
/** Not a benefit of the member. */
const NOT_COVERED_CODES: ReadonlySet<string> = new Set(['96', '204']);

export const NO_SHARE =
  'The payer named no share of cost on this claim: a Medicaid member is not billed for it (42 CFR 447.15).';
export const COVERED =
  'Medicaid covers this service: its member is not billed for it, also when a claim was denied (42 CFR 447.15).';
export const NO_AGREEMENT = 'Enter the day on which the client signed the agreement to pay for this service.';
export const LATE_AGREEMENT =
  'The client must sign before the service is given: the agreement is later than its first day.';

/** What may be billed to the client, in cents, or why nothing may. */
export const billableToClient = ({
  hasMedicaid,
  basis,
  agreed,
  lines,
}: BillClient): { readonly cents: number; readonly fault: FieldError | null } => {
  const of = (codes: ReadonlySet<string>) =>
    lines.filter(({ reason }) => reason !== null && codes.has(reason));
  const open = (some: readonly UnpaidLine[]) => sum(some.map((line) => line.open));
  const no = (field: string, message: string) => ({ cents: 0, fault: { field, message } });
  if (!hasMedicaid) return { cents: open(lines), fault: null };
  if (basis === 'shareOfCost') {
    const cents = open(of(SHARE_CODES));
    return cents > 0 ? { cents, fault: null } : no('reason', NO_SHARE);
  }
  const own = of(NOT_COVERED_CODES);
  if (open(own) === 0) return no('reason', COVERED);
  if (agreed === null) return no('agreed', NO_AGREEMENT);
  const first = own.map(({ day }) => day).sort()[0] ?? agreed;
  return agreed <= first ? { cents: open(own), fault: null } : no('agreed', LATE_AGREEMENT);
};

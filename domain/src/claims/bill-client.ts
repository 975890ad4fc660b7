import type { FieldError } from '../errors.ts';
import { sum } from '../sum.ts';
import type { LineAdjustment } from './posting.ts';

/**
 * Whether a client may be billed for what a payer does not pay (docs/rules/claims.md, rule 35). Medicaid's payment is
 * payment in full (42 CFR 447.15). Its members owe only a share of cost, or a service that Medicaid does not cover if they
 * agreed beforehand to pay for it. The payer states both as patient responsibility (PR); contractual cuts (CO), even on the
 * same line, are the agency's loss.
 */

export interface UnpaidLine {
  readonly day: string;
  /** Cents still to be paid. */
  readonly open: number;
  /** The payer's adjustments with their amounts; null if its answer was stored without them. */
  readonly adjustments: readonly LineAdjustment[] | null;
}

export interface BillClient {
  /** The client has Medicaid on these days, whoever pays first. */
  readonly hasMedicaid: boolean;
  readonly basis: 'shareOfCost' | 'notCovered';
  /** When the client signed the agreement; null if there is none. */
  readonly agreed: string | null;
  readonly lines: readonly UnpaidLine[];
}

const PATIENT = 'PR';
/** Adjustment reasons for the member's own part of the cost. */
const SHARE_CODES: ReadonlySet<string> = new Set(['1', '2', '3', '142', '178']);
export const isShareOfCost = (code: string | null): boolean => code !== null && SHARE_CODES.has(code);
/** Adjustment reasons for services that the member's plan does not cover. */
const NOT_COVERED_CODES: ReadonlySet<string> = new Set(['96', '204']);

export const NO_SHARE =
  'The payer named no share of cost on this claim: a Medicaid member is not billed for it (42 CFR 447.15).';
export const COVERED =
  'Medicaid covers this service: its member is not billed for it, also when a claim was denied (42 CFR 447.15).';
export const NO_AGREEMENT = 'Enter the day on which the client signed the agreement to pay for this service.';
export const LATE_AGREEMENT =
  'The client must sign before the service is given: the agreement is later than its first day.';
export const NO_AMOUNTS =
  'The payer’s answer to this claim is kept without the amounts of its reasons: nobody can say how much of it is the client’s. Write it off, or send the claim again.';

/** Cents of a line that the payer assigned to the patient, but no more than are open. */
const namedOf = ({ open, adjustments }: UnpaidLine, codes: ReadonlySet<string>): number => {
  const named = (adjustments ?? []).filter(({ group, reason }) => group === PATIENT && codes.has(reason));
  return Math.max(0, Math.min(open, sum(named.map(({ amount }) => amount))));
};

/** Cents of a line that the payer named as the client's share of cost. */
export const shareOfLine = (line: UnpaidLine): number => namedOf(line, SHARE_CODES);

const codesOf = (basis: BillClient['basis']) => (basis === 'shareOfCost' ? SHARE_CODES : NOT_COVERED_CODES);

/** A line of a claim for which the client was billed. */
export interface BilledLine extends UnpaidLine {
  readonly paid: number;
}

/** Nothing was paid for the line and all of it was billed to the client, so Medicaid is not asked for it again. */
export const isClientsAlone = (basis: BillClient['basis'], line: BilledLine): boolean =>
  line.paid === 0 && line.open > 0 && namedOf(line, codesOf(basis)) === line.open;

/** The cents that may be billed to the client, or why none may. */
export const billableToClient = ({
  hasMedicaid,
  basis,
  agreed,
  lines,
}: BillClient): { readonly cents: number; readonly fault: FieldError | null } => {
  const no = (field: string, message: string) => ({ cents: 0, fault: { field, message } });
  if (!hasMedicaid) return { cents: sum(lines.map(({ open }) => open)), fault: null };
  if (lines.some(({ adjustments }) => adjustments === null)) return no('reason', NO_AMOUNTS);
  const own = lines
    .map((line) => ({ day: line.day, cents: namedOf(line, codesOf(basis)) }))
    .filter(({ cents }) => cents > 0);
  const cents = sum(own.map((line) => line.cents));
  if (basis === 'shareOfCost') return cents > 0 ? { cents, fault: null } : no('reason', NO_SHARE);
  if (cents === 0) return no('reason', COVERED);
  if (agreed === null) return no('agreed', NO_AGREEMENT);
  const first = own.map(({ day }) => day).sort()[0] ?? agreed;
  return agreed <= first ? { cents, fault: null } : no('agreed', LATE_AGREEMENT);
};

import type { FieldError } from '../errors.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import { type ClaimPayment, type LinePayment, REVERSAL, type Remittance } from './835.ts';
import { checkRemittances, differenceOfLine, differenceOfPayment } from './835-balance.ts';
import { BY_HAND } from './by-hand.ts';
import type { ManualPayment, OpenClaim } from './schema.ts';
import { sumOfAdjustments } from './x12/adjustments.ts';

/** A payment that a person enters from paper or a portal. It is checked and posted exactly like a remittance (835). */

type ManualClaim = ManualPayment['claims'][number];

const NO_PROCEDURE = { qualifier: '', code: '', modifiers: [] };

const linesOf = (entered: ManualClaim, claim: OpenClaim): LinePayment[] => {
  const sign = entered.takesBack ? -1 : 1;
  return claim.lines.map(({ control, day, charge }) => {
    const line = entered.lines.find((one) => one.control === control);
    return {
      at: 0,
      procedure: NO_PROCEDURE,
      charge: sign * charge,
      paid: line?.paid ?? 0,
      units: null,
      from: day,
      through: day,
      control,
      adjustments: (line?.adjustments ?? []).map((one) => ({ ...one, quantity: null })),
      remarks: [],
    };
  });
};

const claimOf = (entered: ManualClaim, claim: OpenClaim): ClaimPayment => {
  const lines = linesOf(entered, claim);
  return {
    at: 0,
    id: claim.id,
    status: entered.takesBack ? REVERSAL : '1',
    charge: sum(lines.map(({ charge }) => charge)),
    paid: sum(lines.map(({ paid }) => paid)),
    patientShare: 0,
    icn: entered.icn,
    frequency: null,
    patient: null,
    memberId: null,
    adjustments: [],
    remarks: [],
    lines,
    unreadable: [],
  };
};

export const manualRemittance = (
  { number, date, method, paid, claims, adjustments }: ManualPayment,
  known: ReadonlyMap<string, OpenClaim>,
): Remittance => ({
  control: '',
  at: 0,
  paid,
  method,
  date,
  trace: number,
  payer: { name: null, id: BY_HAND },
  payee: { name: null, id: null },
  claims: claims.flatMap((entered) => {
    const claim = known.get(entered.id);
    return claim ? [claimOf(entered, claim)] : [];
  }),
  adjustments: adjustments.map((one) => ({ ...one, at: 0, reference: one.reference || null })),
  unreadable: [],
});

const lineFault = (line: LinePayment): string =>
  `${showMoney(line.charge)} billed less ${showMoney(sumOfAdjustments(line.adjustments))} of adjustments is not the ${showMoney(line.paid)} paid. Change the amount or give a reason for the difference.`;

/** The part of the payment that its claims and adjustments do not account for yet. */
export const unassignedCents = (payment: ManualPayment, known: ReadonlyMap<string, OpenClaim>): number =>
  differenceOfPayment(manualRemittance(payment, known));

/** Why a payment cannot be posted yet. The screen shows it, and the server enforces it. */
export const checkManualPayment = (
  payment: ManualPayment,
  known: ReadonlyMap<string, OpenClaim>,
  today: string,
): FieldError[] => {
  const errors: FieldError[] = [];
  const put = (field: string, message: string) => errors.push({ field, message });
  if (payment.number === '') put('number', 'Enter the number of the check or transfer.');
  if (payment.date > today) put('date', 'A payment cannot be dated in the future.');
  if (payment.claims.length === 0) put('claims', 'Add the claims that were paid.');
  for (const [at, entered] of payment.claims.entries()) {
    const claim = known.get(entered.id);
    if (!claim) {
      put(`claims.${at}.id`, `Claim ${entered.id} is not one of yours.`);
      continue;
    }
    if (
      payment.claims.findIndex(({ id, takesBack }) => id === entered.id && takesBack === entered.takesBack) <
      at
    )
      put(`claims.${at}.id`, `Claim ${entered.id} is in the payment twice.`);
    const lines = linesOf(entered, claim);
    if (entered.lines.some(({ control }) => !lines.some((line) => line.control === control)))
      put(`claims.${at}.id`, `Claim ${entered.id} has no such line.`);
    for (const line of lines)
      if (differenceOfLine(line) !== 0)
        put(`claims.${at}.lines.${line.control}`, `${line.from}: ${lineFault(line)}`);
  }
  const rest = unassignedCents(payment, known);
  if (errors.length === 0 && rest !== 0)
    put(
      'paid',
      rest > 0
        ? `${showMoney(rest)} of the payment is not assigned to a claim.`
        : `The claims come to ${showMoney(-rest)} more than the payment.`,
    );
  return errors;
};

/** The balanced claims of a checked payment. */
export const claimsOfManualPayment = (payment: ManualPayment, known: ReadonlyMap<string, OpenClaim>) =>
  checkRemittances([manualRemittance(payment, known)]).flatMap(({ claims }) => claims);

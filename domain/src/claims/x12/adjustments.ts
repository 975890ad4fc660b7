import { sum } from '../../sum.ts';
import { centsIn, neededIn, quantityIn } from './fields.ts';
import type { Findings } from './findings.ts';
import { element, type Segment } from './segments.ts';
import { type Quantity, showQuantity, showX12Cents } from './values.ts';
import { segment } from './writing.ts';

/** CAS: why a payer paid less than was charged. */
export interface Adjustment {
  /** CO for the contract, PR for the patient, OA for others, PI for the payer. */
  readonly group: string;
  /** Claim adjustment reason code (CARC). */
  readonly reason: string;
  readonly amount: number;
  readonly quantity: Quantity | null;
}

const TRIPLETS = [2, 5, 8, 11, 14, 17] as const;

export const readAdjustments = (cas: Segment, findings: Findings): Adjustment[] => {
  const group = neededIn(cas, 1, 'adjustment group', findings);
  const found: Adjustment[] = [];
  for (const place of TRIPLETS) {
    if (element(cas, place) === '' && element(cas, place + 1) === '') continue;
    found.push({
      group,
      reason: neededIn(cas, place, 'reason of an adjustment', findings),
      amount: centsIn(cas, place + 1, 'amount of an adjustment', findings),
      quantity: quantityIn(cas, place + 2, 'quantity of an adjustment', findings),
    });
  }
  if (found.length === 0) findings.fault(cas, 'it holds no adjustment.');
  return found;
};

/** Adjustments of one group share a segment, which holds at most six. */
export const writeAdjustments = (adjustments: readonly Adjustment[]): string[] => {
  const runs: Adjustment[][] = [];
  for (const adjustment of adjustments) {
    const run = runs.at(-1);
    if (run && run[0]?.group === adjustment.group && run.length < TRIPLETS.length) run.push(adjustment);
    else runs.push([adjustment]);
  }
  return runs.map((run) =>
    segment(
      'CAS',
      run[0]?.group ?? '',
      ...run.flatMap(({ reason, amount, quantity }) => [
        reason,
        showX12Cents(amount),
        quantity ? showQuantity(quantity) : '',
      ]),
    ),
  );
};

export const sumOfAdjustments = (adjustments: readonly Adjustment[]): number =>
  sum(adjustments.map(({ amount }) => amount));

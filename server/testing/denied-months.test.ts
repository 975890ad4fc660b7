import { expect, test } from 'vitest';
import { runMonth } from './denied-months.ts';

/** Compares predicted denials with those of a payer that shares no rule code with the product. */
const MONTHS = Number(process.env.DENIED_MONTHS ?? 8);

/** The payer's codes by what the product predicts; a claim without a PAR is not accepted at all. */
const NAMED: Readonly<Record<string, string>> = { '112': 'visit', '151': 'visit', refused: '197' };

test(`of the denials of ${MONTHS} months at least 99 % are predicted, and at most 1 % of the predictions are wrong`, () => {
  const months = Array.from({ length: MONTHS }, (_, seed) => runMonth(seed));
  const counts = { lines: 0, denied: 0, found: 0, predicted: 0, wrong: 0, sameReason: 0 };
  const reasons = new Map<string, number>();
  for (const { lines, denied, predicted } of months) {
    counts.lines += lines;
    counts.denied += denied.size;
    counts.predicted += predicted.size;
    for (const [key, reason] of denied) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      const found = predicted.get(key);
      if (found) counts.found += 1;
      if (found?.code === (NAMED[reason] ?? reason)) counts.sameReason += 1;
    }
    for (const key of predicted.keys()) if (!denied.has(key)) counts.wrong += 1;
  }
  console.log(JSON.stringify({ months: MONTHS, ...counts, reasons: Object.fromEntries(reasons) }));
  // Every way to be denied must occur, or the figures below mean nothing.
  expect([...reasons.keys()].sort()).toEqual(['112', '151', '18', '198', '27', '29', '4', 'refused'].sort());
  expect(counts.found / counts.denied).toBeGreaterThanOrEqual(0.99);
  expect(counts.wrong / counts.predicted).toBeLessThanOrEqual(0.01);
  expect(counts.sameReason / counts.found).toBeGreaterThanOrEqual(0.99);
});

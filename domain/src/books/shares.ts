import { monthOf } from '../calendar.ts';
import { showMoney } from '../money.ts';
import { sayMonth } from '../plan-documents/rules.ts';
import { type ShareMonth, shareMonths, shareState } from '../private-pay/share-of-cost.ts';
import type { BookShares } from './facts.ts';
import type { BookRecord, CheckResult } from './schema.ts';
import { newTally, type Tally } from './tally.ts';

/** A client pays no more of a month than Medicaid withheld as the share of cost (docs/rules/books.md, rule 13). */

const sayAbove = ({ month, billed, withheld }: ShareMonth): string =>
  `The client was billed ${showMoney(billed)} as the share of cost of ${sayMonth(month)}; Medicaid withheld ${showMoney(withheld)}.`;

const addMonth = (tally: Tally, of: ShareMonth, record: BookRecord): void => {
  const { billed, withheld } = of;
  const state = shareState(of);
  tally.add('shareBilled', Math.min(billed, withheld), record);
  tally.add('shareNotBilled', Math.max(0, withheld - billed), record);
  tally.add(state === 'above' ? 'shareAbove' : 'shareUndecided', Math.max(0, billed - withheld), record);
  if (state === 'above') tally.break(sayAbove(of), record);
};

export const checkShares = ({ clientId, today, ...facts }: BookShares): CheckResult => {
  const tally = newTally('shares');
  for (const of of shareMonths(facts, today)) {
    tally.look();
    const month = monthOf(of.month);
    addMonth(tally, of, { kind: 'account', id: String(clientId), clientId, month, day: null });
  }
  return tally.result();
};

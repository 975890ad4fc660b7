import { GROUPS, type Group } from '@homecare/domain/billing/contract.ts';
import { EVERY_PAYER, PAYER_KEY } from '@homecare/domain/payers/payer-key.ts';
import { keptMonth } from '../../platform/kept-view.ts';
import type { PageState } from '../../platform/page-state.ts';

/** What the page looks at. A type, not an interface: it is in the entry of the history. */
export type MonthView = {
  /** '' is the month before this one. */
  readonly month: string;
  readonly group: Group;
  readonly payer: string;
};
export const MONTH_VIEW = 'month-close.view';
export const readMonthView = (kept: PageState): MonthView => ({
  month: keptMonth(kept.month),
  group: GROUPS.find((group) => group === kept.group) ?? 'all',
  payer: typeof kept.payer === 'string' && PAYER_KEY.test(kept.payer) ? kept.payer : EVERY_PAYER,
});

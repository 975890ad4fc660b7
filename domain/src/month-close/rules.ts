import { daysOfMonth } from '../billing/counting.ts';
import { counted } from '../counted.ts';

/** When the press is offered, and why it is refused (docs/rules/month-close.md, rules 9 to 11). */

/** Every day of the month can be billed. */
export const isMonthOver = (month: string, today: string): boolean => today > daysOfMonth(month).through;

/** '2026-10' → 'October' */
export const monthName = (month: string): string =>
  Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 }).toLocaleString('en-US', { month: 'long' });

export const NOT_OVER = (month: string) =>
  `${monthName(month)} is not over yet. Its cards are made from the next day on.`;
export const NOTHING_READY = 'No client is ready. Fix what is holding up payment first.';
export const runUnderWay = ({ month, done, total }: { month: string; done: number; total: number }) =>
  `Cards for ${monthName(month)} are being made: ${done} of ${total}. Wait until that has ended.`;
export const alreadyClaimed = (cards: number) =>
  `${counted(cards, 'card of this run is', 'cards of this run are')} on a claim. It can no longer be undone.`;
/** The log has what failed under the reference. */
export const cardsFailed = (reference: string) =>
  `The server failed to make these cards (${reference} in its log). Make them on the billing page.`;
export const fileFailed = (reference: string, button: string) =>
  `The server failed to make the claim file (${reference} in its log). The cards stay: make the file with ${button}.`;

import { CARD_STATUSES, type CardStatus } from './schema.ts';

/** plan: the plan is not deleted. card: `checkCard`. scans: `scanBlock`. times: `findOverlaps`. once: there is no other live record. */
type CardGuard = 'plan' | 'card' | 'scans' | 'times' | 'once';

/** What the server checks before it changes a card (docs/rules/billing.md, rule 28). */
const GUARDS = {
  Save: ['plan', 'card', 'scans', 'times', 'once'],
  'Save changes': ['plan', 'card', 'scans', 'times'],
  'Set Status': ['scans'],
  'Set Remarks': [],
} as const satisfies Record<string, readonly CardGuard[]>;
export type CardMove = keyof typeof GUARDS;

export const isGuarded = (move: CardMove, guard: CardGuard): boolean =>
  GUARDS[move].some((one) => one === guard);

export const ITEM_SAVED = 'Item Saved';
export const ITEM_OMITTED = 'Item omited';
export const ITEM_DELETED = 'Item deleted';
export const STATUS_UPDATED = 'Status updated';
export const REMARKS_UPDATED = 'Remarks updated';
export const RECORDS_UPDATED = 'Records updated';

// --- Many at once --------------------------------------------------------------------------------------------------

export const WRONG_STATUS = 'Enter correct status';

/** The statuses that Status Set can change and set. */
export const BULK_STATUSES = ['Billed', 'Paid', 'Denied'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];
const isBulk = (status: string): status is BulkStatus => BULK_STATUSES.some((one) => one === status);

/** From and to of Status Set as typed values; undefined means 'Enter correct status'. */
export const readStatusSet = (
  from: string,
  to: string,
): { readonly from: BulkStatus; readonly to: BulkStatus } | undefined =>
  isBulk(from) && isBulk(to) && from !== to ? { from, to } : undefined;

export const isCardStatus = (text: string): text is CardStatus => CARD_STATUSES.some((one) => one === text);

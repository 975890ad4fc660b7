import type { Role } from '../call.ts';
import { CARD_STATUSES, type CardStatus } from './schema.ts';

/** Every move of a card (docs/rules/billing.md, rule 28). 'unsaved', 'editing' and 'omitted' live on the screen alone. */

export type CardState = 'unsaved' | 'saved' | 'editing' | 'omitted' | 'deleted';
export type CardMoveName =
  | 'Save'
  | 'Omit'
  | 'Modify'
  | 'Save changes'
  | 'Cancel'
  | 'Set Status'
  | 'Set Remarks'
  | 'Delete';

/** Judged by: plan - not deleted; card - `checkCard`; scans - `scanBlock`; times - `findOverlaps`; once - no other live record. */
export type CardGuard = 'plan' | 'card' | 'scans' | 'times' | 'once';

export interface CardMove {
  readonly name: CardMoveName;
  readonly from: CardState;
  readonly to: CardState;
  readonly roles: readonly Role[];
  readonly guards: readonly CardGuard[];
  /** What the user is told. */
  readonly message: string | null;
}

const ADMIN: readonly Role[] = ['admin'];
export const ITEM_SAVED = 'Item Saved';
export const ITEM_OMITTED = 'Item omited';
export const ITEM_DELETED = 'Item deleted';
export const STATUS_UPDATED = 'Status updated';
export const REMARKS_UPDATED = 'Remarks updated';
export const RECORDS_UPDATED = 'Records updated';

export const CARD_MOVES: readonly CardMove[] = [
  {
    name: 'Save',
    from: 'unsaved',
    to: 'saved',
    roles: ADMIN,
    guards: ['plan', 'card', 'scans', 'times', 'once'],
    message: ITEM_SAVED,
  },
  { name: 'Omit', from: 'unsaved', to: 'omitted', roles: ADMIN, guards: [], message: ITEM_OMITTED },
  { name: 'Modify', from: 'saved', to: 'editing', roles: ADMIN, guards: ['plan'], message: null },
  {
    name: 'Save changes',
    from: 'editing',
    to: 'saved',
    roles: ADMIN,
    guards: ['plan', 'card', 'scans', 'times'],
    message: ITEM_SAVED,
  },
  { name: 'Cancel', from: 'editing', to: 'saved', roles: ADMIN, guards: [], message: null },
  {
    name: 'Set Status',
    from: 'saved',
    to: 'saved',
    roles: ADMIN,
    guards: ['scans'],
    message: STATUS_UPDATED,
  },
  { name: 'Set Remarks', from: 'saved', to: 'saved', roles: ADMIN, guards: [], message: REMARKS_UPDATED },
  { name: 'Delete', from: 'saved', to: 'deleted', roles: ADMIN, guards: [], message: ITEM_DELETED },
];

export const cardMove = (name: CardMoveName): CardMove | undefined =>
  CARD_MOVES.find((move) => move.name === name);

/** What a move is guarded by. */
export const isGuarded = (name: CardMoveName, guard: CardGuard) =>
  cardMove(name)?.guards.includes(guard) ?? false;

// --- Many at once --------------------------------------------------------------------------------------------------

export const WRONG_STATUS = 'Enter correct status';

/** The statuses that Status Set knows. */
export const BULK_STATUSES = ['Billed', 'Paid', 'Denied'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];
const isBulk = (status: string): status is BulkStatus => BULK_STATUSES.some((one) => one === status);

/** From and to of Status Set as typed values; undefined: 'Enter correct status'. */
export const readStatusSet = (
  from: string,
  to: string,
): { readonly from: BulkStatus; readonly to: BulkStatus } | undefined =>
  isBulk(from) && isBulk(to) && from !== to ? { from, to } : undefined;

export const isCardStatus = (text: string): text is CardStatus => CARD_STATUSES.some((one) => one === text);

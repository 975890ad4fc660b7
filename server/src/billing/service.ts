import type { Card } from '@homecare/domain/billing/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { listCards, listGrids } from './queries.ts';
import { insertRecords, listPlanVisits, listRecordIds, type NewRecord } from './record-queries.ts';
import { CARD_ENTITY } from './saving.ts';

export { type AskedMonth, type BilledMonth, billedMonths, rangeOfMonths } from './months.ts';
export { repriceCards } from './repricing.ts';
export { removeRecordsIn, saveCardIn } from './saving.ts';
export {
  listTimesheetReminders,
  MESSAGES_QUEUED,
  readMissingTimesheet,
  remindOfTimesheets,
} from './timesheet-messages.ts';
export type { NewRecord };
export { CARD_ENTITY };

/** A client's live billing records whose service month is `fromMonth` (YYYY-MM) or later. */
export const cardsOfClient = (scope: Scope, clientId: number, fromMonth: string): Promise<Card[]> =>
  listCards(scope, { clientId }, fromMonth);

export const cardsOfProvider = (scope: Scope, providerId: number, fromMonth: string): Promise<Card[]> =>
  listCards(scope, { providerId }, fromMonth);

export const gridsOfMonths = (scope: Scope, from: string, through: string) => listGrids(scope, from, through);

/** All records ever made for a plan's month, including deleted ones. */
export const recordIdsOf = (scope: Scope, planId: number, month: string): Promise<number[]> =>
  listRecordIds(scope.site.db, planId, month);

/** Visits of plans in a range of days, each with its plan. */
export const visitsOfPlans = (tx: Db, planIds: readonly number[], from: string, through: string) =>
  listPlanVisits(tx, planIds, from, through);

/** Adds many records within the caller's transaction; the caller has checked them. */
export const addRecords = async (
  tx: Tx,
  scope: Scope,
  cards: readonly NewRecord[],
  record: Recorder,
): Promise<number[]> => {
  const ids = await insertRecords(tx, cards, scope.stamp());
  for (const id of ids) record({ entity: CARD_ENTITY, id, action: 'insert' });
  return ids;
};

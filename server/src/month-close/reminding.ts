import { done } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/month-close/contract.ts';
import type { Item } from '@homecare/domain/month-close/items.ts';
import type { HoldupRow } from '@homecare/domain/month-close/schema.ts';
import {
  listTimesheetMessages,
  MESSAGES_QUEUED,
  readMissingTimesheet,
  writeMissingTimesheets,
} from '../billing/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lookAtMonth } from './facts.ts';
import { RUN_ENTITY } from './running.ts';

/** Timesheets that a month waits for: who was reminded, and the reminder (docs/rules/month-close.md, rule 18). */

type Row = Omit<HoldupRow, 'reminded' | 'askedIds'> & { readonly askedIds: readonly number[] };

const owesTimesheet = ({ cause }: Pick<Item, 'cause'>) => cause === 'noScan';

/** Beside the caregivers who owe a timesheet when each was first reminded. */
export const withReminders = async (
  scope: Scope,
  month: string,
  rows: readonly Row[],
  items: readonly Item[],
): Promise<HoldupRow[]> => {
  const isOwed = rows.some(({ cause }) => cause === 'noScan');
  const sent = new Map(
    (isOwed ? await listTimesheetMessages(scope.site.db, month) : []).map(({ id, at }) => [id, at]),
  );
  const names = new Map(
    items.filter(owesTimesheet).map(({ providerId, provider }) => [providerId, provider]),
  );
  return rows.map(({ askedIds, ...row }) => ({
    ...row,
    askedIds: [...askedIds],
    reminded:
      row.cause === 'noScan'
        ? askedIds.flatMap((id) => {
            const at = sent.get(id);
            return at === undefined ? [] : [{ id, name: names.get(id) ?? '', at }];
          })
        : [],
  }));
};

const EVER = { since: '0001-01-01T00:00:00Z', words: 'was reminded before' } as const;

export const remindTimesheets: UseCase<typeof calls.remindTimesheets> = async (scope, { date, ...shown }) => {
  const text = await readMissingTimesheet(scope);
  if (!text.ok) return text;
  const { items } = await lookAtMonth(scope, date, shown);
  const providerIds = items.filter(owesTimesheet).map(({ providerId }) => providerId);
  return mutate(scope, 'monthClose.remindTimesheets', async (tx, record) => {
    const of = { month: date, text: text.data, providerIds, before: EVER };
    const sent = await writeMissingTimesheets(tx, scope, of, record);
    if (!sent.ok) return sent;
    const { queued, skipped } = sent.data;
    record({
      entity: RUN_ENTITY,
      id: null,
      action: 'run',
      changes: { month: [null, date], queued: [null, queued], skipped: [null, skipped.length] },
    });
    return done({ queued, skipped }, { info: MESSAGES_QUEUED });
  });
};

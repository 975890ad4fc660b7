import { type OwedSheet, owingOf } from '@homecare/domain/billing/owed-sheets.ts';
import { done } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/month-close/contract.ts';
import type { HoldupRow } from '@homecare/domain/month-close/schema.ts';
import {
  listTimesheetReminders,
  MESSAGES_QUEUED,
  readMissingTimesheet,
  remindOfTimesheets,
} from '../billing/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { type LookedAt, lookAtMonth } from './facts.ts';
import { RUN_ENTITY } from './running.ts';

/** Timesheets that a month waits for: who was reminded, and the reminder (docs/rules/month-close.md, rule 18). */

type Row = Omit<HoldupRow, 'reminded' | 'askedIds'> & { readonly askedIds: readonly number[] };

/** What is owed for the days that are shown. */
const owedOf = ({ clients, items }: LookedAt): OwedSheet[] => {
  const plans = new Set(items.filter(({ cause }) => cause === 'noScan').map(({ planId }) => planId));
  return clients.flatMap(({ close }) => close.owed.filter(({ planId }) => plans.has(planId)));
};

/** Rows with the caregivers among those who owe a timesheet who were reminded of all that they owe, and when. */
export const withReminders = async (
  scope: Scope,
  month: string,
  rows: readonly Row[],
  looked: LookedAt,
): Promise<HoldupRow[]> => {
  const owed = owedOf(looked);
  const sent = owed.length > 0 ? await listTimesheetReminders(scope.site.db, month) : [];
  const names = new Map(looked.items.map(({ providerId, provider }) => [providerId, provider]));
  const reminded = owingOf(owed, sent).flatMap(({ id, newly, at }) =>
    newly.length === 0 && at !== null ? [{ id, name: names.get(id) ?? '', at }] : [],
  );
  return rows.map(({ askedIds, ...row }) => ({
    ...row,
    askedIds: [...askedIds],
    reminded: row.cause === 'noScan' ? reminded.filter(({ id }) => askedIds.includes(id)) : [],
  }));
};

export const remindTimesheets: UseCase<typeof calls.remindTimesheets> = async (scope, { date, ...shown }) => {
  const text = await readMissingTimesheet(scope);
  if (!text.ok) return text;
  const owed = owedOf(await lookAtMonth(scope, date, shown));
  return mutate(scope, 'monthClose.remindTimesheets', async (tx, record) => {
    const sent = await remindOfTimesheets(tx, scope, { month: date, text: text.data, owed }, record);
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

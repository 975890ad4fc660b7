import type { payRecordedTime } from '@homecare/domain/billing/contract.ts';
import {
  billsMore,
  CORRECTED_CLAIM,
  canPayRecorded,
  isRecorded,
  recordedDays,
  sayWorkedPaid,
  UNPAID_WORDS,
  withRecordedTime,
} from '@homecare/domain/billing/recorded-time.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listAsked } from './claiming.ts';
import {
  findPlanPeople,
  listDayVisits,
  listRecordsOfPlans,
  lockBilledPlan,
  lockRecord,
} from './record-queries.ts';
import { saveChangesIn } from './saving.ts';

/** Pays a recorded day for the time worked (docs/rules/payroll.md, rule 33). */

const CHANGED =
  'The recorded or paid time has changed since you opened the list. Review it, then press again.';

export const payRecorded: UseCase<typeof payRecordedTime> = async (
  scope,
  { planId, date, worked, paid, ...consent },
) => {
  const people = await findPlanPeople(scope.site.db, planId);
  if (!people) return refuse('notFound');
  const zone = scope.settings.timeZone;
  return mutate(scope, 'billing.payRecordedTime', async (tx, record) => {
    const plan = await lockBilledPlan(tx, planId, people);
    if (!plan) return refuse('notFound');
    const [head] = await listRecordsOfPlans(tx, [planId], [date.slice(0, 7)]);
    const stored = head && (await lockRecord(tx, head.id));
    if (!stored) return refuse('conflict', `${UNPAID_WORDS.noRecord}. Save it on the billing page first.`);
    const visits = (await listDayVisits(tx, planId, date)).filter((one) =>
      isRecorded(one, scope.now(), zone),
    );
    const [day] = recordedDays(visits, stored, zone);
    if (!day || day.worked !== worked || day.paid !== paid) return refuse('stale', CHANGED);
    const { why } = day;
    const [visit] = visits;
    const days = canPayRecorded(why) && visit ? withRecordedTime(stored.days, visit, zone) : undefined;
    if (!days)
      return refuse(
        'conflict',
        why === null ? 'All recorded time of the day is paid.' : `${UNPAID_WORDS[why]}.`,
      );
    const sent = { days, rev: stored.rev, ...consent };
    const saved = await saveChangesIn(tx, scope, { plan, stored }, sent, record);
    if (!saved.ok) return saved;
    const claimed =
      billsMore(stored.days, day, zone) && (await listAsked(tx, scope, [stored.id])).has(stored.id);
    const info = `Paid as recorded: ${showDate(date)}, ${sayWorkedPaid({ worked, paid: worked })}`;
    return done(
      { id: stored.id, minutes: worked - paid, claimed },
      { info: claimed ? `${info}. ${CORRECTED_CLAIM}` : info },
    );
  });
};

import type { PlanMonthsAround } from '@homecare/domain/authorizations/plan-months.ts';
import type { Group, listNotAssigned, sendNotAssigned } from '@homecare/domain/billing/contract.ts';
import { cardAmount, daysOfMonth, serviceDays, workedMinutes } from '@homecare/domain/billing/counting.ts';
import { estimatedMonth } from '@homecare/domain/billing/estimate.ts';
import { plannedRows } from '@homecare/domain/billing/opening.ts';
import { planMonthOf } from '@homecare/domain/billing/plan-month.ts';
import { datedRates, openingRate, unitRuleOf } from '@homecare/domain/billing/rates.ts';
import type { CardDay, CardScan, NotAssigned } from '@homecare/domain/billing/schema.ts';
import { spanMinutes } from '@homecare/domain/calendar.ts';
import { done } from '@homecare/domain/errors.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listUnbilledPlans, type UnbilledPlan } from './page-queries.ts';
import { listCardScans, listPlanVisits } from './record-queries.ts';
import { CARD_ENTITY } from './saving.ts';
import { MESSAGES_QUEUED, readMissingTimesheet, writeMissingTimesheets } from './timesheet-messages.ts';

/** Plans of a month without billing, and the message to their providers (docs/rules/billing.md, rule 34). */

const isOfGroup = (group: Group, isPrivate: boolean) =>
  group === 'all' || (group === 'private') === isPrivate;

const scanWord = ({ received, errors }: CardScan) =>
  errors.length > 0 ? ('errors' as const) : received ? ('yes' as const) : ('no' as const);

interface Unbilled {
  readonly row: NotAssigned;
  readonly plan: UnbilledPlan;
}

const findUnbilled = async (
  scope: Scope,
  month: string,
  group: Group,
  version: number,
): Promise<Unbilled[]> => {
  const { db } = scope.site;
  const plans = (await listUnbilledPlans(db, month)).flatMap((plan) => {
    if (!isOfGroup(group, plan.PrivateClient)) return [];
    const rows = plannedRows(plan, month, plan.limits);
    const [first, last] = [rows[0], rows.at(-1)];
    return first && last ? [{ plan, rows, firstDay: first.date, lastDay: last.date }] : [];
  });
  const ids = plans.map(({ plan }) => plan.id);
  const scans = Map.groupBy(
    version >= 2 ? await listCardScans(db, ids, [month]) : [],
    ({ planId }) => planId,
  );
  const { from, through } = daysOfMonth(month);
  const visits = Map.groupBy(await listPlanVisits(db, ids, from, through), ({ planId }) => planId);
  const { timeZone: zone, pack } = scope.settings;
  const around = { month, today: scope.today().toString(), zone, pack };
  return plans.map((one) => ({
    plan: one.plan,
    row: unbilledRow(one, visits.get(one.plan.id) ?? [], scans.get(one.plan.id) ?? [], around),
  }));
};

interface PlannedMonth {
  readonly plan: UnbilledPlan;
  readonly rows: ReturnType<typeof plannedRows>;
  readonly firstDay: string;
  readonly lastDay: string;
}

const unbilledRow = (
  { plan, rows, firstDay, lastDay }: PlannedMonth,
  visits: Awaited<ReturnType<typeof listPlanVisits>>,
  [half1, half2]: Awaited<ReturnType<typeof listCardScans>>,
  { month, today, zone, pack }: PlanMonthsAround & { readonly month: string },
): NotAssigned => {
  const { from, through } = daysOfMonth(month);
  const served = (days: readonly CardDay[]) =>
    serviceDays({ startPeriod: from, endPeriod: through, days: days }, zone);
  const { worked, toCome } = estimatedMonth(month, planMonthOf(plan, month, visits), { plan, today, zone });
  const dated = {
    inside: datedRates(plan.terms, 'inside', month),
    outside: datedRates(plan.terms, 'outside', month),
  };
  const { rateKind, payRate } = openingRate({ ...dated, isOutside: plan.isOutside });
  const unitRule = unitRuleOf(plan.terms, month, pack);
  return {
    planId: plan.id,
    date: month,
    ClientID: plan.ClientID,
    Client: plan.Client,
    PrivateClient: plan.PrivateClient,
    ProviderID: plan.ProviderID,
    Provider: plan.Provider,
    ProviderPhone: plan.ProviderPhone,
    Type: plan.Type,
    TypeName: plan.TypeName,
    plannedMinutes: sum(
      rows.map(({ start, end }) => (start !== null && end !== null ? spanMinutes(start, end) : 0)),
    ),
    workedMinutes: workedMinutes(served(worked)).work,
    toComeMinutes: workedMinutes(served(toCome)).work,
    firstDay,
    lastDay,
    scans: half1 && half2 ? [scanWord(half1), scanWord(half2)] : null,
    completeVisits: plan.completeVisits,
    estimated:
      payRate === null || unitRule === null
        ? null
        : cardAmount(served([...worked, ...toCome]), {
            payRate,
            rates: rateKind === null ? [] : dated[rateKind],
            unitRule,
          }),
  };
};

export const loadNotAssigned: UseCase<typeof listNotAssigned> = async (scope, { date, private: group }) => {
  const { version } = scope.settings.capabilities;
  return done((await findUnbilled(scope, date, group, version)).map(({ row }) => row));
};

export const writeToNotAssigned: UseCase<typeof sendNotAssigned> = async (
  scope,
  { from, private: group },
) => {
  const month = from.slice(0, 7);
  const text = await readMissingTimesheet(scope);
  if (!text.ok) return text;
  const unbilled = await findUnbilled(scope, month, group, scope.settings.capabilities.version);
  const before = {
    since: scope.now().subtract({ hours: 24 }).toString(),
    words: 'was written to in the last 24 hours',
  };
  return mutate(scope, 'billing.sendNotAssigned', async (tx, record) => {
    const providerIds = unbilled.map(({ plan }) => plan.ProviderID);
    const of = { month, text: text.data, providerIds, before };
    const sent = await writeMissingTimesheets(tx, scope, of, record);
    if (!sent.ok) return sent;
    const { queued, skipped } = sent.data;
    record({
      entity: CARD_ENTITY,
      id: null,
      action: 'run',
      changes: { date: [null, month], queued: [null, queued], skipped: [null, skipped.length] },
    });
    return done({ queued, skipped }, { info: MESSAGES_QUEUED });
  });
};

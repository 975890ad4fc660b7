import { randomUUID } from 'node:crypto';
import type { Group, listNotAssigned, sendNotAssigned } from '@homecare/domain/billing/contract.ts';
import { cardAmount, daysOfMonth, serviceDays, workedMinutes } from '@homecare/domain/billing/counting.ts';
import { estimatedMonth } from '@homecare/domain/billing/estimate.ts';
import { plannedRows } from '@homecare/domain/billing/opening.ts';
import { planMonthOf } from '@homecare/domain/billing/plan-month.ts';
import { datedRates, openingRate, termsOfMonth } from '@homecare/domain/billing/rates.ts';
import type { CardDay, CardScan, NotAssigned } from '@homecare/domain/billing/schema.ts';
import { spanMinutes } from '@homecare/domain/calendar.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { canMail, canText, fillTemplate, smsNumber } from '@homecare/domain/messaging/rules.ts';
import { sayName } from '@homecare/domain/person-name.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listOptedOut, queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  findTemplate,
  listUnbilledPlans,
  listWrittenTo,
  lockRun,
  type UnbilledPlan,
} from './page-queries.ts';
import { listCardScans, listPlanVisits } from './record-queries.ts';
import { CARD_ENTITY } from './saving.ts';

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
  const around = { month, today: scope.today().toString(), zone: scope.settings.timeZone };
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
  { month, today, zone }: { readonly month: string; readonly today: string; readonly zone: string },
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
      payRate === null
        ? null
        : cardAmount(served([...worked, ...toCome]), {
            payRate,
            rates: rateKind === null ? [] : dated[rateKind],
            unitRule: termsOfMonth(plan.terms, month)?.unitRule ?? 'up',
          }),
  };
};

export const loadNotAssigned: UseCase<typeof listNotAssigned> = async (scope, { date, private: group }) => {
  const { version } = scope.settings.capabilities;
  return done((await findUnbilled(scope, date, group, version)).map(({ row }) => row));
};

const TEMPLATE = 'Missing timesheet';
const NO_TEMPLATE = `There is no template named ${TEMPLATE}. Make it in Configuration first.`;
const NO_CHANNEL = 'Text messages and e-mail are both switched off for your agency.';
const MESSAGES_QUEUED = 'Success: Messages added to queue.';

type Ways = Pick<Scope['settings']['capabilities'], 'smsEnabled' | 'emailEnabled'>;

/** How a provider is written to: by text where the phone can take it, else by e-mail; or why not at all. */
const wayTo = (plan: UnbilledPlan, ways: Ways, stopped: ReadonlySet<string>) => {
  const { ProviderPhone: phone, ProviderEmail: email } = plan;
  const number = smsNumber(phone);
  const isStopped = stopped.has(number);
  if (ways.smsEnabled && canText(phone) && !isStopped) return { channel: 'SMS' as const, recipient: number };
  if (ways.emailEnabled && canMail(email)) return { channel: 'Email' as const, recipient: email };
  return isStopped ? 'has answered STOP' : 'has no phone or e-mail address that can be written to';
};

export const writeToNotAssigned: UseCase<typeof sendNotAssigned> = async (
  scope,
  { from, private: group },
) => {
  const month = from.slice(0, 7);
  const ways = scope.settings.capabilities;
  if (!ways.smsEnabled && !ways.emailEnabled) return refuse('switchedOff', NO_CHANNEL);
  const text = await findTemplate(scope, TEMPLATE);
  if (text === undefined) return refuse('conflict', NO_TEMPLATE);
  const unbilled = await findUnbilled(scope, month, group, ways.version);
  const providers = [...new Map(unbilled.map(({ plan }) => [plan.ProviderID, plan])).values()];
  return mutate(scope, 'billing.sendNotAssigned', async (tx, record) => {
    const run = `${TEMPLATE} ${month} `;
    await lockRun(tx, run);
    const { messages, skipped } = await sortOut(tx, scope, { run, providers, text, month, ways });
    if (messages.length > 0) {
      const queued = await queueMessages(tx, scope, messages, record, `${run}${randomUUID()}`);
      if (!queued.ok) return queued;
    }
    record({
      entity: CARD_ENTITY,
      id: null,
      action: 'run',
      changes: { date: [null, month], queued: [null, messages.length], skipped: [null, skipped.length] },
    });
    return done({ queued: messages.length, skipped }, { info: MESSAGES_QUEUED });
  });
};

const sortOut = async (
  tx: Tx,
  scope: Scope,
  of: {
    readonly run: string;
    readonly providers: readonly UnbilledPlan[];
    readonly text: string;
    readonly month: string;
    readonly ways: Ways;
  },
) => {
  const since = scope.now().subtract({ hours: 24 }).toString();
  const written = await listWrittenTo(tx, of.run, since);
  const numbers = of.providers.map(({ ProviderPhone }) => smsNumber(ProviderPhone)).filter(Boolean);
  const stopped = new Set(await listOptedOut(tx, numbers));
  const skipped: { id: number; name: string; reason: string }[] = [];
  const messages = of.providers.flatMap((plan) => {
    const { ProviderID: id, Provider: name } = plan;
    const way = written.has(id) ? 'was written to in the last 24 hours' : wayTo(plan, of.ways, stopped);
    if (typeof way === 'string') {
      skipped.push({ id, name, reason: way });
      return [];
    }
    const isMail = way.channel === 'Email';
    return [
      {
        ...way,
        owner: { personId: id, candidateId: null },
        subject: isMail ? `Missing timesheet ${of.month}` : null,
        text: fillTemplate(of.text, { name: sayName(name), ...(isMail && { id }) }),
      },
    ];
  });
  return { messages, skipped };
};

import type * as calls from '@homecare/domain/authorizations/contract.ts';
import {
  type Exceeded,
  exceededCaps,
  exceededPars,
  madeWorse,
  sayExceeded,
  toAnswerFor,
} from '@homecare/domain/authorizations/exceeded.ts';
import {
  type LedgerFacts,
  ledgersOf,
  recountDays,
  type UsedDay,
  usedDays,
} from '@homecare/domain/authorizations/ledger.ts';
import { comparedWeeks, weekStarts, weekUses, yearUses } from '@homecare/domain/authorizations/limits.ts';
import { type LedgerPlan, planMonths } from '@homecare/domain/authorizations/plan-months.ts';
import type { DayRange } from '@homecare/domain/billing/counting.ts';
import type { LimitRules } from '@homecare/domain/calculator/limit-rules.ts';
import type { Cap } from '@homecare/domain/calculator/schema.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import type { CarePlan, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { type PlanWeeks, weeksOf } from '@homecare/domain/care-plans/weeks.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { asksMedicaidWithin } from '@homecare/domain/payers/rules.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { findDraftFacts, findPlanWeeks } from '../billing/ledger-facts.ts';
import { loadCaps, loadLimitRules } from '../calculator/service.ts';
import { listPayersOfClients } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { type ClientLedger, loadClientLedger, loadTypeLedger } from './ledgers.ts';
import { type LimitedPlan, listJustified, listLimitedTypes } from './queries.ts';

/** What a care plan would do to the limits of its client, before it is saved (docs/rules/authorizations.md, rules 24 to 27). */

type Time = Pick<PlanWeek, 'time'>;

/** A care plan as it would be saved; without an id a new one. */
export interface DraftPlan
  extends Pick<CarePlan, 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId' | 'excluded'>,
    PlanWeeks<Time> {
  readonly id: number | null;
  readonly providerId: number;
  readonly clientId: number;
  /** Code of the care plan type. */
  readonly type: string;
}

/** A new plan has no number yet, and no other has this one. */
const NEW = 0;
/** Of a plan without an end. */
const LAST_DAY = '9999-12-31';

/** The stored plan as the draft changes it, or a new one of these people; undefined: Medicaid pays on none of its days. */
const ledgerPlanOf = async (
  db: Db,
  draft: DraftPlan,
  { plans }: ClientLedger,
): Promise<LedgerPlan | undefined> => {
  const { id, providerId, clientId, type, ...changed } = draft;
  const facts = await findDraftFacts(db, { providerId, clientId, type });
  if (!facts) return undefined;
  const payers = (await listPayersOfClients(db, [clientId])).get(clientId) ?? [];
  const days = { from: draft.StartDate, through: draft.EndDate ?? LAST_DAY };
  if (!asksMedicaidWithin({ isPrivate: facts.isPrivate, payers }, days)) return undefined;
  const stored = plans.find((plan) => plan.id === id);
  if (stored) return { ...stored, ...changed };
  const { archived, evvNeeded, terms, programs, isOutside } = facts;
  const limits = { archived, closed: [], temporary: [] };
  return {
    ...{ evvNeeded, terms, programs, isOutside, limits, type },
    ...changed,
    id: id ?? NEW,
    visits: [],
  };
};

/** A temporary plan takes its days from the plan that it covers. */
const coveredBy = (plan: LedgerPlan, covered: LedgerPlan): LedgerPlan => ({
  ...covered,
  limits: {
    ...covered.limits,
    temporary: [
      ...covered.limits.temporary.filter(({ StartDate }) => StartDate !== plan.StartDate),
      { StartDate: plan.StartDate, EndDate: plan.EndDate, coversPlanId: covered.id, Status: plan.Status },
    ],
  },
});

interface Around {
  readonly today: string;
  readonly zone: string;
}

/** The used days of the client once the plan is saved. */
const usedDaysWith = (
  client: ClientLedger,
  plan: LedgerPlan,
  before: readonly UsedDay[],
  around: Around,
): UsedDay[] => {
  const covered = client.plans.find(({ id }) => id === plan.coversPlanId);
  const changed = [plan, ...(covered ? [coveredBy(plan, covered)] : [])];
  const visits = changed.flatMap((one) => planMonths(one, client.range, around));
  const planIds = changed.map(({ id }) => id);
  return recountDays(before, client.facts, { planIds, visits }, around.today, around.zone);
};

interface Ruled {
  readonly rules: LimitRules;
  readonly caps: readonly Cap[];
  readonly types: Awaited<ReturnType<typeof listLimitedTypes>>;
  /** Of the weeks that are compared. */
  readonly mondays: readonly string[];
}

/** What is exceeded in the type of a plan, and by its caregiver in the weeks that are compared. */
const exceededBy = (
  facts: LedgerFacts,
  days: readonly UsedDay[],
  caregivers: ReadonlyMap<number, number>,
  draft: DraftPlan,
  { rules, caps, types, mondays }: Ruled,
  { today, zone }: Around,
): Exceeded[] => {
  const ofType = days.filter(({ type }) => type === draft.type);
  // Visits say at which pace units are used, which no limit asks.
  const ledgers = ledgersOf({ ...facts, visits: [] }, today, zone, ofType);
  const ofCaregiver = days.filter(({ planId }) => caregivers.get(planId) === draft.providerId);
  const around = { caps, types, caregivers };
  const years = facts.pars.flatMap((par) => yearUses({ ...around, days }, par));
  return [
    ...exceededPars(ledgers, rules, today),
    ...exceededCaps(years, rules),
    ...mondays.flatMap((monday) => exceededCaps(weekUses({ ...around, days: ofCaregiver }, monday), rules)),
  ];
};

/** A visit or a billing record that is about to be written. */
export interface Decided {
  /** Its care plan. */
  readonly planId: number;
  /** The days that it is about. */
  readonly from: string;
  readonly through: string;
}

/** What is exceeded of what it is about, as things are on record now; by its caregiver in each week of its days. */
export const exceededNow = async (
  db: Db,
  scope: Scope,
  { clientId, providerId, isPrivate, type }: LimitedPlan,
  { from, through }: Decided,
): Promise<Exceeded[]> => {
  const payers = (await listPayersOfClients(db, [clientId])).get(clientId) ?? [];
  if (!asksMedicaidWithin({ isPrivate, payers }, { from, through })) return [];
  const { facts, caregivers } = await loadClientLedger(scope, clientId, db);
  const [today, zone] = [scope.today().toString(), scope.settings.timeZone];
  const rules = await loadLimitRules(db);
  const own = facts.pars.filter((par) => par.type === type && par.from <= through && from <= par.through);
  const days = usedDays(facts, today, zone);
  const ledgers = ledgersOf(facts, today, zone, days).filter(({ par }) =>
    own.some(({ id }) => id === par?.id),
  );
  const around = { caps: await loadCaps(db), types: await listLimitedTypes(db, today), caregivers };
  const years = own.flatMap((par) => yearUses({ ...around, days }, par));
  const theirs = days.filter(({ planId }) => caregivers.get(planId) === providerId);
  const weeks = weekStarts({ from, through }).flatMap((day) => weekUses({ ...around, days: theirs }, day));
  return [
    ...exceededPars(ledgers, rules, today, from),
    ...exceededCaps(years, rules),
    ...exceededCaps(weeks, rules),
  ];
};

const wholeWeek = (monday: string): DayRange => ({ from: monday, through: addDays(monday, 6) });

/** The limits that a care plan would exceed, or exceed by more than before. */
export const exceededByPlan = async (db: Db, scope: Scope, draft: DraftPlan): Promise<Exceeded[]> => {
  if (!scope.settings.capabilities.billing) return [];
  const around = { today: scope.today().toString(), zone: scope.settings.timeZone };
  const caps = await loadCaps(db);
  const mondays = comparedWeeks(draft, caps, around.today);
  const client = await loadTypeLedger(scope, draft, mondays.map(wholeWeek), db);
  const plan = await ledgerPlanOf(db, draft, client);
  if (!plan) return [];
  const ruled: Ruled = {
    rules: await loadLimitRules(db),
    caps,
    types: await listLimitedTypes(db, around.today),
    mondays,
  };
  const caregivers = new Map([...client.caregivers, [plan.id, draft.providerId]]);
  const days = usedDays(client.facts, around.today, around.zone);
  const before = exceededBy(client.facts, days, client.caregivers, draft, ruled, around);
  const daysAfter = usedDaysWith(client, plan, days, around);
  const after = exceededBy(client.facts, daysAfter, caregivers, draft, ruled, around);
  return madeWorse(before, after);
};

/** The same with what was justified before, as the care plan form asks while it is filled in. */
export const previewPlan: UseCase<typeof calls.previewPlan> = async (scope, asked) => {
  const { db } = scope.site;
  const { planId, providerId, clientId, type, from, through, coversPlanId, weekFrom, week } = asked;
  const draft = {
    id: planId,
    ...{ providerId, clientId, type, coversPlanId },
    StartDate: from,
    EndDate: through,
    Status: through === null ? ('Active' as const) : ('Archive' as const),
    excluded: asked.excluded,
  };
  const stored = planId === null ? undefined : await findPlanWeeks(db, planId, clientId);
  if (planId !== null && !stored) return refuse('notFound');
  const first = weekFrom ?? scope.today().toString();
  const weeks = stored
    ? [...weeksOf(stored).filter((one) => one.from !== first), { from: first, week }].toSorted((a, b) =>
        a.from < b.from ? -1 : 1,
      )
    : [];
  const exceeded = await exceededByPlan(db, scope, { ...draft, week, weeks });
  const { unjustified } = toAnswerFor(exceeded, await listJustified(db, clientId));
  const seesMoney = seesAuthorizationMoney(scope.user.role);
  return done(
    exceeded.map((one) => ({
      limit: one.limit,
      rule: one.rule,
      text: sayExceeded(one, seesMoney),
      isJustified: one.rule === 'justify' && !unjustified.includes(one),
    })),
  );
};

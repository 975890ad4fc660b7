import type * as calls from '@homecare/domain/authorizations/contract.ts';
import {
  type Exceeded,
  exceededCaps,
  exceededPars,
  madeWorse,
  sayExceeded,
  toAnswerFor,
  unclaimableDays,
} from '@homecare/domain/authorizations/exceeded.ts';
import { AHEAD_DAYS } from '@homecare/domain/authorizations/findings.ts';
import {
  type LedgerFacts,
  ledgersOf,
  recountDays,
  type UsedDay,
  usedDays,
} from '@homecare/domain/authorizations/ledger.ts';
import {
  comparedWeeks,
  dayUses,
  weekStarts,
  weekUses,
  yearUses,
} from '@homecare/domain/authorizations/limits.ts';
import {
  type LedgerPlan,
  type PlanMonthsAround,
  planMonths,
} from '@homecare/domain/authorizations/plan-months.ts';
import type { DayRange } from '@homecare/domain/billing/counting.ts';
import type { LimitRules } from '@homecare/domain/calculator/limit-rules.ts';
import type { Cap } from '@homecare/domain/calculator/schema.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import type { CarePlan, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { type PlanWeeks, weeksOf } from '@homecare/domain/care-plans/weeks.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { asksMedicaid, asksMedicaidWithin, type CoveredClient } from '@homecare/domain/payers/rules.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { isClaimed as hasClaims } from '@homecare/domain/plan-types/programs.ts';
import { findDraftFacts, findPlanWeeks } from '../billing/ledger-facts.ts';
import { loadCaps, loadLimitRules } from '../calculator/service.ts';
import { listPayersOfClients } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  type ClientLedger,
  countedAround,
  loadClientLedger,
  loadPlanFacts,
  loadTypeLedger,
} from './ledgers.ts';
import { type LimitedPlan, listJustified, listLimitedTypes } from './queries.ts';

/** What a care plan would do to the limits of its client, computed before it is saved (docs/rules/authorizations.md, rules 24 to 27). */

type Time = Pick<PlanWeek, 'time'>;

/** A care plan as it would be saved; a new one has no id. */
export interface DraftPlan
  extends Pick<CarePlan, 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId' | 'excluded'>,
    PlanWeeks<Time> {
  readonly id: number | null;
  readonly providerId: number;
  readonly clientId: number;
  /** Code of the care plan type. */
  readonly type: string;
}

/** Stands for the id of a new plan; no stored plan has this id. */
const NEW = 0;
const PLAN_GONE = 'Someone deleted this care plan.';
/** For a plan without an end. */
const LAST_DAY = '9999-12-31';

interface DraftedPlan {
  readonly plan: LedgerPlan;
  readonly covered: CoveredClient;
}

/** The stored plan with the draft's changes, or a new plan of these people; undefined if Medicaid pays on none of its days. */
const ledgerPlanOf = async (
  db: Db,
  draft: DraftPlan,
  { plans }: ClientLedger,
): Promise<DraftedPlan | undefined> => {
  const { id, providerId, clientId, type, ...changed } = draft;
  const facts = await findDraftFacts(db, { providerId, clientId, type });
  if (!facts) return undefined;
  const payers = (await listPayersOfClients(db, [clientId])).get(clientId) ?? [];
  const days = { from: draft.StartDate, through: draft.EndDate ?? LAST_DAY };
  const covered = { isPrivate: facts.isPrivate, payers };
  if (!asksMedicaidWithin(covered, days)) return undefined;
  const stored = plans.find((plan) => plan.id === id);
  if (stored) return { plan: { ...stored, ...changed }, covered };
  const { archived, evvNeeded, terms, programs, isOutside } = facts;
  const limits = { archived, closed: [], temporary: [] };
  const of = { evvNeeded, terms, programs, isOutside, limits, type };
  return { plan: { ...of, ...changed, id: id ?? NEW, visits: [] }, covered };
};

/** A temporary plan takes its days from the plan it covers. */
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

/** The client's used days after the plan is saved. */
const usedDaysWith = (
  client: ClientLedger,
  plan: LedgerPlan,
  before: readonly UsedDay[],
  around: PlanMonthsAround,
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
}

const loadRuled = async (
  db: Db,
  { today }: Pick<PlanMonthsAround, 'today'>,
  caps: readonly Cap[],
): Promise<Ruled> => ({
  caps,
  rules: await loadLimitRules(db),
  types: await listLimitedTypes(db, today),
});

/** What is compared: current authorizations of a type, and one caregiver's days and weeks. */
interface Compared {
  readonly type: string;
  readonly parIds: ReadonlySet<number>;
  readonly since: string;
  readonly providerId: number;
  readonly caregivers: ReadonlyMap<number, number>;
  /** One day of each week. */
  readonly weeks: readonly string[];
  readonly dates: readonly string[];
  /** The day would be claimed. */
  readonly isClaimed: (date: string) => boolean;
}

const exceededIn = (
  facts: LedgerFacts,
  days: readonly UsedDay[],
  { type, parIds, since, providerId, caregivers, weeks, dates, isClaimed }: Compared,
  { rules, caps, types }: Ruled,
  { today, zone }: PlanMonthsAround,
): Exceeded[] => {
  const ofType = days.filter((day) => day.type === type);
  // Visits only affect the pace of use, which no limit depends on.
  const ledgers = ledgersOf({ ...facts, visits: [] }, today, zone, ofType);
  const own = ledgers.flatMap(({ par }) => (par && parIds.has(par.id) ? [par] : []));
  const around = { caps, types, caregivers };
  const theirs = { ...around, days: days.filter(({ planId }) => caregivers.get(planId) === providerId) };
  const uses = [
    ...own.flatMap((par) => yearUses({ ...around, days }, par)),
    ...weeks.flatMap((day) => weekUses(theirs, day)),
    ...dayUses(theirs, dates),
  ];
  return [
    ...exceededPars(
      ledgers.filter(({ par }) => par && parIds.has(par.id)),
      rules,
      today,
      since,
    ),
    ...(hasClaims(types.get(type)?.terms ?? []) ? unclaimableDays(ledgers, rules, today, isClaimed) : []),
    ...exceededCaps(uses, rules),
  ];
};

/** A visit or a billing record about to be written. */
export interface Decided {
  /** Its care plan. */
  readonly planId: number;
  /** The days it affects. */
  readonly from: string;
  readonly through: string;
}

/**
 * Finds out how a write worsens the limits of its client, and of its caregiver by week and day. Call it before the write and the
 * returned function afterwards; that one only reloads what depends on the care plan.
 */
export const watchLimits = async (
  db: Db,
  scope: Scope,
  { clientId, providerId, isPrivate, type }: LimitedPlan,
  { planId, from, through }: Decided,
): Promise<() => Promise<Exceeded[]>> => {
  const payers = (await listPayersOfClients(db, [clientId])).get(clientId) ?? [];
  const covered = { isPrivate, payers };
  if (!asksMedicaidWithin(covered, { from, through })) return async () => [];
  const client = await loadClientLedger(scope, clientId, db);
  const around = countedAround(scope);
  const ruled = await loadRuled(db, around, await loadCaps(db));
  const { facts, caregivers } = client;
  const own = facts.pars.filter((par) => par.type === type && par.from <= through && from <= par.through);
  const compared: Compared = {
    ...{ type, providerId, caregivers, since: from },
    parIds: new Set(own.map(({ id }) => id)),
    weeks: weekStarts({ from, through }),
    dates: datesIn({ from, through }),
    isClaimed: (date) => from <= date && date <= through && asksMedicaid(covered, date),
  };
  const days = usedDays(facts, around.today, around.zone);
  const before = exceededIn(facts, days, compared, ruled, around);
  return async () => {
    const now = await loadPlanFacts(db, scope, client, planId);
    const cards = [...facts.cards.filter((card) => card.planId !== planId), ...now.cards];
    const changed = { planIds: [planId], visits: now.visits };
    const after = recountDays(days, { ...facts, cards }, changed, around.today, around.zone);
    return madeWorse(before, exceededIn(facts, after, compared, ruled, around));
  };
};

const datesIn = ({ from, through }: DayRange): string[] => {
  const dates: string[] = [];
  for (let day = from; day <= through; day = addDays(day, 1)) dates.push(day);
  return dates;
};

const wholeWeek = (monday: string): DayRange => ({ from: monday, through: addDays(monday, 6) });

/** The limits that a care plan would newly exceed, or exceed by more. */
export const exceededByPlan = async (db: Db, scope: Scope, draft: DraftPlan): Promise<Exceeded[]> => {
  if (!scope.settings.capabilities.billing) return [];
  const around = countedAround(scope);
  const caps = await loadCaps(db);
  const mondays = comparedWeeks(draft, caps, around.today);
  const client = await loadTypeLedger(scope, draft, mondays.map(wholeWeek), db);
  const drafted = await ledgerPlanOf(db, draft, client);
  if (!drafted) return [];
  const { plan, covered } = drafted;
  const ruled = await loadRuled(db, around, caps);
  const { facts } = client;
  const ahead = addDays(around.today, AHEAD_DAYS);
  const compared = (caregivers: ReadonlyMap<number, number>): Compared => ({
    ...{ type: draft.type, providerId: draft.providerId, caregivers, since: around.today },
    parIds: new Set(facts.pars.map(({ id }) => id)),
    weeks: mondays,
    dates: mondays.flatMap((monday) => datesIn(wholeWeek(monday))),
    isClaimed: (date) => around.today <= date && date <= ahead && asksMedicaid(covered, date),
  });
  const caregivers = new Map([...client.caregivers, [plan.id, draft.providerId]]);
  const days = usedDays(facts, around.today, around.zone);
  const before = exceededIn(facts, days, compared(client.caregivers), ruled, around);
  const after = usedDaysWith(client, plan, days, around);
  return madeWorse(before, exceededIn(facts, after, compared(caregivers), ruled, around));
};

/** The same with earlier justifications, requested by the care plan form while it is edited. */
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
  if (planId !== null && !stored) return refuse('notFound', PLAN_GONE);
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

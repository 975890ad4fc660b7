import { type UsedUnits, unitsLeftFor } from '@homecare/domain/authorizations/units-left.ts';
import type {
  ClientNeeds,
  HoursDraft,
  PairPreference,
  TimeOff,
} from '@homecare/domain/availability/schema.ts';
import { rateOn } from '@homecare/domain/billing/counting.ts';
import { datedRates, unitRuleOf } from '@homecare/domain/billing/rates.ts';
import { chosenRule } from '@homecare/domain/calculator/limit-rules.ts';
import { addDays, instantOf } from '@homecare/domain/calendar.ts';
import {
  checkTemporaryStart,
  checkTemporarySwitch,
  findConflicts,
  isExcludedTooOld,
  outsideServices,
} from '@homecare/domain/care-plans/rules.ts';
import { asReason } from '@homecare/domain/errors.ts';
import { canText, smsNumber } from '@homecare/domain/messaging/rules.ts';
import { workweeks } from '@homecare/domain/payroll/workweeks.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { temporaryWindow } from '@homecare/domain/sites/limits.ts';
import {
  type AskedVisit,
  type Caregiver,
  coverPlan,
  otherTypeFor,
  type PlanFor,
  type StaffingRules,
  whyMoved,
} from '@homecare/domain/staffing/candidates.ts';
import { caregiverCaps } from '@homecare/domain/staffing/caps.ts';
import { type CoverTimes, inTimeAt } from '@homecare/domain/staffing/cover.ts';
import { dayParts } from '@homecare/domain/staffing/day-parts.ts';
import type { Holiday } from '@homecare/domain/staffing/holiday-contract.ts';
import { sayHoliday } from '@homecare/domain/staffing/holidays.ts';
import {
  type CallOut,
  callOutSpan,
  givenUp,
  type Opened,
  openVisits,
  wallMinuteOf,
  wallSpan,
} from '@homecare/domain/staffing/open-visits.ts';
import type { OpenVisit, VisitKey } from '@homecare/domain/staffing/schema.ts';
import {
  isLeft,
  type PlacedVisit,
  placedVisits,
  type StaffedVisit,
  type VisitRecord,
} from '@homecare/domain/staffing/staffed-visits.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import { sum } from '@homecare/domain/sum.ts';
import { loadUsedUnits } from '../authorizations/ledgers.ts';
import {
  listCaregiverHours,
  listClientNeeds,
  listPairPreferences,
  listSkillsAmong,
  listTimeOff,
} from '../availability/service.ts';
import { loadCaps, loadLimitRules } from '../calculator/service.ts';
import { listPlanPeople } from '../care-plans/reading.ts';
import { listRates } from '../payroll/rates.ts';
import { readPayRules } from '../payroll/settings.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { readChanged } from '../platform/db/changes.ts';
import type { Db } from '../platform/db/rows.ts';
import { readHolidays } from './holidays.ts';
import { keeping } from './kept.ts';
import {
  type AroundRevisions,
  type CaregiverRecord,
  type Days,
  listCallOutRows,
  listCaregiverRecords,
  listExemptions,
  listPairHistory,
  listPeople,
  listPlanNear,
  listPlansByIds,
  listPlansNear,
  listPlansOfClientNear,
  listPlansRunning,
  listRecords,
  listStoppedNumbers,
  listTypeRows,
  type PairExemption,
  type PairHistory,
  type RunningPlan,
  readAroundRevisions,
  type StaffPerson,
  type TypeRow,
} from './queries.ts';
import { loadReliability, NO_VISITS } from './reliability.ts';

/** Loads everything around some days that the rules of staffing need. */

export const daysBetween = ({ from, through }: Days): string[] => {
  const first = Temporal.PlainDate.from(from);
  const count = first.until(through, { largestUnit: 'day' }).days + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => first.add({ days: n }).toString());
};

/** The plans, visits and people of some days. */
export interface Around {
  readonly plans: readonly RunningPlan[];
  readonly visits: readonly StaffedVisit[];
  /** Including visits that the office closed. */
  readonly placed: readonly PlacedVisit[];
  readonly records: readonly VisitRecord[];
  readonly people: ReadonlyMap<number, StaffPerson>;
  /** Archive dates by person. */
  readonly archived: ReadonlyMap<number, string>;
  readonly callOuts: readonly CallOut[];
  /** Approved time off only. */
  readonly timeOff: readonly TimeOff[];
}

interface Loaded {
  readonly plans: readonly RunningPlan[];
  /** At least the visits of these plans. */
  readonly records: readonly VisitRecord[];
  readonly everybody: readonly StaffPerson[];
}

const aroundOf = async (
  db: Db,
  scope: Scope,
  days: Days,
  { plans, records, everybody }: Loaded,
): Promise<Around> => {
  const zone = scope.settings.timeZone;
  const people = new Map(everybody.map((person) => [person.id, person]));
  const archived = new Map(
    everybody.flatMap(({ id, archived: date }) => (date === null ? [] : [[id, date] as const])),
  );
  const known = new Set(plans.map(({ id }) => id));
  const own = records.filter(({ planId }) => known.has(planId));
  // A night shift of the last day reaches into the next day.
  const [from, until] = [days.from, addDays(days.through, 2)].map((day) =>
    instantOf(day, '00:00', zone).toString(),
  );
  const placed = placedVisits({ plans, records: own, archived }, daysBetween(days), scope.today().toString());
  return {
    plans,
    records: own,
    placed,
    visits: placed.filter(isLeft),
    people,
    archived,
    callOuts: await listCallOutRows(db, from ?? '', until ?? ''),
    timeOff: await listTimeOff(db, days, ['Approved']),
  };
};

const loadOfAll = async (
  db: Db,
  scope: Scope,
  days: Days,
  plans: readonly RunningPlan[],
): Promise<Around> => {
  const records = await listRecords(db, days);
  return aroundOf(db, scope, days, { plans, records, everybody: await listPeople(db) });
};

export const loadAround = async (db: Db, scope: Scope, days: Days): Promise<Around> =>
  loadOfAll(db, scope, days, await listPlansNear(db, days));

/** Loads only the records and people of these plans. */
const loadOfFew = async (
  db: Db,
  scope: Scope,
  days: Days,
  plans: readonly RunningPlan[],
  clients: readonly number[],
): Promise<Around> => {
  const records = await listRecords(
    db,
    days,
    plans.map(({ id }) => id),
  );
  const ids = [...plans, ...records].map(({ ProviderID }) => ProviderID);
  const everybody = await listPeople(db, [...new Set([...clients, ...ids])]);
  return aroundOf(db, scope, days, { plans, records, everybody });
};

/** The same for one client's plans only: a hundred answers at once each load it. */
export const loadAroundClient = async (db: Db, scope: Scope, clientId: number, days: Days): Promise<Around> =>
  loadOfFew(db, scope, days, await listPlansOfClientNear(db, clientId, days), [clientId]);

/** The same for one plan and its covers only. */
export const loadAroundPlan = async (
  db: Db,
  scope: Scope,
  { id, ClientID }: Pick<RunningPlan, 'id' | 'ClientID'>,
  days: Days,
): Promise<Around> => loadOfFew(db, scope, days, await listPlanNear(db, id, days), [ClientID]);

/** The visits among them that nobody is coming to. */
export const openOf = (scope: Scope, { visits, people, callOuts, timeOff }: Around): Opened[] =>
  openVisits(visits, {
    now: scope.now(),
    zone: scope.settings.timeZone,
    lateMinutes: scope.settings.capabilities.lateMinutes,
    ...{ callOuts, timeOff, checks: people },
  });

export const nameOf = (people: Around['people'], id: number) => people.get(id)?.name ?? '';

/** An open visit with its names. */
export const describeOpen = (
  { visit, reason, since, note }: Opened,
  people: Around['people'],
): OpenVisit => ({ ...describeVisit(visit, people), reason, since, note });

export const describeVisit = (visit: StaffedVisit, people: Around['people']) => ({
  planId: visit.planId,
  day: visit.day,
  date: visit.date,
  visitId: visit.visitId,
  isExempt: visit.isExempt,
  ClientID: visit.ClientID,
  Client: nameOf(people, visit.ClientID),
  town: people.get(visit.ClientID)?.town ?? null,
  ProviderID: visit.ProviderID,
  Provider: nameOf(people, visit.ProviderID),
  Type: visit.Type,
  start: visit.start,
  end: visit.end,
  minutes: visit.minutes,
});

/** The visit at the times at which it can still take place, or at the chosen times. */
export const inTime = (scope: Scope, visit: StaffedVisit, chosen?: CoverTimes): StaffedVisit =>
  inTimeAt(visit, scope.now(), scope.settings.timeZone, chosen);

// --- Candidates ------------------------------------------------------------------------------------------------------

/** Overtime depends on the workweek and the seven days before it, and a visit may cross the border of a week. */
export const daysOfWeek = (weekOf: ReturnType<typeof workweeks>, date: string): Days => {
  const { from, through } = weekOf(date);
  return { from: addDays(from, -8), through: addDays(through, 1) };
};

/** The dates that visits touch. A night shift reaches into the next day, which can be in another week. */
export const datesOf = (visits: readonly StaffedVisit[]): string[] =>
  visits.flatMap((visit) => dayParts(visit).map(({ date }) => date));

/** What candidatesFor needs whatever the visit, loaded once for all visits of some days. */
export interface World {
  readonly around: Around;
  readonly rules: StaffingRules;
  readonly types: ReadonlyMap<string, TypeRow>;
  readonly holidays: readonly Holiday[];
  readonly caregivers: readonly StaffMember[];
}
/** A caregiver before the client is known. */
type StaffMember = Omit<Caregiver, 'skills' | 'visitsHere' | 'isRelative' | 'pair' | 'exemptions'>;

/** The search for a caregiver and every drag over the board load the same data several times a minute. */
const KEPT_MS = 30_000;
const keptAround = keeping<Around>(KEPT_MS);
/**
 * Parts of the same data, each read again only when it has changed: saving a plan leaves people and visits as they are. What no
 * revision covers is at most a minute old, because a part can be as old as the whole when the whole is built from it.
 */
const keptPlans = keeping<FollowedPlans>(KEPT_MS, ({ readAt }) => readAt);
const keptRecords = keeping<readonly VisitRecord[]>(KEPT_MS);
const keptPeople = keeping<readonly StaffPerson[]>(KEPT_MS);

/** Plans of some days as of a revision. */
interface FollowedPlans {
  readonly plans: readonly RunningPlan[];
  readonly revision: string;
  /** What else they depend on: the days, and the people whose names they contain. */
  readonly of: string;
  /** When they were last all read. */
  readonly readAt: number;
}

/** Plans that run near some days. Of the kept ones, only those saved since are read again; the others stay as old as they were. */
const followPlans = async (
  db: Db,
  { site }: Scope,
  days: Days,
  /** Undefined in a transaction, which keeps nothing. */
  revisions: AroundRevisions | undefined,
  before: FollowedPlans | undefined,
): Promise<FollowedPlans> => {
  const { plans: revision = '', people = '' } = revisions ?? {};
  const of = [days.from, days.through, people].join(' ');
  if (before?.of === of && performance.now() - before.readAt < KEPT_MS) {
    const { changed } = await readChanged(site.pool, [['carePlans', 'all']], [Number(before.revision)]);
    const ids = changed?.get('carePlans');
    if (ids) {
      const isChanged = new Set(ids);
      const kept = before.plans.filter(({ id }) => !isChanged.has(id));
      const read = await listPlansRunning(db, days, ids);
      return { ...before, revision, plans: [...kept, ...read].toSorted((a, b) => a.id - b.id) };
    }
  }
  return { plans: await listPlansRunning(db, days), revision, of, readAt: performance.now() };
};

/** The ended plans that still have visits on the days. */
const plansOfRecords = async (
  db: Db,
  records: readonly VisitRecord[],
  running: readonly RunningPlan[],
  { from, through }: Days,
): Promise<RunningPlan[]> => {
  const known = new Set(running.map(({ id }) => id));
  const ids = new Set(
    records
      .filter(({ date, planId }) => from <= date && date <= through && !known.has(planId))
      .map(({ planId }) => planId),
  );
  return ids.size === 0 ? [] : listPlansByIds(db, [...ids]);
};

/** All plans, visits and people of some days, with the plans that start up to a later day. */
const loadKept = (db: Db, scope: Scope, days: Days, plansUntil: string): Promise<Around> => {
  const { from, through } = days;
  const span = [from, through, plansUntil].join(' ');
  let known: Promise<AroundRevisions> | undefined;
  const keyOf = (pick: (revisions: AroundRevisions) => readonly string[]) => async () => {
    known ??= readAroundRevisions(db, days);
    return [span, ...pick(await known)].join(' ');
  };
  return keptAround(
    db,
    scope,
    keyOf((all) => [scope.today().toString(), scope.settings.timeZone, ...Object.values(all)]),
    async () => {
      const { plans: running } = await keptPlans(
        db,
        scope,
        // Plans contain names, so they depend on people too.
        keyOf(({ plans, people }) => [plans, people]),
        async (before) => followPlans(db, scope, { from, through: plansUntil }, await known, before),
      );
      const records = await keptRecords(
        db,
        scope,
        keyOf(({ visits }) => [visits]),
        () => listRecords(db, days),
      );
      const everybody = await keptPeople(
        db,
        scope,
        keyOf(({ people }) => [people]),
        () => listPeople(db),
      );
      return aroundOf(db, scope, days, {
        plans: [...running, ...(await plansOfRecords(db, records, running, days))],
        records,
        everybody,
      });
    },
  );
};

export const loadWorld = async (
  db: Db,
  scope: Scope,
  dates: readonly string[],
  isFarther: boolean,
  /** Also load plans that start up to this day; undefined loads only those that run on the days. */
  plansThrough?: string,
): Promise<World> => {
  const { rules: payRules } = await readPayRules(db);
  const weekOf = workweeks(payRules.overtime);
  const weeks = dates.map((date) => daysOfWeek(weekOf, date));
  const from = weeks.map((week) => week.from).reduce((a, b) => (a < b ? a : b));
  const through = weeks.map((week) => week.through).reduce((a, b) => (a > b ? a : b));
  const around = await loadKept(db, scope, { from, through }, plansThrough ?? through);
  const types = new Map((await listTypeRows(db)).map((type) => [type.Code, type]));
  const zone = scope.settings.timeZone;
  const limitRules = await loadLimitRules(db);
  return {
    around,
    types,
    holidays: (await readHolidays(db)).holidays,
    caregivers: await loadStaff(db, scope, around),
    rules: {
      weekOf,
      zone,
      now: wallMinuteOf(scope.now().toString(), zone),
      caps: caregiverCaps(await loadCaps(db), limitRules),
      beyondUnits: chosenRule(limitRules, 'coverUnits'),
      categoriesOf: (code) => types.get(code)?.categories ?? [],
      isFarther,
      seesMoney: seesAuthorizationMoney(scope.user.role),
    },
  };
};

const loadStaff = async (db: Db, scope: Scope, around: Around): Promise<StaffMember[]> => {
  const zone = scope.settings.timeZone;
  const records = await listCaregiverRecords(db);
  const reliability = await loadReliability(db, scope);
  const rates = await listRates(
    db,
    records.map(({ id }) => id),
  );
  const [stopped, hours] = [await listStoppedNumbers(db), await listCaregiverHours(db)];
  // A caregiver does not work the visits they gave up: neither hours nor travel count. A caregiver who called out is away for the whole visit.
  const lost = givenUp(around.visits, { ...around, zone, checks: around.people });
  const isLost = new Set(lost.map(({ visit }) => visit));
  const byProvider = Map.groupBy(
    around.visits.filter((visit) => !isLost.has(visit)),
    ({ ProviderID }) => ProviderID,
  );
  const calledOutOf = Map.groupBy(
    lost.flatMap(({ visit, reason }) => (reason === 'calledOut' ? [visit] : [])),
    ({ ProviderID }) => ProviderID,
  );
  const plansOf = Map.groupBy(around.plans, ({ ProviderID }) => ProviderID);
  const callOuts = Map.groupBy(around.callOuts, ({ ProviderID }) => ProviderID);
  const timeOff = Map.groupBy(around.timeOff, ({ providerId }) => providerId);
  const isSent = scope.settings.aggregator !== null;
  const { smsEnabled } = scope.settings.capabilities;
  return records.flatMap((record): StaffMember[] => {
    const person = around.people.get(record.id);
    if (!person) return [];
    return [
      {
        ...caregiverOf(person, record, isSent),
        ...(reliability.get(person.id) ?? NO_VISITS),
        ...hoursOfCaregiver(hours.get(person.id)),
        timeOff: timeOff.get(person.id) ?? [],
        calledOut: [
          ...(callOuts.get(person.id) ?? []).map((one) => callOutSpan(one, zone)),
          ...(calledOutOf.get(person.id) ?? []).map(wallSpan),
        ],
        visits: byProvider.get(person.id) ?? [],
        plans: plansOf.get(person.id) ?? [],
        rates: rates.get(person.id) ?? [],
        takesTexts: smsEnabled && canText(person.phone) && !stopped.has(smsNumber(person.phone)),
      },
    ];
  });
};

const caregiverOf = (person: StaffPerson, record: CaregiverRecord, isSent: boolean) => ({
  id: person.id,
  name: person.name,
  town: person.town,
  place: person.place,
  language: person.language,
  startIhss: person.startIhss,
  checks: person,
  hasLogin: record.hasLogin,
  isAccepted: isSent ? record.isAccepted : null,
});

export interface Question {
  readonly asked: AskedVisit;
  readonly caregivers: readonly Caregiver[];
}

/** The plan by which a visit of a client would be worked; the client's name is given. */
type PlanOf = (visit: StaffedVisit, clientName: string) => PlanFor;

interface Asking {
  /** Covers, by default. */
  readonly planOf?: PlanOf;
  /** Another day when looking at the past. */
  readonly today?: Temporal.PlainDate;
}

/** Everything candidatesFor needs about some visits. */
export const askAbout = async (
  db: Db,
  scope: Scope,
  world: World,
  visits: readonly StaffedVisit[],
  { planOf = coverPlan, today = scope.today() }: Asking = {},
): Promise<Question[]> => {
  if (visits.length === 0) return [];
  const clients = [...new Set(visits.map(({ ClientID }) => ClientID))];
  const history = await listPairHistory(db, clients, today.toString());
  const needs = await listClientNeeds(db, clients);
  const preferences = await listPairPreferences(db, clients);
  const required = [...needs.values()].flatMap(({ skills }) => skills);
  const skills = await listSkillsAmong(db, [...new Set(required)]);
  const exemptions = (await listExemptions(db, clients)).filter(
    ({ excluded }) => !isExcludedTooOld(excluded, today),
  );
  const byClient = Map.groupBy(history, ({ ClientID }) => ClientID);
  const known = new Map<number, readonly Caregiver[]>();
  for (const client of clients)
    known.set(
      client,
      caregiversFor(
        world,
        skills,
        byClient.get(client) ?? [],
        pairsOf(preferences, client),
        exemptions.filter(({ ClientID }) => ClientID === client),
      ),
    );
  const dates = visits.map(({ date }) => date).sort();
  const days = { from: dates[0] ?? '', through: dates.at(-1) ?? '' };
  const used = await loadUsedUnits(db, scope, clients, days);
  const services = new Map(
    (await listPlanPeople(scope, clients, db)).map((person) => [person.ID, outsideServices(person)]),
  );
  return visits.map((visit) => ({
    asked: askedOf(visit, world, {
      needs: needs.get(visit.ClientID),
      used: used.get(visit.ClientID) ?? NOTHING_AUTHORIZED,
      services: services.get(visit.ClientID) ?? [],
      visitsOfClient: sum((byClient.get(visit.ClientID) ?? []).map(({ visitsHere }) => visitsHere)),
      planOf,
      today,
      settings: scope.settings,
    }),
    caregivers: known.get(visit.ClientID) ?? [],
  }));
};

/** The caregivers with what connects them to one client. */
const caregiversFor = (
  { caregivers }: World,
  skills: ReadonlyMap<number, readonly string[]>,
  history: readonly PairHistory[],
  pairs: ReadonlyMap<number, PairPreference>,
  exemptions: readonly PairExemption[],
): Caregiver[] => {
  const known = new Map(history.map((pair) => [pair.ProviderID, pair]));
  const exempt = Map.groupBy(exemptions, ({ ProviderID }) => ProviderID);
  return caregivers.map((person) => ({
    ...person,
    skills: skills.get(person.id) ?? [],
    visitsHere: known.get(person.id)?.visitsHere ?? 0,
    isRelative: known.get(person.id)?.isRelative ?? false,
    pair: pairs.get(person.id) ?? null,
    exemptions: exempt.get(person.id) ?? [],
  }));
};

const hoursOfCaregiver = (hours: HoursDraft | undefined) => ({
  windows: hours?.windows ?? null,
  wishedMinutes: hours?.wishedMinutes ?? null,
  mostMinutes: hours?.mostMinutes ?? null,
  farthestMiles: hours?.farthestMiles ?? null,
});

/** What a client and caregivers said about each other. A refusal from either side outweighs a preference. */
const pairsOf = (
  preferences: readonly PairPreference[],
  clientId: number,
): ReadonlyMap<number, PairPreference> => {
  const own = preferences.filter((pair) => pair.clientId === clientId);
  const wishesFirst = own.toSorted((a, b) => Number(a.kind === 'never') - Number(b.kind === 'never'));
  return new Map(wishesFirst.map((pair) => [pair.providerId, pair]));
};

const NOTHING_AUTHORIZED: UsedUnits = { pars: [], days: [] };

interface AboutClient extends Required<Asking> {
  readonly needs: ClientNeeds | undefined;
  readonly used: UsedUnits;
  readonly services: ReturnType<typeof outsideServices>;
  readonly visitsOfClient: number;
  readonly settings: Pick<Scope['settings'], 'capabilities' | 'pack'>;
}

/** A type with its terms on a day. */
const typeOn = ({ terms, ...type }: TypeRow, date: string, isOutside: boolean, pack: StatePack) => {
  const month = date.slice(0, 7);
  const rates = datedRates(terms, isOutside ? 'outside' : 'inside', month);
  return {
    ...type,
    unitRule: unitRuleOf(terms, month, pack),
    unitCents: rates.length === 0 ? null : rateOn({ payRate: 0, rates }, date),
  };
};

const askedOf = (
  visit: StaffedVisit,
  { around: { people, plans }, types, holidays }: World,
  { needs, used, services, visitsOfClient, planOf, today, settings: { capabilities, pack } }: AboutClient,
): AskedVisit => {
  const startFaults = (day: string) => checkTemporaryStart(day, today, temporaryWindow(capabilities));
  const client = people.get(visit.ClientID);
  const type = types.get(visit.Type);
  if (!client || !type) throw new Error('an open visit has no client or no type');
  const left = unitsLeftFor(used, { date: visit.date, plans: [visit.planId, visit.byPlanId] });
  const own = typeOn(type, visit.date, client.isOutside, pack);
  const others = plans.filter(({ ClientID }) => ClientID === visit.ClientID);
  const plan = planOf(visit, client.name);
  // Ignore the cover being replaced. The covered plan decides whether two caregivers may come at once.
  const besides = others.filter(({ id }) => id === visit.planId || id !== visit.byPlanId);
  const [fault] = [
    ...(plan.coversPlanId === null ? [] : [...checkTemporarySwitch(capabilities), ...startFaults(visit.day)]),
    ...findConflicts({ ...plan, ProviderID: 0, Provider: '' }, besides, services),
  ];
  return {
    visit,
    plan,
    place: client.place,
    language: client.language,
    requiredSkills: needs?.skills ?? [],
    requiredLanguages: needs?.languages ?? [],
    wishedLanguages: needs?.wishedLanguages ?? [],
    type: { ...own, unitsLeft: left.get(own.Code) ?? null },
    otherType: otherTypeFor(own, {
      types: [...types.values()].map((other) => typeOn(other, visit.date, client.isOutside, pack)),
      left,
      visit,
    }),
    visitsOfClient,
    holiday: sayHoliday(holidays, visit.date) ?? null,
    whyNobody: whyMoved(visit, today.toString()) ?? (fault ? asReason(fault.message) : null),
  };
};

/** The first of some open visits with this key. */
export const findOpen = (opened: readonly Opened[], { planId, day }: VisitKey) =>
  opened.find(({ visit }) => visit.planId === planId && visit.day === day);

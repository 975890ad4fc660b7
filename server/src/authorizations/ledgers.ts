import type * as calls from '@homecare/domain/authorizations/contract.ts';
import { exceededCaps, exceededPars } from '@homecare/domain/authorizations/exceeded.ts';
import {
  type AuthorizationLine,
  authorizationLines,
  type Finding,
  lastDayNeeded,
} from '@homecare/domain/authorizations/findings.ts';
import {
  asUsed,
  type CountedDay,
  daysBehind,
  type Ledger,
  type LedgerFacts,
  type LedgerPart,
  ledgerOf,
  usedDays,
} from '@homecare/domain/authorizations/ledger.ts';
import { lastDayOfYear, limitUses } from '@homecare/domain/authorizations/limits.ts';
import { parOn } from '@homecare/domain/authorizations/pars.ts';
import {
  isWorkedMonth,
  type LedgerPlan,
  type PlanMonthsAround,
  planMonths,
} from '@homecare/domain/authorizations/plan-months.ts';
import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import { type UsedUnits, usedUnits } from '@homecare/domain/authorizations/units-left.ts';
import { type DayRange, daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { rateOfTerm } from '@homecare/domain/billing/rates.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type { CoveredClient } from '@homecare/domain/payers/rules.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { type ProgramFrom, termsOfClient } from '@homecare/domain/plan-types/programs.ts';
import { termsOn } from '@homecare/domain/plan-types/rules.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import { listLedgerCards, listLedgerPlans } from '../billing/ledger-facts.ts';
import { rangeOfMonths } from '../billing/months.ts';
import { loadCaps, loadLimitRules } from '../calculator/service.ts';
import { listAskedDays } from '../claims/asked.ts';
import { listPayersOfClients } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  findLedgerPar,
  type LedgerParRow,
  listClientPrograms,
  listJustifications,
  listLedgerPars,
  listLimitedTypes,
  listNames,
  listTermsOf,
  type Names,
} from './queries.ts';

/** The ledger of authorized units for screens and other features (docs/rules/authorizations.md). */

export interface ClientLedger {
  readonly clientId: number;
  readonly facts: LedgerFacts;
  /** The caregiver of each plan. */
  readonly caregivers: ReadonlyMap<number, number>;
  readonly plans: readonly LedgerPlan[];
  /** The days counted. */
  readonly range: DayRange;
}

/** Ended authorizations count for this long, so that their days do not appear to have none. */
const BACK_DAYS = 366;

/** Everything the ledgers of clients are computed from, on the site's day; all clients by default. */
export const loadLedgers = async (
  scope: Scope,
  clientIds: readonly number[] | null = null,
  db: Db = scope.site.db,
): Promise<ClientLedger[]> => {
  const today = scope.today().toString();
  const pars = await listLedgerPars(db, clientIds, addDays(today, -BACK_DAYS));
  return factsOf(db, scope, clientIds, pars, countedDays(today));
};

const countedDays = (today: string): DayRange => ({
  from: addDays(today, -BACK_DAYS),
  through: lastDayNeeded(today),
});

/** The ledger of a client without plans and authorizations. */
const emptyLedger = (clientId: number, range: DayRange): ClientLedger => ({
  clientId,
  facts: { pars: [], cards: [], visits: [], claims: [] },
  caregivers: new Map(),
  plans: [],
  range,
});

/** The ledger of one client, who may have no plans and authorizations yet. */
export const loadClientLedger = async (scope: Scope, clientId: number, db: Db): Promise<ClientLedger> => {
  const [found] = await loadLedgers(scope, [clientId], db);
  return found ?? emptyLedger(clientId, countedDays(scope.today().toString()));
};

/** What the months of care plans are counted by. */
export const countedAround = (scope: Scope): PlanMonthsAround => ({
  today: scope.today().toString(),
  zone: scope.settings.timeZone,
  pack: scope.settings.pack,
});

/** What a single care plan contributes to its client's ledger, as currently stored: its billing records, and its months by their visits. */
export const loadPlanFacts = async (
  db: Db,
  scope: Scope,
  { clientId, range }: ClientLedger,
  planId: number,
): Promise<Pick<LedgerFacts, 'cards' | 'visits'>> => {
  const around = countedAround(scope);
  const cards = await listLedgerCards(db, [clientId], range, planId);
  const plans = await listLedgerPlans(db, [clientId], range, planId);
  return { cards, visits: plans.flatMap((plan) => planMonths(plan, range, around)) };
};

/**
 * What the limits of one type are checked against: the client's current authorizations of the type, with all of their days, the
 * years that begin with them, and the weeks compared.
 */
export const loadTypeLedger = async (
  scope: Scope,
  { clientId, type }: { readonly clientId: number; readonly type: string },
  weeks: readonly DayRange[],
  db: Db,
): Promise<ClientLedger> => {
  const today = scope.today().toString();
  const current = await listLedgerPars(db, [clientId], today);
  const pars = current.filter((par) => par.type === type);
  const years = pars.map(({ from }) => ({ from, through: lastDayOfYear(from) }));
  const least = rangeWith(weeks[0] ?? { from: today, through: today }, [...weeks, ...years]);
  const [found] = await factsOf(db, scope, [clientId], pars, least);
  return found ?? emptyLedger(clientId, least);
};

/** A range extended to all days of others, such as authorizations. */
const rangeWith = (least: DayRange, pars: readonly DayRange[]): DayRange =>
  pars.reduce(
    ({ from, through }, par) => ({
      from: par.from < from ? par.from : from,
      through: par.through > through ? par.through : through,
    }),
    least,
  );

/** The value of a unit of an authorization on a day or, outside its days, on the nearest one; nothing once its client has left. */
const unitCentsOf = (
  { from, through, isOutside, isArchived }: LedgerParRow,
  terms: readonly Term[],
  day: string,
): number => {
  if (isArchived) return 0;
  const within = day < from ? from : day > through ? through : day;
  return rateOfTerm(termsOn(terms, within), isOutside ? 'outside' : 'inside') ?? 0;
};

/** The ledgers of these authorizations. Each client has a separate range that contains all days of their authorizations. */
const factsOf = async (
  db: Db,
  scope: Scope,
  clientIds: readonly number[] | null,
  pars: readonly LedgerParRow[],
  least: DayRange,
  isNeeded?: Parameters<typeof planMonths>[3],
): Promise<ClientLedger[]> => {
  const range = rangeWith(least, pars);
  const around = countedAround(scope);
  const cards = Map.groupBy(await listLedgerCards(db, clientIds, range), ({ clientId }) => clientId);
  const plans = Map.groupBy(await listLedgerPlans(db, clientIds, range), ({ clientId }) => clientId);
  const claims = await listAskedDays(db, scope, clientIds, range.from);
  const terms = await listTermsOf(
    db,
    pars.map(({ type }) => type),
  );
  const parsOf = Map.groupBy(pars, ({ clientId }) => clientId);
  const ids = new Set([...parsOf.keys(), ...plans.keys(), ...cards.keys()]);
  return [...ids].map((clientId) => {
    const ownPars = (parsOf.get(clientId) ?? []).map((par) => ({
      ...par,
      unitCents: unitCentsOf(par, terms.get(par.type) ?? [], around.today),
    }));
    const ownPlans = plans.get(clientId) ?? [];
    const own = rangeWith(least, ownPars);
    return {
      clientId,
      caregivers: new Map(ownPlans.map(({ id, providerId }) => [id, providerId])),
      plans: ownPlans,
      range: own,
      facts: {
        pars: ownPars,
        cards: (cards.get(clientId) ?? []).filter(
          ({ startPeriod, endPeriod }) => startPeriod <= own.through && own.from <= endPeriod,
        ),
        visits: ownPlans.flatMap((plan) => planMonths(plan, own, around, isNeeded)),
        claims: (claims.get(clientId) ?? []).filter(({ day }) => own.from <= day),
      },
    };
  });
};

/** What uses up the clients' authorizations in units that are valid on one of the days; clients without one are left out. */
export const loadUsedUnits = async (
  db: Db,
  scope: Scope,
  clientIds: readonly number[],
  days: DayRange,
  isNeeded?: Parameters<typeof planMonths>[3],
): Promise<ReadonlyMap<number, UsedUnits>> => {
  const ledgers = await usedFacts(db, scope, clientIds, days, isNeeded);
  const [today, zone] = [scope.today().toString(), scope.settings.timeZone];
  return new Map(ledgers.map(({ clientId, facts }) => [clientId, usedUnits(facts, today, zone)]));
};

/** The facts of clients with authorizations in units that are valid on one of the days. */
const usedFacts = async (
  db: Db,
  scope: Scope,
  clientIds: readonly number[],
  days: DayRange,
  isNeeded?: Parameters<typeof planMonths>[3],
): Promise<ClientLedger[]> => {
  const pars = (await listLedgerPars(db, clientIds, days.from)).filter((par) => isInUnits(par, days));
  const [first] = pars;
  if (!first) return [];
  const clients = [...new Set(pars.map(({ clientId }) => clientId))];
  return factsOf(db, scope, clients, pars, first, isNeeded);
};

const isInUnits = (
  { from, through, units }: Pick<LedgerParRow, 'from' | 'through' | 'units'>,
  days: DayRange,
) => units !== null && from <= days.through && days.from <= through;

/** The worked units among them by month, without the month's own visits, because its cards are about to be made from those. */
export const loadWorkedUnits = async (
  db: Db,
  scope: Scope,
  asked: ReadonlyMap<string, readonly number[]>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, UsedUnits>>> => {
  const [today, zone] = [scope.today().toString(), scope.settings.timeZone];
  const now = today.slice(0, 7);
  const months = [...asked.keys()];
  if (months.length === 0) return new Map();
  const ids = [...new Set([...asked.values()].flat())];
  // For a single month, its own visits need not be counted at all.
  const only = months.length === 1 ? months[0] : undefined;
  const ledgers = await usedFacts(
    db,
    scope,
    ids,
    rangeOfMonths(months),
    (plan, each) => each !== only && each <= now && isWorkedMonth(plan, each),
  );
  const known = new Map(ledgers.map((one) => [one.clientId, one.facts]));
  const usedIn = (month: string, facts: LedgerFacts) => {
    const pars = facts.pars.filter((par) => isInUnits(par, daysOfMonth(month)));
    const visits = facts.visits.filter((one) => one.month !== month);
    return pars.length === 0 ? [] : [usedUnits({ ...facts, pars, visits }, today, zone)];
  };
  return new Map(
    [...asked].map(([month, clientIds]) => [
      month,
      new Map(
        clientIds.flatMap((id) => {
          const facts = known.get(id);
          return facts ? usedIn(month, facts).map((used) => [id, used] as const) : [];
        }),
      ),
    ]),
  );
};

/** Every authorization these clients ever had, for the books. */
export const listAllPars = (db: Db, clientIds: readonly number[]) =>
  listLedgerPars(db, clientIds, '0001-01-01');

const findingOf = ({ days: _, ...finding }: Finding, withMoney: boolean) => ({
  ...finding,
  cents: withMoney ? finding.cents : null,
});

const rowOf = (
  { ledger, findings }: AuthorizationLine,
  clientId: number,
  names: Names,
  withMoney: boolean,
): AuthorizationRow => {
  const { par, type, authorized, left, short, unused, runsOut, runsOutAtPace } = ledger;
  const { worked, onCards, claimed, paid, denied, planned } = ledger;
  return {
    id: par?.id ?? null,
    clientId,
    client: names.clients.get(clientId)?.name ?? '',
    caseManager: names.clients.get(clientId)?.caseManager ?? null,
    program: names.clients.get(clientId)?.program ?? null,
    type,
    typeName: names.types.get(type) ?? type,
    number: par?.number ?? null,
    from: par?.from ?? null,
    through: par?.through ?? null,
    ...{ worked, onCards, claimed, paid, denied, planned },
    ...{ authorized, left, short, unused, runsOut, runsOutAtPace },
    findings: findings.map((finding) => findingOf(finding, withMoney)),
  };
};

/** Who pays for a client; undefined if there is no such client. */
const coveredClient = (
  { clients }: Names,
  payers: Awaited<ReturnType<typeof listPayersOfClients>>,
  id: number,
): CoveredClient | undefined => {
  const client = clients.get(id);
  return client && { isPrivate: client.isPrivate, payers: payers.get(id) ?? [] };
};

const atStake = ({ findings: [first] }: AuthorizationLine) => first?.cents ?? -1;

/** The lines of some clients, or of all, with the most at stake first. */
const authorizationRows = async (
  scope: Scope,
  clientIds: readonly number[] | null,
  withMoney: boolean,
): Promise<AuthorizationRow[]> => {
  const today = scope.today().toString();
  const { timeZone: zone } = scope.settings;
  const names = await listNames(scope.site.db, clientIds, today);
  const payers = await listPayersOfClients(scope.site.db, clientIds);
  const lines = (await loadLedgers(scope, clientIds)).flatMap(({ clientId: of, facts }) => {
    const client = coveredClient(names, payers, of);
    // A client merged into another record has no name here.
    if (!client) return [];
    return authorizationLines(facts, client, today, zone).map((line) => ({ clientId: of, line }));
  });
  return lines
    .toSorted((a, b) => atStake(b.line) - atStake(a.line))
    .map(({ clientId: of, line }) => rowOf(line, of, names, withMoney));
};

export const listAuthorizations: UseCase<typeof calls.listAuthorizations> = async (scope, { clientId }) => {
  const withMoney = seesAuthorizationMoney(scope.user.role);
  const clientIds = clientId === undefined ? null : [clientId];
  return done({
    day: scope.today().toString(),
    rows: await authorizationRows(scope, clientIds, withMoney),
  });
};

/** All lines with dollars. Whoever shows them must remove what the reader may not see. */
export const listStakes = (scope: Scope): Promise<AuthorizationRow[]> => authorizationRows(scope, null, true);

const rateOf = ({ days }: Ledger) => {
  const last = days.at(-1);
  return last ? last.cents / last.units : null;
};

/** 'T1019 U1'; null if there is none. */
const codeOn = (terms: readonly Term[], programs: readonly ProgramFrom[], day: string) => {
  const own = termsOfClient(terms, programs);
  const term = termsOn(own, day) ?? own[0];
  return term && term.procedureCode !== null ? [term.procedureCode, ...term.modifiers].join(' ') : null;
};

/** The line of an authorization, in any state, with what its client has used of the limits. */
export const loadLine = async (scope: Scope, par: LedgerParRow, db: Db = scope.site.db) => {
  const { timeZone: zone } = scope.settings;
  const today = scope.today().toString();
  const [client] = await loadLedgers(scope, [par.clientId], db);
  const facts = client?.facts ?? { pars: [par], cards: [], visits: [], claims: [] };
  const ids = [par.clientId];
  const covered = coveredClient(
    await listNames(db, ids, today),
    await listPayersOfClients(db, ids),
    par.clientId,
  );
  const line =
    covered &&
    authorizationLines(facts, covered, today, zone).find(({ ledger }) => ledger.par?.id === par.id);
  const ledger = line?.ledger ?? ledgerOf(par, { ...facts, pars: [...facts.pars, par] }, today, zone);
  const types = await listLimitedTypes(db, today);
  const limitFacts = {
    caps: await loadCaps(db),
    days: usedDays(facts, today, zone),
    types,
    caregivers: client?.caregivers ?? new Map<number, number>(),
  };
  return (
    ledger && { ledger, findings: line?.findings ?? [], types, limits: limitUses(limitFacts, par, today) }
  );
};

/** The days behind one number of an authorization; without a number, all days that use its units. */
export const listDaysBehind = async (
  scope: Scope,
  parId: number,
  part: LedgerPart | undefined,
): Promise<readonly CountedDay[]> => {
  const par = await findLedgerPar(scope.site.db, parId);
  const line = par && (await loadLine(scope, par));
  return line ? daysBehind(line.ledger, part) : [];
};

/** The days that use units of a client; for a type, those on which no authorization of it is valid. */
export const listUsedDays = async (
  scope: Scope,
  clientId: number,
  type: string | undefined,
): Promise<readonly CountedDay[]> => {
  const { facts } = await loadClientLedger(scope, clientId, scope.site.db);
  const days = usedDays(facts, scope.today().toString(), scope.settings.timeZone);
  const own =
    type === undefined ? days : days.filter((day) => day.type === type && !parOn(facts.pars, type, day.date));
  return own.map(asUsed);
};

export const getAuthorization: UseCase<typeof calls.getAuthorization> = async (scope, { id }) => {
  const { db } = scope.site;
  const today = scope.today().toString();
  const par: LedgerParRow | undefined = await findLedgerPar(db, id);
  if (!par) return refuse('notFound');
  const line = await loadLine(scope, par);
  if (!line) return refuse('notFound');
  const { ledger, types, limits } = line;
  const names = await listNames(db, [par.clientId], today);
  const programs = await listClientPrograms(db, par.clientId);
  const rules = await loadLimitRules(db);
  const exceeded = [...exceededPars([ledger], rules, today), ...exceededCaps(limits, rules)];
  const withMoney = seesAuthorizationMoney(scope.user.role);
  const money = (cents: number | null) => (withMoney ? cents : null);
  return done({
    day: today,
    row: rowOf(line, par.clientId, names, withMoney),
    rev: par.rev,
    findingDays: line.findings.map(({ kind, days }) => ({
      kind,
      days: [...new Set(days.map(({ date }) => date))],
      visits: days.length,
    })),
    shortCents: money(ledger.shortCents),
    paidCents: money(ledger.paidCents),
    deniedCents: money(ledger.deniedCents),
    rateCents: money(rateOf(ledger)),
    programs: programs.map(({ from, program, name }) => ({
      ...{ from, program, name },
      code: codeOn(types.get(par.type)?.terms ?? [], programs, from),
    })),
    limits,
    deniedClaims: withMoney ? [...ledger.deniedClaims] : [],
    exceeded: exceeded.map(({ limit }) => limit),
    justifications: await listJustifications(db, par.clientId, id),
    months: ledger.months.map((month) => ({ ...month })),
    days: ledger.days.map(({ date, units, from }) => ({ date, units, from })),
  });
};

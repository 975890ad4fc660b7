import type { Group } from '@homecare/domain/billing/contract.ts';
import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import type { CardMonth, ClientMonthClose, Item } from '@homecare/domain/month-close/items.ts';
import { lookAtClient } from '@homecare/domain/month-close/items.ts';
import type { Around, MonthVisit, PlanMonth } from '@homecare/domain/month-close/plan-month.ts';
import type { Ranking } from '@homecare/domain/month-close/stages.ts';
import { listParsOf } from '../authorizations/service.ts';
import { type BilledMonth, billedMonths, usedUnitsIn } from '../billing/service.ts';
import { listPayerTerms } from '../claims/payer-data.ts';
import { listProofTypes, listProofVisits, provenByOf, standingOf } from '../claims/standing.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { newPace } from '../platform/jobs/pace.ts';

/** What a month is looked at by: plans, visits with the aggregator's answers, cards, claims and authorizations. */

export const aroundOf = (scope: Scope, month: string): Around => ({
  month,
  today: scope.today().toString(),
  zone: scope.settings.timeZone,
  by: provenByOf(scope),
});

export const rankingOf = async (scope: Scope): Promise<Ranking> => ({
  today: scope.today().toString(),
  terms: await listPayerTerms(scope.site.db, scope.settings.claims.payerId),
});

type Pars = Awaited<ReturnType<typeof listParsOf>>;

/** Authorizations of these clients in the month, each with the units that saved cards have of it. */
const withUsedUnits = async (db: Db, scope: Scope, pars: Pars, month: string): Promise<Pars> => {
  const { from, through } = daysOfMonth(month);
  const limited = [...pars].flatMap(([clientId, own]) =>
    own
      .filter((par) => par.units !== null && par.from <= through && par.through >= from)
      .map((par) => ({ key: par.id, clientId, type: par.type, from: par.from, through: par.through })),
  );
  const used = await usedUnitsIn(db, limited, scope.settings.timeZone);
  return new Map(
    [...pars].map(([clientId, own]) => [
      clientId,
      own.map((par) => ({ ...par, used: used.get(par.id) ?? par.used })),
    ]),
  );
};

/** Visits with what the aggregator has of them: both lists are in the order of days and starts. */
const withAnswers = (
  visits: BilledMonth['visits'],
  proofs: readonly (Pick<MonthVisit, 'sent' | 'message' | 'code'> & { date: string; start: string | null })[],
): MonthVisit[] => {
  const answers = new Map(proofs.map((proof) => [`${proof.date} ${proof.start}`, proof]));
  return visits.map(({ planId: _, ...visit }) => {
    const answer = answers.get(`${visit.date} ${visit.FactStartTime}`);
    return {
      ...visit,
      sent: answer?.sent ?? null,
      message: answer?.message ?? null,
      code: answer?.code ?? null,
    };
  });
};

/** Of one client, or of all. */
export const loadClientMonths = async (
  db: Db,
  scope: Scope,
  month: string,
  of: { readonly clientId: number | null; readonly group: Group },
): Promise<(PlanMonth | CardMonth)[]> => {
  const all = await billedMonths(db, scope, month, of.clientId);
  const months = all.filter(
    ({ plan, saved }) =>
      (plan.Status !== 'Deleted' || saved) &&
      (of.group === 'all' || (of.group === 'private') === plan.PrivateClient),
  );
  const planIds = months.map(({ plan }) => plan.id);
  const clientIds = [...new Set(months.map(({ plan }) => plan.ClientID))];
  const saved = months.flatMap((one) => one.saved?.id ?? []);
  const [types, proofs, pars, standing] = await Promise.all([
    listProofTypes(db),
    listProofVisits(db, planIds, daysOfMonth(month)),
    listParsOf(db, clientIds),
    standingOf(db, scope, saved),
  ]);
  const used = await withUsedUnits(db, scope, pars, month);
  return months.map(({ plan, visits, saved: card, ...one }) => {
    const base = {
      ...one,
      planId: plan.id,
      clientId: plan.ClientID,
      client: plan.Client,
      providerId: plan.ProviderID,
      provider: plan.Provider,
      isPrivate: plan.PrivateClient,
      isOutside: plan.isOutside,
      typeCode: plan.Type,
      type: types.get(plan.Type) ?? { evvNeeded: plan.evvNeeded, aggregatorCode: null },
      terms: plan.terms,
      plan,
      visits: withAnswers(visits, proofs.get(plan.id) ?? []),
      pars: used.get(plan.ClientID) ?? [],
    };
    return card ? { ...base, card, claimed: standing.get(card.id) ?? [] } : base;
  });
};

const isCard = (month: PlanMonth | CardMonth): month is CardMonth => 'card' in month;

export const lookAt = (months: readonly (PlanMonth | CardMonth)[], around: Around): ClientMonthClose =>
  lookAtClient(
    months.filter((month) => !isCard(month)),
    months.filter(isCard),
    around,
  );

interface LookedAt {
  readonly clients: readonly (ClientMonthClose & { readonly clientId: number })[];
  readonly items: readonly Item[];
}

export const lookAtMonth = async (scope: Scope, month: string, group: Group): Promise<LookedAt> => {
  const around = aroundOf(scope, month);
  const months = await loadClientMonths(scope.site.db, scope, month, { clientId: null, group });
  const clients: (ClientMonthClose & { clientId: number })[] = [];
  const pace = newPace();
  for (const [clientId, own] of Map.groupBy(months, (one) => one.clientId)) {
    if (pace.isDue()) await pace.rest();
    clients.push({ clientId, ...lookAt(own, around) });
  }
  return { clients, items: clients.flatMap(({ items }) => items) };
};

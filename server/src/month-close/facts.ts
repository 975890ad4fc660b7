import type { Group } from '@homecare/domain/billing/contract.ts';
import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { withAnswers } from '@homecare/domain/claims/verified-card.ts';
import type { Around, ClosingMonth, RejectedPeople } from '@homecare/domain/month-close/closing-month.ts';
import type { CardMonth, ClientMonthClose, Item } from '@homecare/domain/month-close/items.ts';
import { lookAtClient } from '@homecare/domain/month-close/items.ts';
import type { Ranking } from '@homecare/domain/month-close/stages.ts';
import { EVERY_PAYER, payerKey } from '@homecare/domain/payers/payer-key.ts';
import { hasMedicaid, payerOfCard } from '@homecare/domain/payers/rules.ts';
import { listRejectedPeople } from '../aggregator/service.ts';
import { loadWorkedUnits } from '../authorizations/ledgers.ts';
import { listParsOf } from '../authorizations/service.ts';
import { readClaimed } from '../billing/claimed.ts';
import { type AskedMonth, type BilledMonth, billedMonths, rangeOfMonths } from '../billing/service.ts';
import { listClaimTerms } from '../claims/payer-data.ts';
import { listProofTypes, listProofVisits, provenByOf, standingOf } from '../claims/standing.ts';
import { listClientDays } from '../claims/unpaid-lines.ts';
import { listPayersOfClients } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { newPace } from '../platform/jobs/pace.ts';

/** What a month is looked at by: plans, visits with the aggregator's answers, cards, claims and authorizations. */

export const aroundOf = (scope: Scope, month: string): Around => ({
  month,
  today: scope.today().toString(),
  zone: scope.settings.timeZone,
  pack: scope.settings.pack,
  by: provenByOf(scope),
});

export const rankingOf = async (scope: Scope): Promise<Ranking> => ({
  today: scope.today().toString(),
  terms: (await listClaimTerms(scope.site.db, scope.settings)).filing,
});

type AnyMonth = ClosingMonth | CardMonth;

/** Clients of months of which not every plan has its card, by month. */
const openClients = (months: readonly BilledMonth[]): ReadonlyMap<string, readonly number[]> => {
  const open = Map.groupBy(
    months.filter(({ saved }) => !saved),
    ({ plan }) => plan.month,
  );
  return new Map(
    [...open].map(([month, own]) => [month, [...new Set(own.map(({ plan }) => plan.ClientID))]]),
  );
};

/** What the aggregator says of the people of each plan; nothing where visits are not sent to it. */
const rejectionsOf = async (db: Db, scope: Scope, months: readonly BilledMonth[]) => {
  const people = new Set(months.flatMap(({ plan }) => [plan.ClientID, plan.ProviderID]));
  const { sandataEnabled } = scope.settings.capabilities;
  const found = sandataEnabled ? await listRejectedPeople(db, [...people]) : [];
  const rejections = new Map(found.map(({ id, words }) => [id, words]));
  return ({ ClientID, ProviderID }: BilledMonth['plan']): RejectedPeople => ({
    client: rejections.get(ClientID) ?? null,
    caregiver: rejections.get(ProviderID) ?? null,
  });
};

const isShown = ({ plan, saved }: BilledMonth, group: Group) =>
  (plan.Status !== 'Deleted' || saved) && (group === 'all' || (group === 'private') === plan.PrivateClient);

/** By month; the same few queries for one as for many. */
export const loadClientMonths = async (
  db: Db,
  scope: Scope,
  asked: readonly AskedMonth[],
  group: Group,
): Promise<ReadonlyMap<string, readonly AnyMonth[]>> => {
  const all = await billedMonths(db, scope, asked);
  const months = all.filter((one) => isShown(one, group));
  if (months.length === 0) return new Map();
  const planIds = [...new Set(months.map(({ plan }) => plan.id))];
  const clientIds = [...new Set(months.map(({ plan }) => plan.ClientID))];
  const saved = months.flatMap((one) => one.saved?.id ?? []);
  const range = rangeOfMonths(asked.map(({ month }) => month));
  const [types, proofs, pars, standing, claimed, ofClients, payers, used, rejected] = await Promise.all([
    listProofTypes(db),
    listProofVisits(db, planIds, range),
    listParsOf(db, clientIds),
    standingOf(db, scope, saved),
    readClaimed(
      db,
      scope,
      months.flatMap(({ saved: card }) => card ?? []),
    ),
    listClientDays(db, scope, saved),
    listPayersOfClients(db, clientIds),
    loadWorkedUnits(db, scope, openClients(months)),
    rejectionsOf(db, scope, months),
  ]);
  const asMonth = ({ plan, visits, saved: card, ...one }: BilledMonth): AnyMonth => {
    const client = { isPrivate: plan.PrivateClient, payers: payers.get(plan.ClientID) ?? [] };
    const period = { startPeriod: card?.startPeriod ?? one.possible?.from ?? daysOfMonth(plan.month).from };
    const base = {
      ...one,
      planId: plan.id,
      clientId: plan.ClientID,
      client: plan.Client,
      providerId: plan.ProviderID,
      provider: plan.Provider,
      payer: payerOfCard(period, client),
      asksMedicaid: hasMedicaid(period, client),
      isOutside: plan.isOutside,
      rejected: rejected(plan),
      typeCode: plan.Type,
      type: types.get(plan.Type) ?? { evvNeeded: plan.evvNeeded, aggregatorCode: null },
      terms: plan.terms,
      plan,
      visits: withAnswers(
        visits.map(({ planId: _, ...visit }) => visit),
        proofs.get(plan.id) ?? [],
      ),
      pars: pars.get(plan.ClientID) ?? [],
      // Units are used since the authorizations of the month began.
      used: used.get(plan.month)?.get(plan.ClientID)?.days ?? [],
    };
    if (!card) return base;
    const clientDays = new Set(ofClients.flatMap(({ cardId, day }) => (cardId === card.id ? [day] : [])));
    return { ...base, card, claimed: standing.get(card.id) ?? [], asked: claimed.get(card.id), clientDays };
  };
  const byMonth = Map.groupBy(months, ({ plan }) => plan.month);
  return new Map([...byMonth].map(([month, own]) => [month, own.map(asMonth)]));
};

const isCard = (month: ClosingMonth | CardMonth): month is CardMonth => 'card' in month;

export const lookAt = (
  months: readonly (ClosingMonth | CardMonth)[],
  around: Around,
  payer: string = EVERY_PAYER,
): ClientMonthClose =>
  lookAtClient(
    months.filter((month) => !isCard(month)),
    months.filter(isCard),
    around,
    payer,
  );

/** What of a month is looked at. */
export interface Shown {
  readonly private: Group;
  readonly payer: string;
}

export interface LookedAt {
  readonly clients: readonly (ClientMonthClose & { readonly clientId: number })[];
  readonly items: readonly Item[];
  /** Of everybody in the group. */
  readonly payers: readonly string[];
}

/** Clients of whom nothing is shown are left out. */
const lookAtClients = async (
  months: readonly AnyMonth[],
  around: Around,
  shown: Shown,
  pace: ReturnType<typeof newPace>,
): Promise<LookedAt> => {
  const clients: (ClientMonthClose & { clientId: number })[] = [];
  for (const [clientId, own] of Map.groupBy(months, (one) => one.clientId)) {
    if (pace.isDue()) await pace.rest();
    if (shown.payer !== EVERY_PAYER && own.every(({ payer }) => payerKey(payer) !== shown.payer)) continue;
    clients.push({ clientId, ...lookAt(own, around, shown.payer) });
  }
  return {
    clients,
    items: clients.flatMap(({ items }) => items),
    payers: [...new Set(months.map(({ payer }) => payerKey(payer)))],
  };
};

/** Every client of a month. */
export const lookAtMonth = async (scope: Scope, month: string, shown: Shown): Promise<LookedAt> => {
  const asked = [{ month, clientIds: null }];
  const months = await loadClientMonths(scope.site.db, scope, asked, shown.private);
  return lookAtClients(months.get(month) ?? [], aroundOf(scope, month), shown, newPace());
};

/** Some clients of many months, in the order of the months. */
export const lookAtMonths = async (
  scope: Scope,
  asked: readonly AskedMonth[],
  shown: Shown,
): Promise<readonly (LookedAt & { readonly month: string })[]> => {
  const months = await loadClientMonths(scope.site.db, scope, asked, shown.private);
  const pace = newPace();
  const found: (LookedAt & { month: string })[] = [];
  for (const { month } of asked) {
    const looked = await lookAtClients(months.get(month) ?? [], aroundOf(scope, month), shown, pace);
    found.push({ month, ...looked });
  }
  return found;
};

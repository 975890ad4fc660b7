import { sayExceeded } from '@homecare/domain/authorizations/exceeded.ts';
import { hoursOf } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import {
  type AbsentPart,
  type AwayDays,
  checkAway,
  PART_GONE,
  partsOf,
  SAME_PROVIDER,
  sayRefusal,
  temporaryDraft,
  whyNobody,
  whyNotThey,
} from '@homecare/domain/care-plans/absence.ts';
import type {
  coverAbsence,
  previewAbsence,
  previewCoverLimits,
} from '@homecare/domain/care-plans/contract.ts';
import { gapDaysOf, outsideServices } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, CoverLimits, CoverResult, StandIn } from '@homecare/domain/care-plans/schema.ts';
import { plannedDays } from '@homecare/domain/care-plans/week-line.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { isProvider } from '@homecare/domain/people/kind-and-status.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { temporaryWindow } from '@homecare/domain/sites/limits.ts';
import { keepJustification } from '../authorizations/justifications.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { type RatedProvider, rateProvidersFor } from '../possible-providers/service.ts';
import { exceededOf, loadCoverLimits, refuseUnjustified } from '../staffing/cover-limits.ts';
import { exemptionOf, followCovers } from '../staffing/covers.ts';
import { listMovedOf } from '../visits/service.ts';
import { listPlanPeople, listPlansOfAbsent, listRunningPlans, listTypes, lockPlanPeople } from './queries.ts';
import { writePlan } from './service.ts';

/** A caregiver is absent: makes temporary plans for many care plans at once, each by the rules of a single one. */

type Cover = InputOf<typeof coverAbsence>['covers'][number];

interface Part {
  readonly plan: CarePlan;
  readonly part: AbsentPart;
}
const allParts = (plans: readonly CarePlan[], away: AwayDays): Part[] =>
  plans.flatMap((plan) => partsOf(plan, away).map((part) => ({ plan, part })));

const refuseDays = (away: AwayDays) => {
  const message = checkAway(away);
  return message && refuseFields([{ field: 'through', message }]);
};

export const loadAbsence: UseCase<typeof previewAbsence> = async (scope, { id, ...away }) => {
  const wrong = refuseDays(away);
  if (wrong) return wrong;
  const [absent] = await listPlanPeople(scope, [id]);
  if (!isProvider(absent)) return refuse('notFound');
  const parts = allParts(await listPlansOfAbsent(scope.site.db, scope, id, away), away);
  const moved = await listMovedOf(scope, id, away);
  if (parts.length === 0) return done({ parts: [], standIns: [], moved });
  const today = scope.today();
  const types = new Map((await listTypes(scope, today.toString())).map((type) => [type.Code, type]));
  const running = await listRunningPlans(scope, away);
  const byClient = Map.groupBy(running, ({ ClientID }) => ClientID);
  const byProvider = Map.groupBy(running, ({ ProviderID }) => ProviderID);
  const clients = [...new Set(parts.map(({ plan }) => plan.ClientID))];
  const rated = new Map<number, readonly RatedProvider[]>();
  for (const client of clients) rated.set(client, await rateProvidersFor(scope, client));
  // In the order of the first client; people found only for other clients follow.
  const known = new Map([...rated.values()].flat().map((person) => [person.id, person]));
  known.delete(id);
  const people = new Map(
    (await listPlanPeople(scope, [...known.keys(), ...clients])).map((person) => [person.ID, person]),
  );
  const window = temporaryWindow(scope.settings.capabilities);
  const days = parts.map(({ plan, part: { from, through } }) => ({ planId: plan.id, from, through }));
  const limits = await loadCoverLimits(scope.site.db, scope, days);
  const factsOf = ({ plan }: Part) => {
    const client = people.get(plan.ClientID) ?? null;
    const type = types.get(plan.Type) ?? null;
    return { today, client, type, covered: plan, window, services: client ? outsideServices(client) : [] };
  };
  return done({
    parts: parts.map((one) => ({
      id: one.plan.id,
      ClientID: one.plan.ClientID,
      Client: one.plan.Client,
      Type: one.plan.Type,
      from: one.part.from,
      through: one.part.through,
      week: plannedDays(one.part.week.time),
      days: one.part.days,
      hours: hoursOf(one.part.minutes),
      why: whyNobody(one.plan, one.part, {
        ...factsOf(one),
        others: byClient.get(one.plan.ClientID) ?? [],
      }),
    })),
    standIns: [...known.values()].map((person) =>
      standInOf(person, parts, rated, (one) => {
        const provider = people.get(person.id) ?? null;
        const others = byProvider.get(person.id) ?? [];
        return whyNotCover(scope, one, person.id, { ...factsOf(one), provider, others }, limits);
      }),
    ),
    moved,
  });
};

/** Why a caregiver cannot take over a part, as the save would refuse it, whatever else is chosen. */
const whyNotCover = (
  scope: Scope,
  { plan, part }: Part,
  providerId: number,
  facts: Parameters<typeof whyNotThey>[3],
  limits: Covering['limits'],
): string[] => {
  const { from, through } = part;
  const { blocked } = limitsOf(scope, limits, { planId: plan.id, providerId, from, through });
  return blocked ? [blocked] : whyNotThey(plan, part, providerId, facts);
};

/** A possible replacement: how well they suit each part, or why they cannot take it. */
const standInOf = (
  { id, name, hours }: RatedProvider,
  parts: readonly Part[],
  rated: ReadonlyMap<number, readonly RatedProvider[]>,
  whyNot: (part: Part) => string[],
): StandIn => {
  const found = ({ plan }: Part) => rated.get(plan.ClientID)?.find((one) => one.id === id);
  // A reason found for one client, such as being archived, applies to all of them.
  const mayNotWork = parts.map((one) => found(one)?.mayNotWork ?? []).find((why) => why.length > 0);
  return {
    id,
    Name: name,
    hours,
    mayNotWork: [...(mayNotWork ?? [])],
    parts: parts.map((one) => {
      const fits = found(one)?.rated;
      return {
        rate: fits?.rate ?? null,
        distance: fits?.distance ?? null,
        errorMiles: fits?.errorMiles ?? 0,
        why: mayNotWork ? [] : whyNot(one),
      };
    }),
  };
};

interface Covering {
  readonly away: AwayDays & { readonly id: number };
  readonly createReason: string;
  readonly limits: Awaited<ReturnType<typeof loadCoverLimits>>;
}

/** What the limits say about a part: the type it is worked by, why it cannot be made, what its visits exceed and what of that needs a reason. */
const limitsOf = (
  scope: Scope,
  limits: Covering['limits'],
  days: Parameters<Covering['limits']['ask']>[0],
) => {
  const { visits = [], type, otherType } = limits.ask(days) ?? {};
  const beyond = exceededOf(visits);
  return {
    type,
    ...(otherType !== undefined && { otherType }),
    blocked: visits.find((one) => one.refused !== null)?.refused ?? null,
    toJustify: beyond.filter(({ rule }) => rule === 'justify'),
    exceeded: beyond.map((one) => sayExceeded(one, seesAuthorizationMoney(scope.user.role))),
  };
};

/** The chosen covers whose part still exists, each through the last day of its part. */
const daysOf = <C extends Pick<Cover, 'planId' | 'from' | 'providerId'>>(
  covers: readonly C[],
  parts: readonly Part[],
) =>
  covers.flatMap((cover) => {
    const found = findPart(parts, cover);
    return found ? [{ ...cover, through: found.part.through }] : [];
  });

const findPart = (parts: readonly Part[], { planId, from }: Pick<Cover, 'planId' | 'from'>) =>
  parts.find(({ plan, part }) => plan.id === planId && part.from === from);

/** Makes one part. A refusal comes before anything of it is written, so that the others can still be made. */
const coverOne = async (
  tx: Tx,
  scope: Scope,
  cover: Cover,
  parts: readonly Part[],
  { away, createReason, limits }: Covering,
  record: Recorder,
): Promise<CoverResult> => {
  const { planId, from, providerId, approvedDays, justification } = cover;
  const refused = (
    sentence: string,
    more: Partial<Pick<CoverResult, 'gapDays' | 'exceeded' | 'asksWhy'>> = {},
  ): CoverResult => ({ planId, from, made: null, refused: sentence, gapDays: [], exceeded: [], ...more });
  const found = findPart(parts, cover);
  if (!found) return refused(PART_GONE);
  if (providerId === away.id) return refused(SAME_PROVIDER);
  const days = { planId, providerId, from, through: found.part.through };
  const { type, blocked, toJustify, exceeded } = limitsOf(scope, limits, days);
  if (blocked) return refused(blocked);
  const unjustified = refuseUnjustified(toJustify, justification, seesAuthorizationMoney(scope.user.role));
  if (unjustified)
    return refused(unjustified.info, {
      exceeded,
      ...(unjustified.reason === 'justificationMissing' && { asksWhy: true as const }),
    });
  const clientId = found.plan.ClientID;
  const draft = {
    ...temporaryDraft(found.plan, found.part, providerId, createReason.trim()),
    ...(type !== undefined && { Type: type }),
    excluded: await exemptionOf(tx, scope, { providerId, clientId }, found.part),
  };
  const written = await writePlan(
    tx,
    scope,
    { draft, week: found.part.week, approved: approvedDays },
    record,
  );
  if (!written.ok) return refused(sayRefusal(written), { gapDays: gapDaysOf(written) });
  const { id } = written.data;
  await keepJustification(tx, scope, { clientId, planId: id, text: justification }, toJustify, record);
  limits.made(days, type ?? found.plan.Type);
  const made = { id, visits: written.data.visits.created };
  return { planId, from, made, refused: null, gapDays: [], exceeded };
};

/** Checks covers one after the other, as the save does, so that earlier choices count. */
export const loadLimits: UseCase<typeof previewCoverLimits> = async (scope, { id, covers, ...away }) => {
  const wrong = refuseDays(away);
  if (wrong) return wrong;
  const { db } = scope.site;
  const asked = daysOf(covers, allParts(await listPlansOfAbsent(db, scope, id, away), away));
  const limits = await loadCoverLimits(db, scope, asked);
  return done(
    asked.map((days): CoverLimits => {
      const { type, otherType, blocked, toJustify, exceeded } = limitsOf(scope, limits, days);
      if (!blocked && type !== undefined) limits.made(days, type);
      const { planId, from } = days;
      return {
        ...{ planId, from, refused: blocked, exceeded: blocked ? [] : exceeded },
        ...(!blocked && otherType !== undefined && { otherType }),
        ...(!blocked && toJustify.length > 0 && { asksWhy: true as const }),
      };
    }),
  );
};

/** Locks the people of all plans at once in the order of ids, so that two absences never wait for each other. */
const lockPeople = async (tx: Tx, parts: readonly Part[], covers: readonly Cover[]): Promise<void> => {
  const ids = [
    ...parts.flatMap(({ plan }) => [plan.ProviderID, plan.ClientID]),
    ...covers.map(({ providerId }) => providerId),
  ];
  if (ids.length > 0) await lockPlanPeople(tx, [...new Set(ids)], null);
};

export const coverPlans: UseCase<typeof coverAbsence> = async (
  scope,
  { id, from, through, createReason, covers },
) => {
  const away = { id, from, through };
  const wrong = refuseDays(away);
  if (wrong) return wrong;
  return mutate(scope, 'carePlans.coverAbsence', async (tx, record) => {
    await lockPeople(tx, allParts(await listPlansOfAbsent(tx, scope, id, away), away), covers);
    // Read again under the locks, so that nobody can change these people's plans from here on.
    const parts = allParts(await listPlansOfAbsent(tx, scope, id, away), away);
    const limits = await loadCoverLimits(tx, scope, daysOf(covers, parts));
    const results: CoverResult[] = [];
    for (const cover of covers)
      results.push(await coverOne(tx, scope, cover, parts, { away, createReason, limits }, record));
    const ids = results.flatMap(({ made: plan }) => (plan ? [plan.id] : []));
    await followCovers(tx, scope, ids, [], record);
    const summary = { provider: id, from, through, made: ids.length, refused: results.length - ids.length };
    record({ entity: 'carePlan', id: null, action: 'run', changes: { absence: [null, summary] } });
    return done(results);
  });
};

import { compareKeys } from '../compare.ts';
import { fold } from '../fold.ts';
import { sum } from '../sum.ts';
import {
  type AskedVisit,
  afterUnits,
  type Caregiver,
  type ClientPlaces,
  candidatesFor,
  type StaffingRules,
} from './candidates.ts';
import type { Candidate, RequestCandidate, VisitCost } from './schema.ts';
import type { StaffedVisit } from './staffed-visits.ts';

/** Ranks who could work the week of an open request. Each visit is judged like an open visit, one after the other. */

interface VisitCandidate {
  readonly visit: StaffedVisit;
  readonly candidate: Candidate;
}

/**
 * All caregivers for the visits of a request, in order of their days: those who can take all of them first, best first.
 * Visits that a caregiver takes count for the later ones, so hours, overtime and drives add up. Pay, overtime and driving
 * cover the whole workweek from `weekFrom` (YYYY-MM-DD) on.
 */
export const rankForRequest = (
  { visits, weekFrom }: { readonly visits: readonly AskedVisit[]; readonly weekFrom: string },
  caregivers: readonly Caregiver[],
  clients: ClientPlaces,
  rules: StaffingRules,
): RequestCandidate[] => {
  const checked = new Map<number, VisitCandidate[]>(caregivers.map(({ id }) => [id, []]));
  let known = caregivers;
  for (const [at, asked] of visits.entries()) {
    const after = afterUnits(asked, visits.slice(0, at));
    for (const candidate of candidatesFor(after, known, clients, rules))
      checked.get(candidate.ProviderID)?.push({ visit: asked.visit, candidate });
    known = known.map((person) => withTaken(person, checked.get(person.id)?.at(-1)));
  }
  return [...checked.values()].flatMap((own) => summed(own, weekFrom)).sort(byScore);
};

const withTaken = (person: Caregiver, last: VisitCandidate | undefined): Caregiver =>
  last?.candidate.obstacle === null
    ? { ...person, visits: [...person.visits, { ...last.visit, ProviderID: person.id }] }
    : person;

const summed = (own: readonly VisitCandidate[], weekFrom: string): RequestCandidate[] => {
  const [first] = own;
  if (!first) return [];
  const taken = own.filter(({ candidate }) => candidate.obstacle === null);
  const week = taken.filter(({ visit }) => visit.date >= weekFrom);
  const inWeek = own.find(({ visit }) => visit.date >= weekFrom) ?? first;
  const { ProviderID, Provider, town, visitsHere, visitsOfClient, wishedMinutes } = first.candidate;
  const missed = own.find(({ candidate }) => candidate.obstacle !== null)?.candidate;
  return [
    {
      ProviderID,
      Provider,
      town,
      obstacle: taken.length === 0 ? (missed?.obstacle ?? null) : null,
      why: taken.length === 0 ? (missed?.why ?? null) : null,
      visits: own.length,
      taken: taken.length,
      misses: missesOf(own),
      score: taken.length === 0 ? null : scoreOf(taken, own),
      cost: week.length === 0 ? null : sumOf(week.flatMap(({ candidate }) => candidate.cost ?? [])),
      extraMinutes: week.length === 0 ? null : totalOf(week.map(({ candidate }) => candidate.extraMinutes)),
      visitsHere,
      visitsOfClient,
      warnings: [...new Set(taken.flatMap(({ candidate }) => candidate.warnings))],
      weekMinutes: inWeek.candidate.weekMinutes,
      wishedMinutes,
    },
  ];
};

/** The mean of the visits' scores, weighted by minutes. A visit that cannot be taken counts as 0. */
const scoreOf = (taken: readonly VisitCandidate[], all: readonly VisitCandidate[]) =>
  Math.round(
    sum(taken.map(({ visit, candidate }) => visit.minutes * (candidate.score ?? 0))) /
      sum(all.map(({ visit }) => visit.minutes)),
  );

const sumOf = (costs: readonly VisitCost[]): VisitCost => ({
  payCents: sum(costs.map(({ payCents }) => payCents ?? 0)),
  overtimeCents: sum(costs.map(({ overtimeCents }) => overtimeCents ?? 0)),
  overtimeMinutes: sum(costs.map(({ overtimeMinutes }) => overtimeMinutes)),
});

/** The sum, or null if any part is unknown. */
const totalOf = (parts: readonly (number | null)[]) =>
  parts.reduce<number | null>((all, part) => (all === null || part === null ? null : all + part), 0);

/** The days that cannot be taken, grouped by reason. */
const missesOf = (own: readonly VisitCandidate[]): RequestCandidate['misses'] => {
  const missed = own.filter(({ candidate }) => candidate.obstacle !== null);
  return [...Map.groupBy(missed, ({ candidate }) => candidate.why ?? '')].map(([why, days]) => ({
    why,
    days: days.map(({ visit }) => visit.date),
  }));
};

const byScore = (a: RequestCandidate, b: RequestCandidate) =>
  Number(b.taken === b.visits) - Number(a.taken === a.visits) ||
  (b.score ?? -1) - (a.score ?? -1) ||
  compareKeys(fold(a.Provider), fold(b.Provider)) ||
  a.ProviderID - b.ProviderID;

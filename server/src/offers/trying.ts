import { addDays } from '@homecare/domain/calendar.ts';
import { done } from '@homecare/domain/errors.ts';
import {
  MOST_TRIED,
  TRIED_DAYS,
  type TriedVisit,
  type tryAutopilot as tryCall,
} from '@homecare/domain/offers/contract.ts';
import { firstWave, quietMinutes, whyNotAsked } from '@homecare/domain/offers/rules.ts';
import type { AskingSettings } from '@homecare/domain/offers/schema.ts';
import { type CalledOut, calledOutVisits } from '@homecare/domain/staffing/called-out.ts';
import { type Caregiver, isSame, whoCanCome } from '@homecare/domain/staffing/candidates.ts';
import { medianOf } from '@homecare/domain/staffing/figures.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { newPace } from '../platform/jobs/pace.ts';
import {
  askAbout,
  daysBetween,
  daysOfWeek,
  describeVisit,
  loadWorld,
  type Question,
  type World,
} from '../staffing/facts.ts';
import { findCallOutVia, medianMinutesToYes } from './queries.ts';

/** Computes what autopilot settings would have done in the last days. */

const isSourceOf = async (scope: Scope, { callOuts }: AskingSettings, { visit, start }: CalledOut) =>
  callOuts === 'any' ||
  (await findCallOutVia(scope.site.db, visit.ProviderID, start.toString()))?.via === callOuts;

/**
 * The caregiver's figures as if nobody had covered the visit, so that the cover uses nobody's time. Only the visit's week is loaded,
 * not three months.
 */
const before = (
  person: Caregiver,
  { asked: { visit } }: Question,
  { from, through }: ReturnType<typeof daysOfWeek>,
): Caregiver => ({
  ...person,
  visits: person.visits.filter((one) => from <= one.date && one.date <= through && !isSame(one, visit)),
  plans: person.plans.filter(({ coversPlanId }) => coversPlanId !== visit.planId),
});

/** The overtime that the best available caregiver would have added; undefined if nobody was available. */
const overtimeOfBest = (
  question: Question,
  { around, rules }: World,
  settings: AskingSettings,
): number | undefined => {
  const days = daysOfWeek(rules.weekOf, question.asked.visit.date);
  const people = question.caregivers
    .filter(({ visitsHere }) => !settings.onlyKnown || visitsHere > 0)
    .map((person) => before(person, question, days));
  const best = whoCanCome(question.asked, people, around.people, rules).find(
    (candidate) => whyNotAsked(candidate, 0, settings, settings) === undefined,
  );
  return best && (best.cost?.overtimeCents ?? 0);
};

/** The latest visits with a call-out, and everything known around them. */
const loadCalledOut = async (scope: Scope) => {
  const today = scope.today().toString();
  const days = daysBetween({ from: addDays(today, -TRIED_DAYS), through: today });
  const world = await loadWorld(scope.site.db, scope, days, false);
  const visits = calledOutVisits(world.around, days, scope.settings.timeZone)
    .filter(({ start }) => Temporal.Instant.compare(start, scope.now()) <= 0)
    .filter(({ visit }) => world.around.people.has(visit.ClientID))
    .slice(-MOST_TRIED);
  return { world, visits };
};

const startOfTried = (scope: Scope) =>
  scope
    .now()
    .subtract({ hours: TRIED_DAYS * 24 })
    .toString();

const rowOf = ({ visit }: CalledOut, { around }: World, overtimeCents: number | null): TriedVisit => {
  const { planId, day, date, start, end, ClientID, Client, ProviderID, Provider } = describeVisit(
    visit,
    around.people,
  );
  return { planId, day, date, start, end, ClientID, Client, ProviderID, Provider, overtimeCents };
};

export const tryAutopilot: UseCase<typeof tryCall> = async (scope, { settings }) => {
  const { world, visits } = await loadCalledOut(scope);
  const { timeZone } = scope.settings;
  const pace = newPace();
  const inTime = visits.filter((one) => firstWave(settings, one, timeZone) !== undefined);
  const waits: number[] = [];
  const overtime = new Map<CalledOut, number>();
  for (const [day, ofDay] of Map.groupBy(inTime, ({ visit }) => visit.day)) {
    const its = await Promise.all(ofDay.map((one) => isSourceOf(scope, settings, one)));
    const wanted = ofDay.filter((_, n) => its[n]);
    const on = { today: Temporal.PlainDate.from(day) };
    const about = wanted.map(({ visit }) => visit);
    for (const [n, question] of (await askAbout(scope.site.db, scope, world, about, on)).entries()) {
      if (pace.isDue()) await pace.rest();
      const cents = overtimeOfBest(question, world, settings);
      const times = wanted[n];
      if (cents === undefined || !times) continue;
      overtime.set(times, cents);
      waits.push(quietMinutes(settings, times, timeZone));
    }
  }
  const wait = medianOf(waits);
  const toYes = await medianMinutesToYes(scope.site.db, startOfTried(scope));
  return done({
    visits: visits.length,
    asked: overtime.size,
    minutes: toYes === null || wait === null ? null : toYes + wait,
    overtimeCents: sum([...overtime.values()]),
    tried: visits.toReversed().map((one) => rowOf(one, world, overtime.get(one) ?? null)),
  });
};

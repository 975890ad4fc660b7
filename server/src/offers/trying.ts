import { addDays } from '@homecare/domain/calendar.ts';
import { done } from '@homecare/domain/errors.ts';
import { MOST_TRIED, TRIED_DAYS, type tryAutopilot as tryCall } from '@homecare/domain/offers/contract.ts';
import { firstWave, whyNotAsked } from '@homecare/domain/offers/rules.ts';
import type { AskingSettings } from '@homecare/domain/offers/schema.ts';
import { type CalledOut, calledOutVisits } from '@homecare/domain/staffing/called-out.ts';
import { type Caregiver, candidatesFor, isSame } from '@homecare/domain/staffing/candidates.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { newPace, type Pace } from '../platform/jobs/pace.ts';
import { askAbout, daysBetween, loadWorld, type Question, type World } from '../staffing/facts.ts';
import { findCallOutVia } from './queries.ts';

/** What settings of the autopilot would have come to in the last days. */

const isSourceOf = async (scope: Scope, { callOuts }: AskingSettings, { visit, start }: CalledOut) =>
  callOuts === 'any' ||
  (await findCallOutVia(scope.site.db, visit.ProviderID, start.toString()))?.via === callOuts;

/** As if nobody had covered the visit yet: the cover takes nobody's time. */
const before = (person: Caregiver, { asked: { visit } }: Question): Caregiver => ({
  ...person,
  visits: person.visits.filter((one) => !isSame(one, visit)),
  plans: person.plans.filter(({ coversPlanId }) => coversPlanId !== visit.planId),
});

/** One after the other, until somebody can be asked: nobody needs their order. */
const hasSomebody = async (
  question: Question,
  { around, rules }: World,
  settings: AskingSettings,
  pace: Pace,
): Promise<boolean> => {
  for (const person of question.caregivers) {
    if (settings.onlyKnown && person.visitsHere === 0) continue;
    if (pace.isDue()) await pace.rest();
    const [candidate] = candidatesFor(question.asked, [before(person, question)], around.people, rules);
    if (candidate && whyNotAsked(candidate, 0, settings, settings) === undefined) return true;
  }
  return false;
};

/** The visits that were called out of, the latest ones, and all that is known around them. */
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

export const tryAutopilot: UseCase<typeof tryCall> = async (scope, { settings }) => {
  const { world, visits } = await loadCalledOut(scope);
  const { timeZone } = scope.settings;
  const pace = newPace();
  const inTime = visits.filter((one) => firstWave(settings, one, timeZone) !== undefined);
  let asked = 0;
  for (const [day, ofDay] of Map.groupBy(inTime, ({ visit }) => visit.day)) {
    const its = await Promise.all(ofDay.map((one) => isSourceOf(scope, settings, one)));
    const wanted = ofDay.filter((_, n) => its[n]).map(({ visit }) => visit);
    const on = { today: Temporal.PlainDate.from(day) };
    for (const question of await askAbout(scope.site.db, scope, world, wanted, on))
      if (await hasSomebody(question, world, settings, pace)) asked += 1;
  }
  return done({ visits: visits.length, asked });
};

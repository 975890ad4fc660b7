import { type Exceeded, faultOfJustification } from '@homecare/domain/authorizations/exceeded.ts';
import { type Refusal, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { limitsOfVisits, type VisitBeyond } from '@homecare/domain/staffing/candidates.ts';
import { wallSpan } from '@homecare/domain/staffing/open-visits.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { askAbout, loadWorld } from './facts.ts';
import type { Days } from './queries.ts';

/** The limits that covers keep to: of one visit, and visit by visit of an absence (docs/rules/authorizations.md, rule 24). */

/** A cover exceeds a limit on the day of its visit alone. */
export const exceededOf = (visits: readonly Pick<VisitBeyond, 'visit' | 'beyond'>[]): Exceeded[] =>
  visits.flatMap(({ visit: { date }, beyond }) =>
    beyond.map(({ limit, rule, amount, why }) => ({
      ...{ limit, rule, amount, day: date, until: date },
      ...{ parId: null, cents: null },
      text: why,
    })),
  );

/** Anyone who comes beyond a limit comes with a reason. */
export const refuseUnjustified = (
  toJustify: readonly Exceeded[],
  justification: string | undefined,
): Refusal<'badInput' | 'justificationMissing'> | undefined => {
  const [first] = toJustify;
  if (!first) return undefined;
  const errors = toJustify.map(({ text }) => ({ field: '', message: text }));
  if ((justification ?? '').trim() === '') return refuse('justificationMissing', first.text, errors);
  const fault = faultOfJustification(justification ?? '');
  return fault ? refuseFields([{ field: 'justification', message: fault }]) : undefined;
};

/** Days of a regular plan for which one caregiver comes. */
interface CoveredDays extends Days {
  readonly planId: number;
  readonly providerId: number;
}

const isOf = ({ byPlanId, day, status }: StaffedVisit, { planId, from, through }: CoveredDays) =>
  byPlanId === planId && status === 'Planned' && from <= day && day <= through;

/** Asks about covers, one after the other: the visits of those that were `made` count for the next one. */
export const loadCoverLimits = async (db: Db, scope: Scope, covers: readonly CoveredDays[]) => {
  const dates = covers.flatMap(({ from, through }) => [from, through]);
  if (dates.length === 0) return { ask: () => [], made: () => undefined };
  const { around, ...world } = await loadWorld(db, scope, dates, true);
  const visits = around.visits.filter((visit) => covers.some((cover) => isOf(visit, cover)));
  const questions = (await askAbout(db, scope, { around, ...world }, visits)).toSorted(
    (a, b) => wallSpan(a.asked.visit).start - wallSpan(b.asked.visit).start,
  );
  const questionsOf = (cover: CoveredDays) => questions.filter(({ asked }) => isOf(asked.visit, cover));
  const taken = new Map<number, readonly StaffedVisit[]>();
  const takenBy = ({ providerId }: CoveredDays) => taken.get(providerId) ?? [];
  return {
    ask: (cover: CoveredDays) => {
      const own = questionsOf(cover);
      const person = own[0]?.caregivers.find(({ id }) => id === cover.providerId);
      if (!person) return [];
      return limitsOfVisits(
        own.map(({ asked }) => asked),
        { ...person, visits: [...person.visits, ...takenBy(cover)] },
        around.people,
        world.rules,
      );
    },
    made: (cover: CoveredDays) => {
      const own = questionsOf(cover).map(({ asked }) => asked.visit);
      taken.set(cover.providerId, [...takenBy(cover), ...own]);
    },
  };
};

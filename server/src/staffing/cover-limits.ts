import {
  type Exceeded,
  faultOfJustification,
  sayExceeded,
} from '@homecare/domain/authorizations/exceeded.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import { type Refusal, refuse, refuseFields } from '@homecare/domain/errors.ts';
import {
  limitsOfVisits,
  sayOtherType,
  typeForAll,
  type VisitBeyond,
} from '@homecare/domain/staffing/candidates.ts';
import { wallSpan } from '@homecare/domain/staffing/open-visits.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { askAbout, loadWorld } from './facts.ts';
import type { Days } from './queries.ts';

/** The limits of covers, for one visit and, visit by visit, for an absence (docs/rules/authorizations.md, rule 24). */

/** A cover is charged on the day of its visit only. */
export const exceededOf = (visits: readonly Pick<VisitBeyond, 'visit' | 'beyond'>[]): Exceeded[] =>
  visits.flatMap(({ visit: { date }, beyond }) =>
    beyond.map(({ limit, rule, amount, cents, why }) => ({
      ...{ limit, rule, amount, cents, day: date, until: date },
      parId: null,
      text: why,
    })),
  );

/** Refuses a cover beyond a limit that comes without a justification. */
export const refuseUnjustified = (
  toJustify: readonly Exceeded[],
  justification: string | undefined,
  seesMoney: boolean,
): Refusal<'badInput' | 'justificationMissing'> | undefined => {
  const [first] = toJustify;
  if (!first) return undefined;
  const errors = toJustify.map((one) => ({ field: '', message: sayExceeded(one, seesMoney) }));
  if ((justification ?? '').trim() === '')
    return refuse('justificationMissing', sayExceeded(first, seesMoney), errors);
  const fault = faultOfJustification(justification ?? '');
  return fault ? refuseFields([{ field: 'justification', message: fault }]) : undefined;
};

/** Days of a regular plan. */
interface PlanDays extends Days {
  readonly planId: number;
}
/** Days of a plan that one caregiver covers. */
interface CoveredDays extends PlanDays {
  readonly providerId: number;
}

/** A visit that was moved to another date is not part of a cover. */
const isOf = ({ byPlanId, day, date, status }: StaffedVisit, { planId, from, through }: PlanDays) =>
  byPlanId === planId && status === 'Planned' && date === day && from <= day && day <= through;

/** What the limits say about days that someone covers. */
export interface AskedDays {
  readonly visits: readonly VisitBeyond[];
  /** The type they work by. It can differ from the plan's for a type reserved for relatives (docs/rules/staffing.md, rule 10). */
  readonly type: string;
  /** The type in a sentence, if it is not the plan's. */
  readonly otherType?: string | undefined;
}

interface Taken {
  readonly type: string;
  readonly providerId: number;
  readonly visits: readonly StaffedVisit[];
}

/** Checks covers one after the other. Visits of covers reported as `made` count against the next ones. */
export const loadCoverLimits = async (db: Db, scope: Scope, covers: readonly PlanDays[]) => {
  // A night shift of the last day reaches into the next day.
  const dates = covers.flatMap(({ from, through }) => [from, addDays(through, 1)]);
  if (dates.length === 0) return { ask: () => undefined, made: () => undefined };
  const { around, ...world } = await loadWorld(db, scope, dates, true);
  const visits = around.visits.filter((visit) => covers.some((cover) => isOf(visit, cover)));
  const questions = (await askAbout(db, scope, { around, ...world }, visits)).toSorted(
    (a, b) => wallSpan(a.asked.visit).start - wallSpan(b.asked.visit).start,
  );
  const byPlan = Map.groupBy(questions, ({ asked }) => asked.visit.byPlanId);
  const questionsOf = (days: PlanDays) =>
    (byPlan.get(days.planId) ?? []).filter(({ asked }) => isOf(asked.visit, days));
  const taken: Taken[] = [];
  return {
    /** Checks a cover; undefined if nothing speaks against it. */
    ask: (cover: CoveredDays): AskedDays | undefined => {
      const own = questionsOf(cover);
      const [first] = own;
      const person = first?.caregivers.find(({ id }) => id === cover.providerId);
      if (!first || !person) return undefined;
      const asked = own.map((one) => one.asked);
      const type = typeForAll(asked, person);
      const theirs = taken.filter(({ providerId }) => providerId === cover.providerId);
      const ofType = taken.filter((one) => one.type === type?.Code);
      const visits = limitsOfVisits(
        asked,
        { ...person, visits: [...person.visits, ...theirs.flatMap((one) => one.visits)] },
        {
          from: cover.from,
          through: cover.through,
          taken: ofType
            .flatMap((one) => one.visits)
            .filter(({ ClientID }) => ClientID === first.asked.visit.ClientID),
        },
        around.people,
        world.rules,
      );
      return { visits, type: (type ?? first.asked.type).Code, otherType: sayOtherType(first.asked, type) };
    },
    made: (cover: CoveredDays, type: string) => {
      const own = questionsOf(cover).map(({ asked }) => asked.visit);
      taken.push({ type, providerId: cover.providerId, visits: own });
    },
  };
};

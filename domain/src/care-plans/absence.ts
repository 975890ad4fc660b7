import { dayBefore, sayTime, showDate } from '../calendar.ts';
import { asReason, type Refusal } from '../errors.ts';
import { sum } from '../sum.ts';
import {
  type ComparedPlan,
  checkCarePlan,
  findConflicts,
  type OutsideService,
  type PlanDraft,
  type PlanFacts,
  plannedVisits,
  visitWindow,
} from './rules.ts';
import type { CarePlan, MovedAway, PlanWeek } from './schema.ts';
import { lastDayOf, type PlanWeeks, weeksOf } from './weeks.ts';

/** Splits the care plans of a provider who is away into parts that another provider can take over. */

/** What a temporary plan takes from the plan that it covers. */
type Covered = Pick<CarePlan, 'id' | 'ClientID' | 'Type' | 'Remarks' | 'coversPlanId'>;

/**
 * What Clone temp copies besides the week. The clone of a temporary plan covers the same plan as its original. The exemption
 * from EVV is not copied, because a substitute does not live with the client.
 */
export const temporaryFields = ({ id, ClientID, Type, Remarks, coversPlanId }: Covered) => ({
  ClientID,
  Type,
  Remarks,
  excluded: null,
  coversPlanId: coversPlanId ?? id,
});

/** First and last day, both included (YYYY-MM-DD). */
export interface AwayDays {
  readonly from: string;
  readonly through: string;
}

/** A stretch of days that follow one week of the plan, so that one temporary plan can take them over. */
export interface AbsentPart extends AwayDays {
  readonly week: PlanWeek;
  readonly days: number;
  readonly minutes: number;
}

export type AbsentPlan = Covered &
  Pick<CarePlan, 'ProviderID' | 'StartDate' | 'EndDate' | 'Status'> &
  PlanWeeks;

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/** The parts of a plan that fall into the days on which its provider is away. Stretches without a planned visit are left out. */
export const partsOf = (plan: AbsentPlan, away: AwayDays): AbsentPart[] =>
  weeksOf(plan).flatMap((week, at, weeks) => {
    const next = weeks[at + 1];
    const from = [away.from, plan.StartDate, week.from].reduce(later);
    const through = [away.through, lastDayOf(plan), ...(next ? [dayBefore(next.from)] : [])].reduce(earlier);
    if (plan.Status === 'Deleted' || from > through) return [];
    const first = Temporal.PlainDate.from(from);
    const window = visitWindow(first, first.until(through, { largestUnit: 'day' }).days + 1);
    const visits = plannedVisits({ ...plan, excluded: null, week: week.week, weeks: [] }, window, {
      archived: [],
      temporary: [],
    });
    const minutes = sum(visits.map(({ tasks }) => tasks.WorkingTime));
    return visits.length === 0 ? [] : [{ from, through, week: week.week, days: visits.length, minutes }];
  });

/** The temporary plan with which a provider takes over a part. */
export const temporaryDraft = (
  plan: Covered,
  { from, through }: AwayDays,
  ProviderID: number | null,
  createReason: string,
): PlanDraft => ({
  ...temporaryFields(plan),
  ProviderID,
  StartDate: from,
  EndDate: through,
  createReason,
  Status: 'Archive',
});

/** What the rules need to know about a part, its client and the client's other plans. */
export interface PartFacts extends Omit<PlanFacts, 'provider'> {
  readonly others: readonly ComparedPlan[];
  readonly services: readonly OutsideService[];
}

export const isTemporaryItself = (coveredId: number) =>
  `This plan is temporary itself. Change its end, then cover plan ${coveredId}.`;

const NOBODY = 0;
const REASON = 'x';

const comparedPart = (plan: AbsentPlan, part: AbsentPart, ProviderID: number): ComparedPlan => ({
  ...temporaryDraft(plan, part, ProviderID, REASON),
  id: null,
  ProviderID,
  Provider: '',
  ClientID: plan.ClientID,
  Client: '',
  StartDate: part.from,
  week: part.week,
});

/** Why nobody at all can take over a part: what rules it out in the plan, its dates or its client. */
export const whyNobody = (plan: AbsentPlan, part: AbsentPart, facts: PartFacts): string[] => {
  if (plan.coversPlanId !== null) return [isTemporaryItself(plan.coversPlanId)];
  const draft = temporaryDraft(plan, part, null, REASON);
  const found = [
    ...checkCarePlan(draft, { ...facts, provider: null }).filter(({ field }) => field !== 'ProviderID'),
    ...findConflicts(comparedPart(plan, part, NOBODY), facts.others, facts.services),
  ];
  return distinct(found);
};

/** Why this provider cannot take over the part. `others` are the provider's own plans; there are no `services`. */
export const whyNotThey = (
  plan: AbsentPlan,
  part: AbsentPart,
  providerId: number,
  facts: PartFacts & Pick<PlanFacts, 'provider'>,
): string[] => {
  const draft = temporaryDraft(plan, part, providerId, REASON);
  const found = [
    ...checkCarePlan(draft, facts).filter(({ field }) => field === 'ProviderID'),
    ...findConflicts(comparedPart(plan, part, providerId), facts.others, []),
  ];
  return distinct(found);
};

const distinct = (found: readonly { readonly message: string }[]) => [
  ...new Set(found.map(({ message }) => asReason(message))),
];

/** Says what becomes of a moved visit, which the days of a plan alone would not show. */
export const sayMovedAway = (
  { Client, day, date, start, end }: MovedAway,
  { from, through }: AwayDays,
): string => {
  const hours = `${sayTime(start)} – ${sayTime(end)}`;
  const visit = `${Client}: the visit on ${showDate(day)} was moved to`;
  if (day === date) return `${visit} ${hours}. The substitute comes then.`;
  const moved = `${visit} ${showDate(date)}, ${hours}.`;
  return from <= date && date <= through
    ? `${moved} Nobody takes it over. Move it again, or cancel it.`
    : `${moved} Nobody takes it over: the provider is not away then.`;
};

/** Why a plan was not created, in words. */
export const sayRefusal = ({ info, errors }: Pick<Refusal, 'info' | 'errors'>) =>
  errors.length === 0 ? asReason(info) : distinct(errors).join('. ');

export const PART_GONE = 'This care plan no longer has visits of this provider on these days.';
export const SAME_PROVIDER = 'Choose another provider than the one who is away.';

/** The limit on days away, because each of their visits is checked for everybody who could step in. */
export const MOST_DAYS_AWAY = 366;

/** What is wrong with the days of an absence: it ends before it begins, or is too long; undefined if nothing. */
export const checkAway = ({ from, through }: AwayDays): string | undefined => {
  if (through < from) return `The last day is before ${showDate(from)}. Enter that day or a later one.`;
  const { days } = Temporal.PlainDate.from(from).until(through, { largestUnit: 'day' });
  return days < MOST_DAYS_AWAY ? undefined : 'At most one year. Enter an earlier last day.';
};

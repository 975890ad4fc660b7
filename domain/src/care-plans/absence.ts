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

/** A provider is away: what of their care plans another provider takes over for a while. */

/** What a temporary plan takes over from the plan that it covers. */
type Covered = Pick<CarePlan, 'id' | 'ClientID' | 'Type' | 'Remarks' | 'coversPlanId'>;

/**
 * What Clone temp copies besides the week. A temporary plan's clone covers what that one covers. Nobody who steps in for a
 * while lives with the client: the visits are verified.
 */
export const temporaryFields = ({ id, ClientID, Type, Remarks, coversPlanId }: Covered) => ({
  ClientID,
  Type,
  Remarks,
  excluded: null,
  coversPlanId: coversPlanId ?? id,
});

/** Days, both included (YYYY-MM-DD). */
export interface AwayDays {
  readonly from: string;
  readonly through: string;
}

/** Days of a plan that go by one week: one temporary plan can take them over. */
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

/** The parts of a plan that fall into days on which its provider is away; days without a planned visit are none. */
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

/** The temporary plan by which a provider takes a part over. */
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

/** What is known of a part, its client and the client's other plans. */
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

/** Why nobody at all can take a part over: what the plan, its dates or its client are in the way with. */
export const whyNobody = (plan: AbsentPlan, part: AbsentPart, facts: PartFacts): string[] => {
  if (plan.coversPlanId !== null) return [isTemporaryItself(plan.coversPlanId)];
  const draft = temporaryDraft(plan, part, null, REASON);
  const found = [
    ...checkCarePlan(draft, { ...facts, provider: null }).filter(({ field }) => field !== 'ProviderID'),
    ...findConflicts(comparedPart(plan, part, NOBODY), facts.others, facts.services),
  ];
  return distinct(found);
};

/** Why this provider cannot take it over; `others` are the provider's own plans, `services` none. */
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

/** What becomes of a visit that was moved: by the days of a plan nobody would see that it is elsewhere. */
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

/** Why a plan was not made, in words. */
export const sayRefusal = ({ info, errors }: Pick<Refusal, 'info' | 'errors'>) =>
  errors.length === 0 ? asReason(info) : distinct(errors).join('. ');

export const PART_GONE = 'This care plan no longer has visits of this provider on these days.';
export const SAME_PROVIDER = 'Choose another provider than the one who is away.';

/** Each visit of these days is looked at for everybody who could step in. */
export const MOST_DAYS_AWAY = 366;

/** Why the days of an absence cannot be: the end lies before the beginning, or too far behind it. */
export const checkAway = ({ from, through }: AwayDays): string | undefined => {
  if (through < from) return `The last day is before ${showDate(from)}. Enter that day or a later one.`;
  const { days } = Temporal.PlainDate.from(from).until(through, { largestUnit: 'day' });
  return days < MOST_DAYS_AWAY ? undefined : 'At most one year. Enter an earlier last day.';
};

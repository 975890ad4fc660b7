import { type PlanDates, runsOn } from './rules.ts';
import type { CarePlan } from './schema.ts';

/**
 * Compared plans: plans of the same provider and client, not temporary, that run on a common day (docs/rules/care-plans.md,
 * rule 28). The one that started first is the primary, the others are its secondary plans.
 */
export type GroupedPlan = PlanDates & Pick<CarePlan, 'id' | 'ProviderID' | 'ClientID' | 'Status'>;

/** First and last day, both included. */
interface Days {
  readonly from: string;
  readonly through: string;
}
const ALWAYS: Days = { from: '0001-01-01', through: '9999-12-31' };

const later = (a: string, b: string) => (a > b ? a : b);

/** Whether both plans run on a common day within these days. */
const isOverlap = (a: PlanDates, b: PlanDates, { from, through }: Days) => {
  const first = [a.StartDate, b.StartDate].reduce(later, from);
  // The status is ignored, because a list of deleted plans has groups too.
  const runs = (plan: PlanDates) => runsOn({ ...plan, Status: 'Active' }, first);
  return first <= through && runs(a) && runs(b);
};

export const byStart = (a: GroupedPlan, b: GroupedPlan) =>
  a.StartDate === b.StartDate ? a.id - b.id : a.StartDate < b.StartDate ? -1 : 1;

/** Groups of plans that overlap directly or through a third plan, each in the order of their numbers. */
const groupsOf = <P extends GroupedPlan>(plans: readonly P[], days: Days): P[][] => {
  const groups: P[][] = [];
  for (const plan of plans.toSorted(byStart)) {
    const touched = groups.filter((group) => group.some((other) => isOverlap(plan, other, days)));
    const joined = [...touched.flat(), plan].toSorted(byStart);
    groups.splice(0, groups.length, ...groups.filter((group) => !touched.includes(group)), joined);
  }
  return groups;
};

export interface ComparedGroup<P> {
  readonly primary: P;
  /** In the order of their numbers 1, 2, … */
  readonly secondary: readonly P[];
}

/** Groups of at least two plans that overlap within the given days. */
export const comparedGroups = <P extends GroupedPlan>(
  plans: readonly P[],
  days: Days = ALWAYS,
): ComparedGroup<P>[] => {
  const pairs = Map.groupBy(
    plans.filter(({ coversPlanId }) => coversPlanId === null),
    ({ ProviderID, ClientID }) => `${ProviderID} ${ClientID}`,
  );
  return [...pairs.values()]
    .filter((pair) => pair.length > 1)
    .flatMap((pair) => groupsOf(pair, days))
    .flatMap(([primary, ...secondary]) => (primary && secondary.length > 0 ? [{ primary, secondary }] : []));
};

/** The other plans that ever overlap this one, split by whether they started before or after it. */
const around = (plan: GroupedPlan, others: readonly GroupedPlan[]) => {
  const compared = others.filter(
    (other) =>
      other.id !== plan.id &&
      other.coversPlanId === null &&
      other.ProviderID === plan.ProviderID &&
      other.ClientID === plan.ClientID &&
      other.Status !== 'Deleted' &&
      isOverlap(plan, other, ALWAYS),
  );
  return {
    before: compared.filter((other) => byStart(other, plan) < 0),
    after: compared.filter((other) => byStart(other, plan) > 0),
  };
};

export const ARCHIVE_COMPARED_FIRST =
  "Can't archive primary Care plan with active compared. Archive compared first.";
export const DELETE_COMPARED_FIRST =
  "Can't delete primary Care plan with active compared. Delete compared first.";

/** A primary plan can only be archived once all of its secondary plans have an end date (docs/rules/care-plans.md, rule 29). */
export const isArchiveBlocked = (plan: GroupedPlan, others: readonly GroupedPlan[]) => {
  if (plan.coversPlanId !== null) return false;
  const { before, after } = around(plan, others);
  const isOpen = ({ EndDate }: GroupedPlan) => EndDate === null;
  return !before.some(isOpen) && after.some(isOpen);
};

/** A primary plan can only be deleted after its secondary plans. */
export const isDeleteBlocked = (plan: GroupedPlan, others: readonly GroupedPlan[]) => {
  if (plan.coversPlanId !== null) return false;
  const { before, after } = around(plan, others);
  return before.length === 0 && after.length > 0;
};

import { flattenPlans, type ListedPlan } from '@homecare/domain/care-plans/list.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { useMemo } from 'react';

interface Turning {
  /** Groups are open by default on phones, and while the user searches, so that hits are visible. */
  readonly open: boolean;
  /** Groups that the user has switched to the other state. */
  readonly turned: readonly number[];
  readonly onTurn: (turned: readonly number[]) => void;
}

const NONE: readonly PlanListRow[] = [];

/** Groups compared plans under their primary one, and counts them. */
export const usePlanGroups = (
  listed: readonly ListedPlan[] | undefined,
  { open, turned, onTurn }: Turning,
) => {
  const members = useMemo(() => new Map(listed?.map(({ plan, under }) => [plan.id, under])), [listed]);
  const rows = useMemo(() => listed?.map(({ plan }) => plan), [listed]);
  const count = useMemo(() => listed && flattenPlans(listed).length, [listed]);
  const membersOf = ({ id }: PlanListRow) => members.get(id) ?? NONE;
  const isOpen = ({ id }: PlanListRow) => open !== turned.includes(id);
  return {
    /** Plans that are not compared with another one. */
    rows,
    /** Number of all plans in the list, including compared ones. */
    count,
    under: (plan: PlanListRow) => (isOpen(plan) ? membersOf(plan) : NONE),
    group: (plan: PlanListRow) => ({ count: membersOf(plan).length, open: isOpen(plan) }),
    turn: ({ id }: PlanListRow) =>
      onTurn(turned.includes(id) ? turned.filter((one) => one !== id) : [...turned, id]),
  };
};

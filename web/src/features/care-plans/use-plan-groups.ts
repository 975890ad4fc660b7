import { flattenPlans, type ListedPlan } from '@homecare/domain/care-plans/list.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { useMemo } from 'react';

interface Turning {
  /** Groups are open at first: while somebody searches, so that what was found is seen, and on phones. */
  readonly open: boolean;
  /** Those turned the other way by hand. */
  readonly turned: readonly number[];
  readonly onTurn: (turned: readonly number[]) => void;
}

const NONE: readonly PlanListRow[] = [];

/** Compared plans under their primary one: which are shown, and how many there are. */
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
    /** Plans that are not compared. */
    rows,
    /** All plans of the list, compared ones too. */
    count,
    under: (plan: PlanListRow) => (isOpen(plan) ? membersOf(plan) : NONE),
    group: (plan: PlanListRow) => ({ count: membersOf(plan).length, open: isOpen(plan) }),
    turn: ({ id }: PlanListRow) =>
      onTurn(turned.includes(id) ? turned.filter((one) => one !== id) : [...turned, id]),
  };
};

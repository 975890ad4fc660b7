import { planMove } from '@homecare/domain/care-plans/moves.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useState } from 'react';
import { readPlanAgain } from './api.ts';
import type { PlanForm } from './plan-form.ts';
import type { StalePlan } from './StalePlanNote.tsx';
import { formOf } from './stored-plan.ts';
import type { usePlanForm } from './use-plan-form.ts';

type PlanFormState = Pick<ReturnType<typeof usePlanForm>, 'base' | 'rebase' | 'replace'>;

/** The saved plan under the form: read again after a save, and beside what was typed when somebody else saved it. */
export const useStoredPlan = (
  opened: CarePlan | undefined,
  today: string,
  { base, rebase, replace }: PlanFormState,
  onEnded: (plan: CarePlan) => void,
) => {
  const [stored, setStored] = useState(opened);
  const [stale, setStale] = useState<StalePlan>();
  const [modified, setModified] = useState(false);
  const mayModify = (plan: CarePlan) => planMove('Modify', plan, today) !== undefined;

  const take = (fresh: CarePlan, how: () => void) => {
    setStale(undefined);
    setStored(fresh);
    how();
    if (!mayModify(fresh)) onEnded(fresh);
  };

  return {
    stored,
    stale,
    mayModifyStale: stale !== undefined && mayModify(stale.fresh),
    /** Nothing was typed since the last modify. */
    modified,
    /** Two saved the plan: what it is now decides. */
    onStale: async ({ info }: Refusal<Reason>): Promise<boolean> => {
      if (!stored) return false;
      const fresh = await readPlanAgain(stored.id);
      if (!fresh || fresh.rev === stored.rev) return false;
      setStale({ info, fresh });
      return true;
    },
    /** After a save: the plan as it is now, under what is typed since `sent`. */
    reload: async (sent: PlanForm, rev: number | undefined): Promise<void> => {
      if (!stored) return;
      setModified(true);
      const fresh = await readPlanAgain(stored.id);
      if (fresh) take(fresh, () => rebase(sent, formOf(fresh, sent.weekFrom)));
      else {
        setStored({ ...stored, rev: rev ?? stored.rev });
        rebase(sent, sent);
      }
    },
    keepMine: () => stale && take(stale.fresh, () => rebase(base, formOf(stale.fresh, base.weekFrom))),
    takeTheirs: () => stale && take(stale.fresh, () => replace(formOf(stale.fresh, base.weekFrom))),
    /** The week of another day, under what is typed. */
    showWeekOf: (day: string) => stored && rebase(base, formOf(stored, day)),
    forgetStale: () => setStale(undefined),
  };
};

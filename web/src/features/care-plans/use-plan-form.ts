import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { useCallback, useMemo, useReducer } from 'react';
import type { GridActions } from './grid-actions.ts';
import type { PlanForm, TypeItems } from './plan-form.ts';
import { isSameForm } from './plan-merge.ts';
import { openPlan, reducePlan } from './plan-state.ts';

/** The user's input and the actions that change it. */
export const usePlanForm = (
  initial: PlanForm,
  opened: CarePlan | undefined,
  itemsOf: (type: string | null) => TypeItems | undefined,
) => {
  const [state, dispatch] = useReducer(reducePlan, openPlan(initial, opened));
  const { form, base } = state;
  const items = useMemo(() => itemsOf(form.type), [itemsOf, form.type]);
  const actions = useMemo<GridActions>(
    () => ({
      type: (row, day, text) => dispatch({ do: 'type', row, day, text }),
      settle: (row, day) => dispatch({ do: 'settle', row, day }),
      copyRight: (row, day) => dispatch({ do: 'copy', row, day }),
      copyDay: (from, to) => dispatch({ do: 'copyDay', from, to }),
      refreshTime: () => dispatch({ do: 'refresh', items }),
      undoRefresh: () => dispatch({ do: 'undoRefresh' }),
    }),
    [items],
  );
  return {
    ...state,
    items,
    isChanged: useMemo(() => !isSameForm(form, base), [form, base]),
    set: useCallback((fields: Partial<PlanForm>) => dispatch({ do: 'set', fields }), []),
    actions,
    dispatch,
  };
};

export type OpenPlan = ReturnType<typeof usePlanForm>;

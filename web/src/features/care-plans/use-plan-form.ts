import type { Weekday } from '@homecare/domain/calendar.ts';
import { useCallback, useMemo, useReducer } from 'react';
import type { GridActions } from './grid-actions.ts';
import {
  type Cells,
  cellText,
  hasOverwritten,
  type PlanForm,
  type RowKey,
  refreshTime,
  settleText,
  type TypeItems,
  withCell,
  withCopiedDay,
  withCopiedRight,
  withoutRefresh,
} from './plan-form.ts';
import { isSameForm, rebased } from './plan-merge.ts';

interface State {
  readonly form: PlanForm;
  /** The cells as they were when one was last left: conflicts are looked for in these, not in half a time. */
  readonly settled: Cells;
  /** What is stored, or what a new plan opened with: the rest is unsaved. */
  readonly base: PlanForm;
  /** Refresh Time wrote over what stood in Time Out: the cells before it and after it. */
  readonly overwritten?: { readonly before: Cells; readonly refreshed: Cells } | undefined;
}

type Action =
  | { readonly do: 'set'; readonly fields: Partial<PlanForm> }
  | { readonly do: 'type'; readonly row: RowKey; readonly day: Weekday; readonly text: string }
  | { readonly do: 'settle' | 'copy'; readonly row: RowKey; readonly day: Weekday }
  | { readonly do: 'copyDay'; readonly from: Weekday; readonly to: readonly Weekday[] }
  | { readonly do: 'refresh'; readonly items: TypeItems | undefined }
  | { readonly do: 'undoRefresh' }
  | { readonly do: 'rebase'; readonly base: PlanForm; readonly fresh: PlanForm }
  | { readonly do: 'replace'; readonly fresh: PlanForm };

const settle = (state: State, cells: Cells): State => ({
  ...state,
  form: { ...state.form, cells },
  settled: cells,
});

const opened = (form: PlanForm, base: PlanForm): State => ({ form, settled: form.cells, base });

const reduce = (state: State, action: Action): State => {
  const { form } = state;
  switch (action.do) {
    case 'set':
      return { ...state, form: { ...form, ...action.fields } };
    case 'type':
      return {
        ...state,
        form: { ...form, cells: withCell(form.cells, action.row, action.day, action.text) },
      };
    case 'settle': {
      const { row, day } = action;
      return settle(state, withCell(form.cells, row, day, settleText(row, cellText(form.cells, row, day))));
    }
    case 'copy':
      return settle(state, withCopiedRight(form.cells, action.row, action.day));
    case 'copyDay':
      return settle(state, withCopiedDay(form.cells, action.from, action.to));
    case 'refresh': {
      const before = form.cells;
      const refreshed = refreshTime(before, action.items);
      const overwritten = hasOverwritten(before, refreshed) ? { before, refreshed } : undefined;
      return { ...settle(state, refreshed), overwritten };
    }
    case 'undoRefresh': {
      if (!state.overwritten) return state;
      const { before, refreshed } = state.overwritten;
      return { ...settle(state, withoutRefresh(form.cells, before, refreshed)), overwritten: undefined };
    }
    case 'rebase':
      return opened(rebased(form, action.base, action.fresh), action.fresh);
    case 'replace':
      return opened(action.fresh, action.fresh);
  }
};

/** What the user entered, and how it changes. */
export const usePlanForm = (initial: PlanForm, itemsOf: (type: string | null) => TypeItems | undefined) => {
  const [state, dispatch] = useReducer(reduce, opened(initial, initial));
  const { type } = state.form;
  const items = useMemo(() => itemsOf(type), [itemsOf, type]);
  const set = useCallback((fields: Partial<PlanForm>) => dispatch({ do: 'set', fields }), []);
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
  const { form, base } = state;
  return {
    form,
    base,
    settled: state.settled,
    canUndoRefresh: state.overwritten !== undefined,
    items,
    isChanged: useMemo(() => !isSameForm(form, base), [form, base]),
    set,
    actions,
    /** The stored plan is `fresh` now; what differs from `from` was typed here and stays. */
    rebase: useCallback(
      (from: PlanForm, fresh: PlanForm) => dispatch({ do: 'rebase', base: from, fresh }),
      [],
    ),
    replace: useCallback((fresh: PlanForm) => dispatch({ do: 'replace', fresh }), []),
  };
};

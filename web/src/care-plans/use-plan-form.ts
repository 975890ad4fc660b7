import type { Weekday } from '@homecare/domain/calendar.ts';
import { useCallback, useMemo, useReducer, useState } from 'react';
import {
  type Cells,
  cellText,
  emptyForm,
  type PlanForm,
  type RowKey,
  refreshTime,
  settleText,
  type TypeItems,
  withCell,
  withCopiedRight,
} from './plan-form.ts';
import type { GridActions } from './WeekGrid.tsx';

interface State {
  readonly form: PlanForm;
  /** The cells as they were when one was last left: conflicts are looked for in these, not in half a time. */
  readonly settled: Cells;
}

type Action =
  | { readonly do: 'set'; readonly fields: Partial<PlanForm> }
  | { readonly do: 'type'; readonly row: RowKey; readonly day: Weekday; readonly text: string }
  | { readonly do: 'settle' | 'copy'; readonly row: RowKey; readonly day: Weekday }
  | { readonly do: 'refresh'; readonly items: TypeItems | undefined };

const settle = ({ form }: State, cells: Cells): State => ({ form: { ...form, cells }, settled: cells });

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
    case 'refresh':
      return settle(state, refreshTime(form.cells, action.items));
  }
};

/** What the user entered, and how it changes. */
export const usePlanForm = (today: string, itemsOf: (type: string | null) => TypeItems | undefined) => {
  const [initial] = useState(() => emptyForm(today));
  const [state, dispatch] = useReducer(reduce, { form: initial, settled: initial.cells });
  const items = itemsOf(state.form.type);
  const set = useCallback((fields: Partial<PlanForm>) => dispatch({ do: 'set', fields }), []);
  const actions = useMemo<GridActions>(
    () => ({
      type: (row, day, text) => dispatch({ do: 'type', row, day, text }),
      settle: (row, day) => dispatch({ do: 'settle', row, day }),
      copyRight: (row, day) => dispatch({ do: 'copy', row, day }),
      refreshTime: () => dispatch({ do: 'refresh', items }),
    }),
    [items],
  );
  return {
    form: state.form,
    settled: state.settled,
    items,
    isChanged: state.form !== initial,
    set,
    actions,
  };
};

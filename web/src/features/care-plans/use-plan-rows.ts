import { type PlanFilter, planSearchText, selectPlans, sortPlans } from '@homecare/domain/care-plans/list.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { readSearch } from '@homecare/domain/people/search.ts';
import { useMemo } from 'react';
import { useTypes } from './api.ts';
import { type AskedPlans, useListedPlans, usePlanById } from './list-api.ts';
import type { ListView } from './list-view.ts';

export const useTypeNames = () => {
  const types = useTypes().data;
  return useMemo(() => {
    const names = new Map(types?.map(({ Code, Name }) => [Code, Name]));
    return (code: string) => names.get(code) ?? code;
  }, [types]);
};

export const filterOf = ({ search, group, excluded, covidList }: ListView): PlanFilter => ({
  search,
  group,
  excluded,
  covidList,
});

/** Builds the search text only once the user searches. */
const indexOf = (rows: readonly PlanListRow[], searching: boolean, nameOfType: (code: string) => string) =>
  rows.map((plan) => ({ plan, text: searching ? planSearchText(plan, nameOfType(plan.Type)) : '' }));

/** The row for 'ID=n' if the list of the month does not contain it. */
const useAskedById = (rows: readonly PlanListRow[] | undefined, search: string) => {
  const asked = readSearch(search);
  const [id, ...more] = asked.by === 'id' ? asked.ids : [];
  const isMissing =
    id !== undefined && more.length === 0 && rows !== undefined && !rows.some((row) => row.id === id);
  const found = usePlanById(isMissing ? id : undefined);
  return isMissing ? found : EMPTY;
};
const EMPTY: readonly PlanListRow[] = [];

/** The plans of the list, filtered and grouped. */
export const usePlanRows = (view: ListView, asked: AskedPlans, nameOfType: (code: string) => string) => {
  const { query, rows } = useListedPlans(asked);
  const alone = useAskedById(rows, view.search);
  const searching = view.search.trim() !== '';
  const indexed = useMemo(
    () => rows && alone && indexOf([...rows, ...alone], searching, nameOfType),
    [rows, alone, searching, nameOfType],
  );
  const selected = useMemo(() => indexed && selectPlans(indexed, filterOf(view)), [indexed, view]);
  const { sort } = view;
  const listed = useMemo(
    () => selected && sortPlans(selected, sort, nameOfType),
    [selected, sort, nameOfType],
  );
  return { query, listed, total: rows?.length };
};

import { showDate } from '@homecare/domain/calendar.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { fold, readSearch } from '@homecare/domain/people/search.ts';
import { Button } from '@mantine/core';
import { IconCalendarMonth, IconCalendarSearch, IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { useKept } from '../shell/kept.ts';
import { useOpenPage } from '../shell/page-state.ts';
import { failureOf, freshnessOf } from '../shell/query.ts';
import { useSession } from '../shell/session.ts';
import { useCapabilities } from '../sites/api.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { FilterBar, Page } from '../ui/Page.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useListedPlans, useTypes } from './api.ts';
import { PLANS_VIEW, START } from './list-view.ts';
import { planColumns } from './plan-columns.tsx';
import { NEW_PLAN } from './plan-mode.ts';

interface FoundPlan {
  readonly plan: CarePlan;
  readonly text: string;
}

/** 'ID=44' finds the plan with that ID; otherwise every word must occur in the plan's ID, names, type or remarks. */
const findPlans = (plans: readonly FoundPlan[], typed: string) => {
  const search = readSearch(typed);
  if (search.by === 'id')
    return plans
      .filter(({ plan }) => search.id === undefined || plan.id === search.id)
      .map(({ plan }) => plan);
  const words = fold(typed)
    .split(/[\s,]+/)
    .filter(Boolean);
  return plans.filter(({ text }) => words.every((word) => text.includes(word))).map(({ plan }) => plan);
};

/** The newest plan stands first, so that one just created is seen at once. */
const useFound = (search: string, nameOfType: (code: string) => string) => {
  const asked = readSearch(search);
  const query = useListedPlans(asked.by === 'id' && asked.id !== undefined ? String(asked.id) : undefined);
  const indexed = useMemo(
    () =>
      query.data
        ?.toSorted((a, b) => b.id - a.id)
        .map((plan) => ({
          plan,
          text: fold([plan.id, plan.Provider, plan.Client, nameOfType(plan.Type), plan.Remarks].join(' ')),
        })),
    [query.data, nameOfType],
  );
  const rows = useMemo(() => indexed && findPlans(indexed, search), [indexed, search]);
  return { query, rows };
};

const useTypeNames = () => {
  const types = useTypes().data;
  return useMemo(() => {
    const names = new Map(types?.map(({ Code, Name }) => [Code, Name]));
    return (code: string) => names.get(code) ?? code;
  }, [types]);
};

const NoPlans = ({
  search,
  onClear,
  onNew,
}: {
  readonly search: string;
  readonly onClear: () => void;
  readonly onNew: (() => void) | undefined;
}) =>
  search ? (
    <EmptyState icon={IconCalendarSearch} title={`No care plan matches “${search}”`}>
      <Button onClick={onClear}>Clear search</Button>
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconCalendarMonth}
      title="No care plan is active"
      text="A care plan ties one client to one provider with a weekly schedule. Its visits follow from it by themselves."
    >
      {onNew && (
        <Button variant="filled" onClick={onNew}>
          New care plan
        </Button>
      )}
    </EmptyState>
  );

const FALLBACK_ZONE = 'UTC';

/** The active care plans; role provider only looks at them (specification part 2, section 6). */
export const CarePlanListPage = () => {
  const role = useSession()?.role ?? 'provider';
  const zone = useCapabilities()?.timeZone ?? FALLBACK_ZONE;
  const [view, setView] = useKept(PLANS_VIEW, START);
  const settled = useDeferredValue(view);
  const nameOfType = useTypeNames();
  const { query, rows } = useFound(settled.search, nameOfType);
  const openPage = useOpenPage();
  const columns = useMemo(() => planColumns(nameOfType, zone), [nameOfType, zone]);
  const onNew = role === 'provider' ? undefined : () => void openPage('/careplan', NEW_PLAN);
  const newButton = onNew && (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.9} aria-hidden />} onClick={onNew}>
      New care plan
    </Button>
  );
  return (
    <Page>
      <FilterBar actions={newButton}>
        <SearchBox
          label="Search care plans"
          placeholder="Provider, client or ID"
          value={view.search}
          onChange={(search) => setView({ search, page: 1 })}
        />
      </FilterBar>
      <DataTable
        label="Care plans"
        columns={columns}
        rows={rows}
        rowKey={(plan) => plan.id}
        rowName={(plan) => `care plan ${plan.id}`}
        noun="care plans"
        page={settled.page}
        onPage={(page) => setView({ ...view, page })}
        listItem={(plan) => ({
          title: plan.Provider,
          kind: nameOfType(plan.Type),
          line: `for ${plan.Client} · from ${showDate(plan.StartDate)} · ID ${plan.id}`,
        })}
        loadingText="Loading care plans…"
        failure={failureOf(query, 'Care plans could not be loaded', 'Your search is kept.')}
        footer={query.isRefetchError ? freshnessOf(query) : undefined}
        empty={<NoPlans search={settled.search.trim()} onClear={() => setView(START)} onNew={onNew} />}
      />
    </Page>
  );
};

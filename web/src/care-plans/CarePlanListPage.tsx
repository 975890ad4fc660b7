import { isFiltered, planColour, planReasons } from '@homecare/domain/care-plans/list.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import type { ExportFormat } from '@homecare/domain/list-export/contract.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPhone, IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useRef } from 'react';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { usePeople } from '../people/api.ts';
import { BulkButtons } from '../plan-documents/BulkButtons.tsx';
import { type BulkKind, openCarePlan, openTimesheet } from '../plan-documents/open-plan-document.ts';
import { useBulkPrint } from '../plan-documents/use-bulk-print.tsx';
import { usePlanSender } from '../plan-documents/use-plan-sender.tsx';
import { useKept } from '../shell/kept.ts';
import { useOpenPage } from '../shell/page-state.ts';
import { failureOf, freshnessOf } from '../shell/query.ts';
import { isOn } from '../shell/routes.ts';
import { useSession } from '../shell/session.ts';
import { toast } from '../shell/toasts.ts';
import { useReturn } from '../shell/use-return.ts';
import { useRowActions } from '../shell/use-row-actions.tsx';
import { useCapabilities } from '../sites/api.ts';
import { TsErrorButton } from '../timesheets/TsErrorButton.tsx';
import { useTsErrors } from '../timesheets/use-ts-errors.tsx';
import { DataTable, type ListItem } from '../ui/DataTable.tsx';
import { FilterSheet } from '../ui/FilterSheet.tsx';
import { IconLink } from '../ui/IconButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import { FilterBar, Page } from '../ui/Page.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import classes from './CarePlanList.module.css';
import { exportList } from './list-api.ts';
import { type ListView, PLANS_VIEW, START } from './list-view.ts';
import { NoPlans } from './NoPlans.tsx';
import { PlanSelects, PlanSwitches } from './PlanFilters.tsx';
import { PlanListMenu } from './PlanListMenu.tsx';
import { openingMode, PLAN_ACTIONS, type PlanPage, type PlanViewer } from './plan-actions.tsx';
import { planColumns, planTone } from './plan-columns.tsx';
import { CARE_PLAN, NEW_PLAN, storedPlan } from './plan-mode.ts';
import { bulkChoice, printChoice } from './plan-print.ts';
import { planName } from './plan-words.ts';
import { usePlanGroups } from './use-plan-groups.ts';
import { filterOf, usePlanRows, useTypeNames } from './use-plan-rows.ts';
import { useToday, useZone } from './use-today.ts';

/** The call button of a row on a phone: the provider is called. */
const usePhones = () => {
  const { people } = usePeople();
  return useMemo(() => new Map(people?.map(({ ID, Phone }) => [ID, Phone])), [people]);
};

const isDimmed = (plan: PlanListRow, today: Temporal.PlainDate) => {
  const colour = planColour(plan, today);
  return colour === 'archived' || colour === 'deleted';
};

const edgeOf = (plan: PlanListRow, members: number) => {
  if (plan.Status === 'Deleted') return 'danger';
  return members > 0 || plan.order !== null ? 'info' : undefined;
};

/** The care plans of a month; role provider only looks at them (specification part 2, section 2.2 and 6). */
export const CarePlanListPage = () => {
  const role = useSession()?.role ?? 'provider';
  const isOffice = role === 'admin' || role === 'user';
  const capabilities = useCapabilities();
  const zone = useZone();
  const today = useToday();
  const [view, setView] = useKept(PLANS_VIEW, START);
  // A key press paints the box at once; the list follows.
  const settled = useDeferredValue(view);
  const monthOf = ({ month }: ListView) => month ?? today.toPlainYearMonth().toString();
  const month = monthOf(view);
  const nameOfType = useTypeNames();
  const asked = {
    month: monthOf(settled),
    showArchived: settled.showArchived,
    showDeleted: settled.showDeleted,
    showTemp: settled.showTemp,
  };
  const { query, listed } = usePlanRows(settled, asked, nameOfType);
  const isPhone = useMediaQuery('(max-width: 699px)', false, { getInitialValueInEffect: false });
  const groups = usePlanGroups(listed, {
    open: isPhone || settled.search.trim() !== '',
    turned: settled.turned,
    onTurn: (turned) => setView({ ...view, turned }),
  });
  const frame = useRef<HTMLDivElement>(null);
  const remember = useReturn(frame, 'care-plans', listed !== undefined);
  const openPage = useOpenPage();
  const sender = usePlanSender();
  const bulk = useBulkPrint();
  const phones = usePhones();
  const hasScans = isOffice && capabilities !== undefined && isOn(capabilities, 'version2');
  const tsErrors = useTsErrors(hasScans);

  const change = (next: Partial<ListView>) => setView({ ...view, page: 1, ...next });
  const choice = printChoice(view, month);
  const files = bulkChoice(view, month, listed ?? []);
  const print = (kind: BulkKind) =>
    files.ids?.length === 0
      ? toast.error('No care plan of the list can be printed')
      : bulk.print(kind, files);
  const page: PlanPage = {
    openForm: (mode, plan) => {
      remember(plan.id);
      void openPage(CARE_PLAN, storedPlan(mode, plan));
    },
    getCarePlan: openCarePlan,
    getTimesheet: (plan) => openTimesheet(plan, choice),
    sendCarePlan: sender.sendCarePlan,
    sendTimesheet: (plan) => sender.sendTimesheet(plan, choice),
  };
  const viewer: PlanViewer = { role, capabilities, today };
  const actions = useRowActions({
    actions: PLAN_ACTIONS,
    viewer,
    page,
    keyOf: ({ id }) => id,
    nameOf: planName,
    propsOf: (plan, onClose) => ({ plan, onClose }),
    frame,
  });
  // Role provider has no form; it looks at the printed plan.
  const open = (plan: PlanListRow) => {
    if (isOffice) page.openForm(openingMode(plan, viewer), plan);
    else if (plan.Status !== 'Deleted') openCarePlan(plan);
  };
  const onNew = isOffice ? () => void openPage(CARE_PLAN, NEW_PLAN) : undefined;
  const { clientFirst } = settled;
  const columns = planColumns({
    nameOfType,
    zone,
    today,
    clientFirst,
    showsEnded: settled.showArchived || settled.showDeleted,
    group: groups.group,
    onTurn: groups.turn,
  });
  const listItem = (plan: PlanListRow): ListItem => {
    const [first, second] = clientFirst ? [plan.Client, plan.Provider] : [plan.Provider, plan.Client];
    const phone = phones.get(plan.ProviderID);
    const reason = planReasons(plan, today)[0];
    return {
      title: plan.order === null ? first : `${plan.order}. ${first}`,
      kind: nameOfType(plan.Type),
      line: [second, reason ?? `ID ${plan.id}`].join(' · '),
      action: phone && (
        <IconLink
          label={`Call ${plan.Provider}`}
          icon={<IconPhone {...rowIcon} />}
          href={`tel:+1${phone.replace(/\D/g, '')}`}
        />
      ),
    };
  };
  const exported = {
    list: 'care-plans',
    load: (format: ExportFormat) => exportList(settled, asked.month, format),
  };
  const inRows = groups.rows?.length ?? 0;
  const count = groups.count ?? 0;
  const desk = onNew && (
    <>
      <BulkButtons choice={files} onPrint={print} />
      {hasScans && <TsErrorButton {...tsErrors} />}
      <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.9} aria-hidden />} onClick={onNew}>
        New care plan
      </Button>
    </>
  );
  return (
    <Page>
      <FilterBar actions={!isPhone && desk}>
        <SearchBox
          label="Search care plans"
          placeholder="Provider, client or ID"
          width={178}
          value={view.search}
          onChange={(search) => change({ search })}
        />
        {isPhone ? (
          <FilterSheet active={isFiltered({ ...filterOf(view), search: '' }) || view.month !== undefined}>
            <div className={classes.sheet}>
              <PlanSelects view={view} month={month} labelled onChange={change} />
              <PlanSwitches view={view} size="md" onChange={change} />
            </div>
          </FilterSheet>
        ) : (
          <PlanSelects view={view} month={month} labelled={false} onChange={change} />
        )}
        {isPhone && onNew && (
          <PlanListMenu
            onNew={onNew}
            tsErrors={hasScans ? tsErrors : undefined}
            choice={files}
            print={print}
            exported={exported}
          />
        )}
      </FilterBar>
      {!isPhone && (
        <div className={classes.switches}>
          <PlanSwitches view={view} size="xs" onChange={change} />
          <div className={classes.export}>
            <ExportMenu {...exported} disabled={inRows === 0} />
          </div>
        </div>
      )}
      <div className={classes.frame} ref={frame}>
        <DataTable
          label="Care plans"
          columns={columns}
          rows={groups.rows}
          under={groups.under}
          rowKey={({ id }) => id}
          rowName={planName}
          noun={count === inRows ? 'care plans' : `rows · ${count.toLocaleString('en-US')} care plans`}
          page={settled.page}
          onPage={(next) => setView({ ...view, page: next })}
          tone={(plan) => planTone(plan, today)}
          edge={(plan) => edgeOf(plan, groups.group(plan).count)}
          dimmed={(plan) => isDimmed(plan, today)}
          onOpen={open}
          actions={actions.icons}
          menu={actions.menu}
          actionsWidth={isOffice ? 216 : 124}
          tightActionsWidth={isOffice ? 190 : 124}
          listItem={listItem}
          loadingText="Loading care plans…"
          failure={failureOf(query, 'Care plans could not be loaded', 'Your search and filters are kept.')}
          footer={query.isRefetchError ? freshnessOf(query) : undefined}
          empty={
            <NoPlans
              view={settled}
              asked={asked}
              nameOfType={nameOfType}
              onClear={() => change({ search: '', group: '', excluded: 'All', covidList: false })}
              onShowArchived={() => change({ showArchived: true })}
              onNew={onNew}
            />
          }
        />
      </div>
      {actions.dialog}
      {tsErrors.dialog}
      {sender.dialog}
      {bulk.dialog}
    </Page>
  );
};

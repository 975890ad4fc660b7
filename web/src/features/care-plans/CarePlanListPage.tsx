import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { isFiltered } from '@homecare/domain/care-plans/list.ts';
import type { ExportFormat } from '@homecare/domain/list-export/contract.ts';
import { isSwitchedOn } from '@homecare/domain/sites/rules.ts';
import { getScanList } from '@homecare/domain/timesheets/contract.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { useKept } from '../../platform/kept.ts';
import { FilterChips } from '../../platform/lists/FilterChips.tsx';
import { useKeptLook } from '../../platform/lists/use-look.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { may } from '../../platform/role-copy.ts';
import { useRole } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useStable } from '../../platform/use-stable.ts';
import { useToday } from '../../platform/use-today.ts';
import { FilterSheet } from '../../ui/FilterSheet.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { BulkButtons } from '../plan-documents/BulkButtons.tsx';
import type { BulkKind } from '../plan-documents/open-plan-document.ts';
import { useBulkPrint } from '../plan-documents/use-bulk-print.tsx';
import { ScansButton } from '../timesheets/ScansButton.tsx';
import { TsErrorButton } from '../timesheets/TsErrorButton.tsx';
import { useTsErrors } from '../timesheets/use-ts-errors.tsx';
import { AwayButton, type AwayOffer } from './AwayButton.tsx';
import classes from './CarePlanList.module.css';
import { exportList } from './list-api.ts';
import { type ListView, PLANS_VIEW, START } from './list-view.ts';
import { PlanOrder, PlanSelects, PlanSwitches } from './PlanFilters.tsx';
import { PlanListMenu } from './PlanListMenu.tsx';
import { PlanTable } from './PlanTable.tsx';
import { PlanViews, usePlanFilters } from './PlanViews.tsx';
import { whyNoTemporary } from './plan-actions.tsx';
import { NARROWS_NOTHING, planChips } from './plan-chips.ts';
import { CARE_PLAN, NEW_PLAN } from './plan-mode.ts';
import { bulkChoice } from './plan-print.ts';
import { filterOf, usePlanRows, useTypeNames } from './use-plan-rows.ts';

const AbsenceDialog = lazy(async () => ({ default: (await import('./AbsenceDialog.tsx')).AbsenceDialog }));

/** The viewer of the list, with the capabilities that apply. */
const useViewer = () => {
  const role = useRole();
  const capabilities = useCapabilities();
  return {
    mayPlan: may(role, insertCarePlan),
    capabilities,
    hasScans: may(role, getScanList) && capabilities !== undefined && isSwitchedOn(capabilities, 'version2'),
  };
};

interface DeskProps {
  readonly choice: ComponentProps<typeof BulkButtons>['choice'];
  readonly onPrint: (kind: BulkKind) => void;
  readonly tsErrors: ComponentProps<typeof TsErrorButton> | undefined;
  /** Undefined if the viewer may only look. */
  readonly onNew: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The actions of the list, to the right of everything else beside the filters. */
const Desk = ({ choice, onPrint, tsErrors, onNew, children }: DeskProps) => (
  <>
    {children}
    {onNew && (
      <>
        <BulkButtons choice={choice} onPrint={onPrint} />
        {tsErrors && <TsErrorButton {...tsErrors} />}
        <Button
          variant="filled"
          leftSection={<IconPlus size={16} stroke={1.9} aria-hidden />}
          onClick={onNew}
        >
          New care plan
        </Button>
      </>
    )}
  </>
);

interface ListToolsProps {
  readonly away: AwayOffer | undefined;
  readonly hasScans: boolean;
  readonly views: ReactNode;
  readonly exported: ComponentProps<typeof ExportMenu>;
  readonly disabled: boolean;
}

const ListTools = ({ away, hasScans, views, exported, disabled }: ListToolsProps) => (
  <>
    {away && <AwayButton {...away} />}
    {hasScans && <ScansButton />}
    {views}
    <ExportMenu {...exported} disabled={disabled} />
  </>
);

/** The switches behind a button, where a line of them does not fit. */
const NarrowSwitches = ({ view, onChange }: ComponentProps<typeof PlanOrder>) => (
  <FilterSheet active={isFiltered({ ...filterOf(view), search: '' })}>
    <div className={classes.sheet}>
      <PlanSwitches view={view} size="md" onChange={onChange} />
    </div>
  </FilterSheet>
);

/** The care plans of a month. Providers can only view them (docs/rules/care-plans.md, rule 48). */
export const CarePlanListPage = () => {
  const { mayPlan, hasScans, capabilities } = useViewer();
  const thisMonth = useToday().toPlainYearMonth().toString();
  const [view, setView] = useKept(PLANS_VIEW, START);
  // The box shows each key at once, and the list follows.
  const settled = useDeferredValue(view);
  const month = view.month ?? thisMonth;
  const { showArchived, showDeleted, showTemp } = settled;
  const settledMonth = settled.month ?? thisMonth;
  const asked = useMemo(
    () => ({ month: settledMonth, showArchived, showDeleted, showTemp }),
    [settledMonth, showArchived, showDeleted, showTemp],
  );
  const [look, setLook] = useKeptLook('care-plans');
  const nameOfType = useTypeNames();
  const { query, listed } = usePlanRows(settled, asked, nameOfType);
  const isPhone = useIsPhone();
  // Beside the menu, a line of switches does not fit.
  const isNarrow = useMediaQuery('(max-width: 1099px)', false, { getInitialValueInEffect: false });
  const openPage = useOpenPage();
  const bulk = useBulkPrint();
  const tsErrors = useTsErrors(hasScans);
  const [away, setAway] = useState(false);

  const change = useStable((next: Partial<ListView>) => setView({ ...view, page: 1, ...next }));
  usePlanFilters(view, change);
  const openNew = useStable(() => void openPage(CARE_PLAN, NEW_PLAN));
  const onNew = mayPlan ? openNew : undefined;
  const files = useMemo(
    () => bulkChoice(settled, settledMonth, listed ?? []),
    [settled, settledMonth, listed],
  );
  const print = (kind: BulkKind) =>
    files.ids?.length === 0
      ? toast.error('No care plan of the list can be printed')
      : bulk.print(kind, files);
  const exported = {
    list: 'care-plans',
    load: (format: ExportFormat) => exportList(settled, settledMonth, format),
  };
  const awayOffer = { reason: whyNoTemporary(capabilities), onClick: () => setAway(true) };
  const tools = (
    <ListTools
      away={mayPlan ? awayOffer : undefined}
      hasScans={hasScans}
      views={<PlanViews view={view} look={look} onLook={setLook} onChange={change} />}
      exported={exported}
      disabled={!listed?.length}
    />
  );
  return (
    <Page>
      <FilterBar
        actions={
          !isPhone && (
            <Desk choice={files} onPrint={print} tsErrors={hasScans ? tsErrors : undefined} onNew={onNew}>
              {isNarrow && tools}
            </Desk>
          )
        }
      >
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
              <PlanOrder view={view} onChange={change} />
              <PlanSwitches view={view} size="md" onChange={change} />
            </div>
          </FilterSheet>
        ) : (
          <PlanSelects view={view} month={month} labelled={false} onChange={change} />
        )}
        {isNarrow && !isPhone && <NarrowSwitches view={view} onChange={change} />}
        {isPhone && (
          <PlanListMenu
            onNew={onNew}
            away={mayPlan ? awayOffer : undefined}
            tsErrors={hasScans ? tsErrors : undefined}
            choice={files}
            print={print}
            exported={exported}
          />
        )}
      </FilterBar>
      {!isNarrow && (
        <div className={classes.switches} data-head>
          <PlanSwitches view={view} size="xs" onChange={change} />
          <div className={classes.export}>{tools}</div>
        </div>
      )}
      <FilterChips
        chips={planChips(view, change)}
        onClear={() => change({ ...NARROWS_NOTHING, month: undefined })}
      />
      <PlanTable
        view={settled}
        look={look}
        asked={asked}
        listed={listed}
        nameOfType={nameOfType}
        isPhone={isPhone}
        failure={failureOf(query, 'Couldn’t load care plans', 'Your search and filters are kept.')}
        footer={query.isRefetchError ? freshnessOf(query) : undefined}
        onChange={change}
        onNew={onNew}
      />
      {tsErrors.dialog}
      {away && (
        <Suspense fallback={null}>
          <AbsenceDialog onClose={() => setAway(false)} />
        </Suspense>
      )}
      {bulk.dialog}
    </Page>
  );
};

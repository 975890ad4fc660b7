import { isOffice } from '@homecare/domain/call.ts';
import { type ListedPlan, planColour, planReasons } from '@homecare/domain/care-plans/list.ts';
import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { sayWeekHours, sayWholeWeek } from '@homecare/domain/care-plans/week-line.ts';
import { IconPhone } from '@tabler/icons-react';
import { memo, useMemo, useRef } from 'react';
import { chooseColumns, type Look } from '../../platform/lists/list-columns.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { useRole } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { useReturn } from '../../platform/use-return.ts';
import { useRowActions } from '../../platform/use-row-actions.tsx';
import { useToday, useZone } from '../../platform/use-today.ts';
import { DataTable, type ListItem } from '../../ui/DataTable.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import type { LoadFailure } from '../../ui/states.tsx';
import { useStakesOfPlans } from '../authorizations/use-stakes-of-plans.ts';
import { usePeople } from '../people/api.ts';
import { openCarePlan, openTimesheet } from '../plan-documents/open-plan-document.ts';
import { usePlanSender } from '../plan-documents/use-plan-sender.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import classes from './CarePlanList.module.css';
import type { AskedPlans } from './list-api.ts';
import { type ListView, planSortOf } from './list-view.ts';
import { NoPlans } from './NoPlans.tsx';
import { openingMode, PLAN_ACTIONS, type PlanPage, type PlanViewer } from './plan-actions.tsx';
import { NARROWS_NOTHING } from './plan-chips.ts';
import { planColumns, planTone } from './plan-columns.tsx';
import { CARE_PLAN, storedPlan } from './plan-mode.ts';
import { printChoice } from './plan-print.ts';
import { planName, planPeople } from './plan-words.ts';
import { usePlanGroups } from './use-plan-groups.ts';

/** Phone numbers of the providers, for the call button of a row on phones. */
const usePhones = () => {
  const { people } = usePeople();
  return useMemo(() => new Map(people?.map(({ ID, Phone }) => [ID, Phone])), [people]);
};

const isDimmed = (plan: PlanListRow, today: Temporal.PlainDate) => {
  const colour = planColour(plan, today);
  return colour === 'archived' || colour === 'deleted';
};

/** What the authorization says about a plan; one that has ended uses nothing. */
const useStakeOf = (today: Temporal.PlainDate) => {
  const stakes = useStakesOfPlans();
  return (plan: PlanListRow) => (isDimmed(plan, today) ? undefined : stakes(plan.ClientID, plan.Type));
};

/** A single line on a phone has room for who archived or deleted a plan, but not for when. */
const shortReason = (plan: PlanListRow, today: Temporal.PlainDate) => {
  const colour = planColour(plan, today);
  if (colour === 'archived') return 'Archived';
  return colour === 'deleted' ? 'Deleted' : (planReasons(plan, today)[0] ?? `ID ${plan.id}`);
};

const weekLine = ({ week }: PlanListRow) =>
  week.length === 0 ? 'No times' : `${sayWholeWeek(week)} · ${sayWeekHours(week)} h a week`;

const edgeOf = (plan: PlanListRow, members: number) => {
  if (plan.Status === 'Deleted') return 'danger';
  return members > 0 || plan.order !== null ? 'info' : undefined;
};

const nounOf = (count: number, rows: number | undefined) =>
  count === rows ? 'care plans' : `rows · ${count.toLocaleString('en-US')} care plans`;

const planId = ({ id }: PlanListRow) => id;

const storyOf = (plan: PlanListRow): RowStory => ({
  counts: { of: 'plan', id: String(plan.id) },
  title: `${planName(plan)}, ${planPeople(plan)}`,
});

/** What row actions can do with the list, and what they open on top of it. */
const usePlanPage = (choice: ReturnType<typeof printChoice>, remember: (row: number) => void) => {
  const openPage = useOpenPage();
  const sender = usePlanSender();
  const stories = useRowStory(storyOf);
  const page: PlanPage = {
    openForm: (mode, plan) => {
      remember(plan.id);
      void openPage(CARE_PLAN, storedPlan(mode, plan));
    },
    getCarePlan: openCarePlan,
    getTimesheet: (plan) => openTimesheet(plan, choice),
    sendCarePlan: sender.sendCarePlan,
    sendTimesheet: (plan) => sender.sendTimesheet(plan, choice),
    showVisits: stories.show,
  };
  const dialogs = (
    <>
      {sender.dialog}
      {stories.window}
    </>
  );
  return { page, stories, dialogs };
};

interface PlanTableProps {
  readonly view: ListView;
  readonly look: Look;
  readonly asked: AskedPlans;
  readonly listed: readonly ListedPlan[] | undefined;
  readonly nameOfType: (code: string) => string;
  readonly isPhone: boolean;
  readonly failure: LoadFailure | undefined;
  /** Says that refreshing failed and old rows are shown. */
  readonly footer: string | undefined;
  readonly onChange: (next: Partial<ListView>) => void;
  readonly onNew: (() => void) | undefined;
}

/** The rows of the care plan list. Memoized, so that typing in the search box does not re-render them. */
export const PlanTable = memo((props: PlanTableProps) => {
  const { view, look, asked, listed, nameOfType, isPhone, onChange, onNew } = props;
  const role = useRole();
  const capabilities = useCapabilities();
  const zone = useZone();
  const today = useToday();
  const stakeOf = useStakeOf(today);
  const groups = usePlanGroups(listed, {
    open: isPhone || view.search.trim() !== '',
    turned: view.turned,
    onTurn: (turned) => onChange({ turned, page: view.page }),
  });
  const frame = useRef<HTMLDivElement>(null);
  const { left, remember } = useReturn(frame, 'care-plans', listed !== undefined);
  const phones = usePhones();
  const { page, stories, dialogs } = usePlanPage(printChoice(view, asked.month), remember);
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
  // Providers have no form; for them the row opens the printed plan.
  const open = (plan: PlanListRow) => {
    if (isOffice(role)) page.openForm(openingMode(plan, viewer), plan);
    else if (plan.Status !== 'Deleted') openCarePlan(plan);
  };
  const all = planColumns({
    nameOfType,
    zone,
    today,
    clientFirst: view.clientFirst,
    showsEnded: asked.showArchived || asked.showDeleted,
    stakeOf,
    group: groups.group,
    onTurn: groups.turn,
  });
  const columns = chooseColumns(all, look);
  const listItem = (plan: PlanListRow): ListItem => {
    const [first, second] = view.clientFirst ? [plan.Client, plan.Provider] : [plan.Provider, plan.Client];
    const phone = phones.get(plan.ProviderID);
    return {
      title: plan.order === null ? first : `${plan.order}. ${first}`,
      kind: nameOfType(plan.Type),
      line: second,
      more: [weekLine(plan), stakeOf(plan)?.short ?? shortReason(plan, today)].join(' · '),
      action: phone && (
        <IconLink
          label={`Call ${plan.Provider}`}
          icon={<IconPhone {...rowIcon} />}
          href={`tel:+1${phone.replace(/\D/g, '')}`}
        />
      ),
    };
  };
  const count = groups.count ?? 0;
  return (
    <>
      <div className={classes.frame} ref={frame}>
        <DataTable
          label="Care plans"
          columns={columns}
          rows={groups.rows}
          isCompact={look.isCompact}
          pageSize={look.fillsWindow ? 'all' : 12}
          rowHeight={50}
          under={groups.under}
          rowKey={planId}
          startKey={left}
          rowName={planName}
          noun={nounOf(count, groups.rows?.length)}
          sort={view.sort}
          onSort={(sort) => onChange({ sort: planSortOf(sort) })}
          page={view.page}
          onPage={(next) => onChange({ page: next })}
          tone={(plan) => planTone(plan, today)}
          edge={(plan) => edgeOf(plan, groups.group(plan).count)}
          dimmed={(plan) => isDimmed(plan, today)}
          onOpen={open}
          {...(isOffice(role) && { keys: stories.keys })}
          actions={actions.icons}
          menu={actions.menu}
          actionsWidth={isOffice(role) ? 216 : 124}
          tightActionsWidth={isOffice(role) ? 200 : 124}
          listItem={listItem}
          loadingText="Loading care plans…"
          failure={props.failure}
          footer={props.footer}
          empty={
            <NoPlans
              view={view}
              asked={asked}
              nameOfType={nameOfType}
              onClear={() => onChange(NARROWS_NOTHING)}
              onShowArchived={() => onChange({ showArchived: true })}
              onNew={onNew}
            />
          }
        />
      </div>
      {actions.dialog}
      {dialogs}
    </>
  );
});

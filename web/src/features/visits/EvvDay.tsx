import { REHEARSAL } from '@homecare/domain/aggregator/rules.ts';
import { attemptsToAccept } from '@homecare/domain/visits/attempts.ts';
import {
  type DayRow,
  type DayView,
  planText,
  SEGMENTS,
  type Segment,
  selectDay,
} from '@homecare/domain/visits/day-list.ts';
import { isToReview, reviewText } from '@homecare/domain/visits/review.ts';
import { Checkbox } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { FilterChips } from '../../platform/lists/FilterChips.tsx';
import { WINDOW_LOOK } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { useSelected } from '../../platform/lists/use-selected.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { PageButton } from '../../platform/PageButton.tsx';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { isIsoDate } from '../../ui/inputs.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ExportMenu } from '../list-export/ExportMenu.tsx';
import { STORY_KEY } from '../visit-story/open-story.ts';
import { exportDay, REFRESH_SECONDS, useVisitsOf } from './api.ts';
import { BulkBar } from './BulkBar.tsx';
import { DaySwitch } from './DaySwitch.tsx';
import { useDayOnly } from './day-only.ts';
import classes from './EvvAdminPage.module.css';
import { Legend } from './InOut.tsx';
import { VISITS_DAY } from './shown-day.ts';
import { useVisitActions } from './use-visit-actions.tsx';
import { CallProvider, columnsOf, nextAction, Plain } from './visit-columns.tsx';
import { dayText, toneOf } from './visit-words.ts';

const visitId = ({ id }: DayRow['visit']) => id;
const rowId = ({ visit }: DayRow) => visit.id;

const START: DayView = { segment: 'All', pending: true, sent: true };

/** The filters of a saved view or an address, as far as this version knows them. */
const readFilters = (filters: Readonly<Record<string, string | boolean>>): DayView => ({
  segment: SEGMENTS.find((segment) => segment === filters.segment) ?? START.segment,
  pending: filters.pending !== false,
  sent: filters.sent !== false,
});

const EMPTY: Record<Segment, string> = {
  All: 'No visits',
  Attention: 'Nothing needs attention',
  Planned: 'No planned visits',
  Active: 'No active visits',
  Complete: 'No complete visits',
};

/** Of a row on a phone: what it is, and below it what is wrong in whole words. */
const DayLines = ({ visit, reason }: Pick<DayRow, 'visit' | 'reason'>) => {
  const isMisplaced = visit.StartLocationError || visit.EndLocationError;
  const facts = [visit.Status, visit.aggregatorStatus, visit.ClientName].filter(Boolean).join(' · ');
  const wrong = [reason, isMisplaced && 'Location error', isToReview(visit) && reviewText(visit)]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <span className={classes.cut}>{wrong ? <Plain>{facts}</Plain> : facts}</span>
      {wrong && <span className={classes.whole}>{wrong}</span>}
    </>
  );
};

interface ViewFiltersProps {
  readonly view: DayView;
  /** Of each segment, in their order. */
  readonly counts: readonly number[] | undefined;
  readonly onChange: (view: DayView) => void;
}

const ViewFilters = ({ view, counts, onChange }: ViewFiltersProps) => (
  <>
    <div className={classes.segments}>
      <CountTabs
        label="Status of visits"
        look="segments"
        isTight
        tabs={SEGMENTS.map((segment, index) => ({
          key: segment,
          label: segment,
          count: counts?.[index],
          alarm: segment === 'Attention',
        }))}
        value={view.segment}
        onChange={(segment) => onChange({ ...view, segment })}
      />
    </div>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not line up with its neighbours */}
    <div className={classes.complete} role="group" aria-label="Complete visits by aggregator status">
      <span aria-hidden="true" className="ink2">
        Complete:
      </span>
      <Checkbox
        size="sm"
        label="Pending"
        checked={view.pending}
        onChange={(event) => onChange({ ...view, pending: event.currentTarget.checked })}
      />
      <Checkbox
        size="sm"
        label="Sent"
        checked={view.sent}
        onChange={(event) => onChange({ ...view, sent: event.currentTarget.checked })}
      />
    </div>
  </>
);

interface EvvDayProps {
  readonly zone: string;
  readonly now: Temporal.Instant;
  readonly today: string;
  readonly isRehearsal: boolean;
  /** Buttons at the right end of the filters. */
  readonly buttons: ReactNode;
}

/** The visits of a day: exceptions coloured, each with its reason in words (docs/rules/visits.md, rule 39). */
export const EvvDay = ({ zone, now, today, isRehearsal, buttons }: EvvDayProps) => {
  // '' follows today, also over midnight.
  const [chosen, setChosen] = useKept(VISITS_DAY, '');
  const [view, setView] = useKept('evv-admin.view', START);
  useFiltersInAddress({
    list: 'visits',
    filters: { ...view, day: chosen },
    first: { ...START, day: '' },
    onFilters: ({ day, ...filters }) => {
      setView(readFilters(filters));
      setChosen(typeof day === 'string' && isIsoDate(day) ? day : '');
    },
  });
  const frame = useRef<HTMLDivElement>(null);
  const date = chosen || today;
  const query = useVisitsOf(date);
  const shown = useMemo(
    () => query.data && selectDay(query.data, view, now, zone),
    [query.data, view, now, zone],
  );
  const columns = useMemo(() => columnsOf(now, zone), [now, zone]);
  const only = useDayOnly(shown?.rows, { date, now, zone });
  const { table, menu } = useLook({ list: 'visits', columns, rows: only.rows, first: WINDOW_LOOK });
  const visits = useMemo(() => table.rows?.map(({ visit }) => visit), [table.rows]);
  const actions = useVisitActions(zone, today, frame, visits);
  const edit = actions.starter('edit');
  const { selection, selected, selectAll, clear } = useSelected(visits, visitId);
  const freshness = freshnessOf(query);
  const bulk = { visits: selected, total: visits?.length ?? 0, now, zone, onAll: selectAll, onClear: clear };
  return (
    <Page>
      <FilterBar>
        <DaySwitch date={date} today={today} onChange={(next) => setChosen(next === today ? '' : next)} />
        <div className={classes.statuses}>
          <ViewFilters view={view} counts={shown?.counts} onChange={setView} />
        </div>
        <div className={classes.buttons}>
          <ViewMenu {...menu} filters={{ ...view }} onFilters={(filters) => setView(readFilters(filters))} />
          <ExportMenu
            list="evv-admin"
            load={(format) => exportDay(date, { ...view, ...only.only }, format)}
            disabled={!only.rows?.length}
          />
          {buttons}
        </div>
      </FilterBar>
      <FilterChips chips={only.chips} onClear={only.clear} />
      <div className={classes.frame} ref={frame}>
        <DataTable
          label={`Visits of ${dayText(date)}`}
          {...table}
          rowKey={rowId}
          rowName={({ visit }) => `${visit.ProviderName}, ${planText(visit)}`}
          selection={selection}
          noun="visits"
          tone={(row) => toneOf(row.tone)}
          onOpen={({ visit }) => edit?.(visit)}
          keys={{ [STORY_KEY]: ({ visit }) => actions.openStory(visit) }}
          menu={({ visit }) => actions.menu(visit)}
          actions={(row, roomy) => (
            <>
              {actions.button(row.visit, nextAction(row))}
              {actions.icons(row.visit, roomy)}
            </>
          )}
          actionsTitle="Action"
          actionsWidth={200}
          listItem={({ visit, reason }) => ({
            title: planText(visit),
            kind: visit.ProviderName,
            line: <DayLines visit={visit} reason={reason} />,
            action:
              attemptsToAccept(visit).length > 0 ? (
                actions.button(visit, 'accept')
              ) : (
                <CallProvider visit={visit} />
              ),
          })}
          loadingText="Loading visits…"
          failure={failureOf(query, 'Couldn’t load the visits', 'The date and filters are kept.')}
          footer={
            <span className={classes.footer}>
              <Legend />
              {isRehearsal && <span className="ink2">{REHEARSAL}</span>}
              <span className={classes.fresh} data-tone={query.isRefetchError ? 'warn' : undefined}>
                {freshness && `${freshness}, every ${REFRESH_SECONDS} s`}
              </span>
            </span>
          }
          empty={
            <EmptyState
              icon={IconCalendarOff}
              title={`${EMPTY[view.segment]} on ${dayText(date)}`}
              text={
                view.segment === 'All'
                  ? 'Visits are created from active care plans, up to 13 days ahead.'
                  : undefined
              }
            >
              {view.segment === 'All' && <PageButton to="/careplanlist">Open care plans</PageButton>}
            </EmptyState>
          }
        />
      </div>
      <BulkBar {...bulk} />
      {actions.dialog}
    </Page>
  );
};

import { REHEARSAL } from '@homecare/domain/aggregator/rules.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { adminRow, type RowTone } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { Checkbox } from '@mantine/core';
import { IconAlertCircle, IconCalendarOff, IconNote, IconPhone } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useKept } from '../shell/kept.ts';
import { failureOf, freshnessOf } from '../shell/query.ts';
import { useCapabilities } from '../sites/api.ts';
import { CellLines } from '../ui/CellLines.tsx';
import { CountTabs } from '../ui/CountTabs.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { IconLink } from '../ui/IconButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import { FilterBar, Page } from '../ui/Page.tsx';
import { StatusPill } from '../ui/Pill.tsx';
import { EmptyState } from '../ui/states.tsx';
import { REFRESH_SECONDS, useVisitsOf } from './api.ts';
import { DayLine, DayScale } from './DayLine.tsx';
import { DaySwitch } from './DaySwitch.tsx';
import { axisOf } from './day-line.ts';
import classes from './EvvAdminPage.module.css';
import { InOut, Legend } from './InOut.tsx';
import { useNow } from './use-now.ts';
import { dayText, planText, telOf, toneOf } from './visit-words.ts';

const SEGMENTS = ['All', 'Attention', 'Planned', 'Active', 'Complete'] as const;
type Segment = (typeof SEGMENTS)[number];

interface DayView {
  readonly segment: Segment;
  /** Complete rows by aggregator status: pending = Pending, sent = Success or Failed (decisions.md, Visits). */
  readonly pending: boolean;
  readonly sent: boolean;
}
const START: DayView = { segment: 'All', pending: true, sent: true };

interface DayRow extends RowTone {
  readonly visit: Visit;
}

const needsAttention = ({ tone }: DayRow) => tone === 'danger' || tone === 'warning';

const isIn = (segment: Segment, row: DayRow) => {
  if (segment === 'All') return true;
  return segment === 'Attention' ? needsAttention(row) : row.visit.Status === segment;
};

const passes = ({ visit }: DayRow, view: DayView) => {
  if (visit.Status !== 'Complete' || visit.SunDataStatus === null) return true;
  return visit.SunDataStatus === 'Pending' ? view.pending : view.sent;
};

const byTime = (a: DayRow, b: DayRow) =>
  a.visit.PlanStartTime.localeCompare(b.visit.PlanStartTime) ||
  a.visit.ProviderName.localeCompare(b.visit.ProviderName) ||
  a.visit.id - b.visit.id;

const useDayRows = (
  visits: readonly Visit[] | undefined,
  view: DayView,
  now: Temporal.Instant,
  zone: string,
) =>
  useMemo(() => {
    const all = visits
      ?.map((visit): DayRow => ({ visit, ...adminRow(visit, now, zone) }))
      .filter((row) => passes(row, view))
      .toSorted(byTime);
    const counts = SEGMENTS.map((segment) => all?.filter((row) => isIn(segment, row)).length);
    return { rows: all?.filter((row) => isIn(view.segment, row)), counts };
  }, [visits, view, now, zone]);

const columnsOf = (
  visits: readonly Visit[],
  now: Temporal.Instant,
  zone: string,
): readonly Column<DayRow>[] => {
  const axis = axisOf(visits);
  return [
    {
      key: 'who',
      title: 'Provider / Client',
      width: 232,
      cell: ({ visit }) => (
        <CellLines strong main={visit.ProviderName} sub={<Plain>{visit.ClientName}</Plain>} />
      ),
    },
    {
      key: 'plan',
      title: 'Plan',
      cell: ({ visit, tone, reason }) => (
        <CellLines
          main={planText(visit)}
          sub={reason}
          subIcon={tone === 'danger' ? IconAlertCircle : IconNote}
        />
      ),
    },
    { key: 'status', title: 'Status', width: 112, cell: ({ visit }) => <StatusPill status={visit.Status} /> },
    {
      key: 'line',
      title: 'Day',
      head: <DayScale axis={axis} />,
      width: 214,
      cell: ({ visit }) => <DayLine visit={visit} axis={axis} now={now} zone={zone} />,
    },
    { key: 'inOut', title: 'In / Out', width: 162, cell: ({ visit }) => <InOut visit={visit} zone={zone} /> },
    {
      key: 'sandata',
      title: 'Sandata',
      width: 128,
      cell: ({ visit }) => visit.SunDataStatus && <StatusPill status={visit.SunDataStatus} />,
    },
  ];
};

/** The second line keeps its grey in a coloured row: the colour belongs to the reason. */
const Plain = ({ children }: { readonly children: string }) => <span className="ink2">{children}</span>;

const EMPTY: Record<Segment, string> = {
  All: 'No visits',
  Attention: 'Nothing needs attention',
  Planned: 'No planned visits',
  Active: 'No active visits',
  Complete: 'No complete visits',
};

const EvvDay = ({ zone, isRehearsal }: { readonly zone: string; readonly isRehearsal: boolean }) => {
  const now = useNow(REFRESH_SECONDS);
  const today = todayIn(zone, now).toString();
  // '' follows today, also over midnight.
  const [chosen, setChosen] = useKept('evv-admin.date', '');
  const [view, setView] = useKept('evv-admin.view', START);
  const date = chosen || today;
  const query = useVisitsOf(date);
  const { rows, counts } = useDayRows(query.data, view, now, zone);
  const columns = useMemo(() => columnsOf(query.data ?? [], now, zone), [query.data, now, zone]);
  const freshness = freshnessOf(query);
  return (
    <Page>
      <FilterBar>
        <DaySwitch date={date} today={today} onChange={(next) => setChosen(next === today ? '' : next)} />
        <div className={classes.segments}>
          <CountTabs
            label="Status of visits"
            look="segments"
            tabs={SEGMENTS.map((segment, index) => ({
              key: segment,
              label: segment,
              count: counts[index],
              alarm: segment === 'Attention',
            }))}
            value={view.segment}
            onChange={(segment) => setView({ ...view, segment })}
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
            onChange={(event) => setView({ ...view, pending: event.currentTarget.checked })}
          />
          <Checkbox
            size="sm"
            label="Sent"
            checked={view.sent}
            onChange={(event) => setView({ ...view, sent: event.currentTarget.checked })}
          />
        </div>
      </FilterBar>
      <DataTable
        label={`Visits of ${dayText(date)}`}
        columns={columns}
        rows={rows}
        rowKey={({ visit }) => visit.id}
        rowName={({ visit }) => `${visit.ProviderName}, ${planText(visit)}`}
        pageSize="all"
        noun="visits"
        tone={(row) => toneOf(row.tone)}
        listItem={({ visit, reason }) => ({
          title: planText(visit),
          kind: visit.ProviderName,
          line: `${reason ?? visit.Status} · ${visit.ClientName}`,
          action: <CallProvider visit={visit} />,
        })}
        loadingText="Loading visits…"
        failure={failureOf(query, 'The visits could not be loaded', 'The date and filters are kept.')}
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
                ? 'Visits follow from care plans, for today through 13 days ahead.'
                : undefined
            }
          />
        }
      />
    </Page>
  );
};

const CallProvider = ({ visit }: { readonly visit: Visit }) => {
  const href = telOf(visit.ProviderPhone);
  if (!href) return null;
  return <IconLink label={`Call ${visit.ProviderName}`} icon={<IconPhone {...rowIcon} />} href={href} />;
};

/** The visits of a day: exceptions coloured, each with its reason in words (specification part 3, section 2). */
export const EvvAdminPage = () => {
  const capabilities = useCapabilities();
  if (!capabilities) return null;
  const { timeZone, sandataEnabled, rehearsal } = capabilities;
  return <EvvDay zone={timeZone} isRehearsal={sandataEnabled && rehearsal} />;
};

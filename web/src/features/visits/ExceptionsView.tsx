import { addDays } from '@homecare/domain/calendar.ts';
import type { VisitWithExceptions } from '@homecare/domain/visits/contract.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import {
  checkExceptionPeriod,
  EXCEPTION_KINDS,
  EXCEPTION_ROWS,
  EXCEPTIONS,
  type ExceptionKind,
  type VisitFix,
} from '@homecare/domain/visits/exceptions.ts';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef } from 'react';
import { useFiltersInAddress } from '../../platform/filter-address.ts';
import { useKept } from '../../platform/kept.ts';
import { type ListColumn, WINDOW_LOOK } from '../../platform/lists/list-columns.ts';
import { useLook } from '../../platform/lists/use-look.ts';
import { useSelected } from '../../platform/lists/use-selected.ts';
import { ViewMenu } from '../../platform/lists/ViewMenu.tsx';
import { failureOf } from '../../platform/query.ts';
import { useNow } from '../../platform/use-now.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { StatusPill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { STORY_KEY } from '../visit-story/open-story.ts';
import { REFRESH_SECONDS } from './api.ts';
import { BulkBar } from './BulkBar.tsx';
import classes from './EvvAdminPage.module.css';
import { InOut } from './InOut.tsx';
import { useExceptions } from './office-api.ts';
import { useFixPerson } from './use-fix-person.tsx';
import { useVisitActions } from './use-visit-actions.tsx';
import { Plain } from './visit-columns.tsx';
import { dayText } from './visit-words.ts';

type Exception = VisitWithExceptions['exceptions'][number];
type Fix = Exception['fix'];

const TABS = ['all', ...EXCEPTION_KINDS] as const;
type Tab = (typeof TABS)[number];

const SHORT: Record<Tab, string> = {
  all: 'All',
  attempt: 'Recorded',
  missed: 'Missed',
  missingIn: 'No check-in',
  missingOut: 'No check-out',
  locationError: 'Location',
  length: 'Length',
  overlap: 'Overlap',
  late: 'Sent late',
  noReason: 'No reason',
  notAccepted: 'Not accepted',
  personRejected: 'Rejected',
  review: 'Review',
};

/** The tabs with their counts. Rare kinds get a tab only if there is a visit of that kind. */
const tabsOf = (shown: Tab, countOf: (key: Tab) => number | undefined) =>
  TABS.map((key) => ({ key, label: SHORT[key], count: countOf(key) })).filter(
    ({ key, count }) => key !== 'personRejected' || key === shown || (count ?? 0) > 0,
  );

const hasKind = (kind: ExceptionKind, { exceptions }: VisitWithExceptions) =>
  exceptions.some((one) => one.kind === kind);

const rank = ({ exceptions }: VisitWithExceptions) => {
  const [first] = exceptions;
  return first ? EXCEPTION_KINDS.indexOf(first.kind) : EXCEPTION_KINDS.length;
};

/** Groups visits by their main problem, each group sorted by day and time. */
const grouped = (a: VisitWithExceptions, b: VisitWithExceptions) =>
  rank(a) - rank(b) ||
  a.visit.Date.localeCompare(b.visit.Date) ||
  a.visit.PlanStartTime.localeCompare(b.visit.PlanStartTime) ||
  a.visit.id - b.visit.id;

/** Fixes that are made in the visit itself. */
const visitFix = (fix: Fix | undefined): VisitFix | undefined =>
  fix === 'fixClient' || fix === 'fixCaregiver' ? undefined : fix;

const titleOf = (first: Exception | undefined) => {
  if (first?.fix === 'fixCaregiver') return 'Waits: Sandata rejected the caregiver';
  return first ? EXCEPTIONS[first.kind].title : '';
};

/** The problems of a visit, first the kind under which the row is listed. */
const linesOf = ({ exceptions }: VisitWithExceptions, tab: Tab) => {
  const [first, ...others] = exceptions.toSorted((a, b) => Number(b.kind === tab) - Number(a.kind === tab));
  const more = others.map(({ kind }) => SHORT[kind].toLowerCase()).join(', ');
  return {
    first,
    title: titleOf(first),
    detail: [first?.detail, more && `also: ${more}`].filter(Boolean).join(' · '),
  };
};

const columnsIn = (zone: string, tab: Tab): readonly ListColumn<VisitWithExceptions>[] => [
  {
    key: 'what',
    title: 'Exception',
    min: 240,
    value: (row) => linesOf(row, tab).title,
    cell: (row) => {
      const { title, detail } = linesOf(row, tab);
      return <CellLines strong main={title} sub={detail || null} subIcon={IconAlertCircle} />;
    },
  },
  {
    key: 'when',
    title: 'Visit',
    width: 190,
    value: ({ visit }) => `${visit.Date} ${visit.PlanStartTime}`,
    cell: ({ visit }) => <CellLines main={dayText(visit.Date)} sub={<Plain>{planText(visit)}</Plain>} />,
  },
  {
    key: 'who',
    title: 'Provider / Client',
    width: 200,
    value: ({ visit }) => visit.ProviderName,
    cell: ({ visit }) => <CellLines main={visit.ProviderName} sub={<Plain>{visit.ClientName}</Plain>} />,
  },
  {
    key: 'status',
    title: 'Status',
    width: 108,
    value: ({ visit }) => visit.Status,
    cell: ({ visit }) => <StatusPill status={visit.Status} />,
  },
  { key: 'inOut', title: 'In / Out', width: 158, cell: ({ visit }) => <InOut visit={visit} zone={zone} /> },
];

/** The button of a row: fixes the visit, or leads to the person whose record must be fixed. */
const useFixButton = (tab: Tab, button: ReturnType<typeof useVisitActions>['button']) => {
  const fixPerson = useFixPerson();
  return (row: VisitWithExceptions) => {
    const { first } = linesOf(row, tab);
    return fixPerson(row, first) ?? button(row.visit, visitFix(first?.fix));
  };
};

const readTab = (value: unknown): Tab => TABS.find((tab) => tab === value) ?? 'all';

const visitId = ({ id }: { readonly id: number }) => id;
const rowId = ({ visit }: { readonly visit: { readonly id: number } }) => visit.id;

/** Period and kind of the view, also in the URL. */
const useLookedAt = (today: string) => {
  const twoWeeks = useMemo(() => ({ from: addDays(today, -13), to: today }), [today]);
  const [period, setPeriod] = useKept('evv-admin.period', twoWeeks);
  const [tab, setTab] = useKept<Tab>('evv-admin.exceptions', 'all');
  const { from, to } = period;
  const isWhole = isIsoDate(from) && isIsoDate(to);
  useFiltersInAddress({
    list: 'exceptions',
    filters: isWhole ? { tab, ...period } : { tab },
    first: { tab: 'all', ...twoWeeks },
    onFilters: (asked) => {
      setTab(readTab(asked.tab));
      setPeriod({ from: String(asked.from), to: String(asked.to) });
    },
  });
  return { tab, setTab, period, setPeriod, isWhole };
};

interface ExceptionsViewProps {
  readonly zone: string;
  readonly today: string;
  readonly buttons: ReactNode;
}

/** All visits of a period that cannot be billed, each with the action that fixes it. */
export const ExceptionsView = ({ zone, today, buttons }: ExceptionsViewProps) => {
  const { tab, setTab, period, setPeriod, isWhole } = useLookedAt(today);
  const frame = useRef<HTMLDivElement>(null);
  const { from, to } = period;
  const wrong = isWhole ? checkExceptionPeriod(from, to) : undefined;
  const query = useExceptions(from, to, isWhole && wrong === undefined);
  const all = useMemo(() => query.data?.visits.toSorted(grouped), [query.data]);
  const rows = useMemo(() => (tab === 'all' ? all : all?.filter((row) => hasKind(tab, row))), [all, tab]);
  const columns = useMemo(() => columnsIn(zone, tab), [zone, tab]);
  const { table, menu } = useLook({ list: 'exceptions', columns, rows, first: WINDOW_LOOK });
  const visits = useMemo(() => table.rows?.map(({ visit }) => visit), [table.rows]);
  const actions = useVisitActions(zone, today, frame, visits);
  const button = useFixButton(tab, actions.button);
  const edit = actions.starter('edit');
  const { selection, selected, selectAll, clear } = useSelected(visits, visitId);
  const now = useNow(REFRESH_SECONDS);
  const countOf = (key: Tab) =>
    key === 'all' ? all?.length : all?.filter((row) => hasKind(key, row)).length;
  const bulk = { visits: selected, total: visits?.length ?? 0, now, zone, onAll: selectAll, onClear: clear };
  return (
    <Page>
      <FilterBar>
        <div className={classes.period}>
          <span className="ink2" aria-hidden="true">
            From
          </span>
          <DateBox
            aria-label="From"
            width={150}
            value={from}
            onChange={(next) => setPeriod({ ...period, from: next })}
          />
          <span className="ink2" aria-hidden="true">
            to
          </span>
          <DateBox
            aria-label="To"
            width={150}
            value={to}
            error={wrong}
            onChange={(next) => setPeriod({ ...period, to: next })}
          />
        </div>
        <div className={classes.buttons}>
          <ViewMenu {...menu} filters={{ tab }} onFilters={(filters) => setTab(readTab(filters.tab))} />
          {buttons}
        </div>
        <div className={classes.second}>
          <div className={classes.segments}>
            <CountTabs
              label="Kinds of exceptions"
              look="segments"
              tabs={tabsOf(tab, countOf)}
              value={tab}
              onChange={setTab}
            />
          </div>
        </div>
      </FilterBar>
      {query.data?.more && (
        <Note tone="info">
          Only the first {EXCEPTION_ROWS.toLocaleString('en-US')} visits were looked at: choose a shorter
          period.
        </Note>
      )}
      <div className={classes.frame} ref={frame}>
        <DataTable
          label="Exceptions"
          {...table}
          rowKey={rowId}
          rowName={({ visit }) => `${visit.ProviderName}, ${dayText(visit.Date)}, ${planText(visit)}`}
          selection={selection}
          noun="visits"
          onOpen={({ visit }) => edit?.(visit)}
          keys={{ [STORY_KEY]: ({ visit }) => actions.openStory(visit) }}
          menu={({ visit }) => actions.menu(visit)}
          actions={button}
          actionsTitle="Action"
          actionsWidth={164}
          listItem={(row) => {
            const { title, detail } = linesOf(row, tab);
            return {
              title,
              line: (
                <>
                  <span className={classes.cut}>
                    {dayText(row.visit.Date)} · {row.visit.ProviderName}
                  </span>
                  <span className={classes.whole}>
                    {[planText(row.visit), detail].filter(Boolean).join(' · ')}
                  </span>
                </>
              ),
              action: button(row),
            };
          }}
          loadingText="Loading exceptions…"
          failure={failureOf(query, 'Couldn’t load the exceptions', 'The period is kept.')}
          empty={
            <EmptyState
              icon={IconCircleCheck}
              title="Everything in this period is ready to bill"
              text="No visit of this period has an exception of this kind."
            />
          }
        />
      </div>
      <BulkBar {...bulk} />
      {actions.dialog}
    </Page>
  );
};

import { addDays, todayIn } from '@homecare/domain/calendar.ts';
import { faultOfDays } from '@homecare/domain/staffing/asked-days.ts';
import { MOST_FIGURE_DAYS } from '@homecare/domain/staffing/contract.ts';
import { GROUP_TITLES } from '@homecare/domain/staffing/figure-words.ts';
import { type FigureGroup, weekOfDay } from '@homecare/domain/staffing/figures.ts';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useKept } from '../../platform/kept.ts';
import { PageButton } from '../../platform/PageButton.tsx';
import { usePageState } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useZone } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, FreePage } from '../../ui/Page.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { ReportChart } from '../reports/ReportChart.tsx';
import { openFigures, useFigures } from './api.ts';
import { FigureList } from './FigureList.tsx';
import { FiguresTable } from './FiguresTable.tsx';
import { type AskedFigure, FigureVisitsDialog } from './FigureVisitsDialog.tsx';
import { chartOf, tilesOf } from './figure-tiles.ts';
import { readOpenedFigure } from './opened-figure.ts';
import classes from './Plan.module.css';

const TABS = (['weeks', 'towns', 'schedulers'] as const).map((key) => ({
  key,
  count: null,
  label: GROUP_TITLES[key].by,
}));

/** Weeks before this one that are shown at first. */
const BEFORE = 7;

interface FiguresDays {
  readonly from: string;
  readonly through: string;
}

/** What is typed and is no day yet is not asked about: the figures of the days before it stay. */
const useFiguresDays = () => {
  const zone = useZone();
  const week = weekOfDay(todayIn(zone, serverNow()).toString());
  const first = { from: addDays(week, -7 * BEFORE), through: addDays(week, 6) };
  const [typed, setTyped] = useState<FiguresDays>();
  const [kept, setKept] = useKept<FiguresDays>('staffing.figures.days', first);
  const days = typed ?? kept;
  const faultIn = ({ from, through }: FiguresDays) =>
    isIsoDate(from) && isIsoDate(through)
      ? faultOfDays({ from, through }, MOST_FIGURE_DAYS)
      : 'Enter both dates as MM-DD-YYYY.';
  const set = (part: Partial<FiguresDays>) => {
    const next = { ...days, ...part };
    const isWrong = faultIn(next) !== undefined;
    setTyped(isWrong ? next : undefined);
    if (!isWrong) setKept(next);
  };
  return { days, asked: kept, fault: faultIn(days), set };
};

/** The figure with which a link opens the page. */
const useOpenedFigure = () => readOpenedFigure(usePageState());

const Figures = ({ days }: { readonly days: FiguresDays }) => {
  const [group, setGroup] = useKept<FigureGroup>('staffing.figures.group', 'weeks');
  const query = useFigures(days);
  const [asked, setAsked] = useState<AskedFigure | undefined>(useOpenedFigure());
  const isSlow = useSlow(query.isPending);
  const failure = failureOf(query, 'Couldn’t load the figures', 'The days are kept.');
  if (failure) return <ErrorState {...failure} />;
  const { data } = query;
  if (!data) return isSlow ? <p role="status">Counting visits…</p> : null;
  if (data.total.planned + data.total.covers === 0)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title="No visits on these days"
        text="Visits come from active care plans. Choose other days."
      >
        <PageButton to="/careplanlist">Open care plans</PageButton>
      </EmptyState>
    );
  return (
    <div aria-busy={query.isPlaceholderData} data-busy={query.isPlaceholderData || undefined}>
      {query.isRefetchError && (
        <Note tone="warn" live actions={<Button onClick={() => query.refetch()}>Try again</Button>}>
          {freshnessOf(query)}
        </Note>
      )}
      <div className={classes.figures}>
        <FigureList figures={tilesOf(data.total, (figure) => setAsked({ ...days, figure }))} />
      </div>
      <div className={classes.weeks}>
        <ReportChart {...chartOf(data.weeks)} />
      </div>
      <div className={classes.groups}>
        <CountTabs label="Figures by" look="segments" tabs={TABS} value={group} onChange={setGroup} />
      </div>
      <div className={classes.wide}>
        <FiguresTable
          group={group}
          rows={data[group]}
          onFigure={(figure, { name }) => setAsked({ ...days, figure, group, name })}
        />
      </div>
      {asked && <FigureVisitsDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
};

/** /schedule/figures: how well visits are staffed (docs/rules/staffing.md, rules 17 and 18). */
export const FiguresPage = () => {
  const { days, asked, fault, set } = useFiguresDays();
  return (
    <>
      <FilterBar
        actions={
          <Button leftSection={<IconPrinter {...menuIcon} />} onClick={() => openFigures(asked)}>
            Print
          </Button>
        }
      >
        <DateBox label="First day" width={150} value={days.from} onChange={(from) => set({ from })} />
        <DateBox label="Last day" width={150} value={days.through} onChange={(through) => set({ through })} />
      </FilterBar>
      <FreePage>
        {fault && <Note tone="warn">{fault}</Note>}
        <Figures days={asked} />
      </FreePage>
    </>
  );
};

import { counted } from '@homecare/domain/counted.ts';
import { sayName } from '@homecare/domain/person-name.ts';
import { NO_FILTER, type PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { Button } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useKept } from '../../platform/kept.ts';
import { FilterChips } from '../../platform/lists/FilterChips.tsx';
import { PageButton } from '../../platform/PageButton.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { BottomBar } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { Page } from '../../ui/Page.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { ProposedCallOuts } from '../offers/ProposedCallOuts.tsx';
import { Arrivals } from '../staffing/Arrivals.tsx';
import { FigureVisitsDialog } from '../staffing/FigureVisitsDialog.tsx';
import { useMovingPart } from './assigning.ts';
import classes from './Board.module.css';
import { Board, type BoardProps } from './Board.tsx';
import { BoardBar } from './BoardBar.tsx';
import { BoardDrag, type RowPlaces } from './BoardDrag.tsx';
import { BoardFoot, type FootProps } from './BoardFoot.tsx';
import { BoardSkeleton } from './BoardSkeleton.tsx';
import { AnyCalendarDialog } from './CalendarDialog.tsx';
import { MovingNote } from './MovingNote.tsx';
import { PhoneBoard } from './PhoneBoard.tsx';
import { ScheduleActions } from './ScheduleActions.tsx';
import { useAway } from './use-away.ts';
import { useCover } from './use-cover.tsx';
import type { VisitAsked } from './use-grid-keys.ts';
import { type Schedule, useSchedule } from './use-schedule.ts';
import { useVisitWindows } from './use-visit-windows.tsx';

interface BodyProps {
  readonly schedule: Schedule;
  readonly isPhone: boolean;
  readonly onOpen: (placed: PlacedVisit) => void;
  readonly onAsked: (asked: VisitAsked) => void;
  readonly onCover: (visit: OpenVisit) => void;
}

const NOUN = { caregiver: 'caregivers', client: 'clients' } as const;

/** While a visit is moved, the board can hide the rows of those who cannot come. */
const MovingBoard = ({
  onlyCan,
  rows,
  empty,
  onOnlyCan,
  all,
  freshness,
  ...props
}: BoardProps &
  Pick<FootProps, 'onOnlyCan' | 'all' | 'freshness'> & {
    readonly onlyCan: boolean;
    /** Shown instead of the rows if none is left. */
    readonly empty: ReactNode;
  }) => {
  const answers = useMovingPart((moving) => (onlyCan ? moving?.answers : undefined));
  const shown = useMemo(
    () => (answers ? rows.filter(({ id }) => answers.get(id)?.obstacle === null) : rows),
    [rows, answers],
  );
  const { grouping, days } = props;
  return (
    <>
      <Board {...props} rows={shown} />
      {empty && <div className={classes.nobody}>{empty}</div>}
      <BoardFoot
        shown={shown.length}
        all={all}
        noun={NOUN[grouping]}
        freshness={freshness}
        isDay={days.length === 1}
        onlyCan={grouping === 'caregiver' ? onlyCan : undefined}
        onOnlyCan={onOnlyCan}
      />
    </>
  );
};

const Empty = ({ schedule: { all, view } }: Pick<BodyProps, 'schedule'>) => (
  <EmptyState
    icon={IconCalendarOff}
    title={
      all.length > 0 ? 'Nobody matches the search and filters' : `No ${NOUN[view.grouping]} on these days`
    }
    text={all.length > 0 ? undefined : 'Visits come from active care plans.'}
  >
    {all.length > 0 ? (
      <Button onClick={() => view.setFilter(NO_FILTER)}>Clear search and filters</Button>
    ) : (
      <PageButton to="/careplanlist">Open care plans</PageButton>
    )}
  </EmptyState>
);

/** Says how old the board is while refreshing fails. */
const Outdated = ({ schedule: { query, tryAgain } }: Pick<BodyProps, 'schedule'>) =>
  query.isRefetchError ? (
    <Note tone="warn" live actions={<Button onClick={tryAgain}>Try again</Button>}>
      {freshnessOf(query)}
    </Note>
  ) : null;

const ScheduleBody = ({ schedule, isPhone, onOpen, onAsked, onCover }: BodyProps) => {
  const { query, board, rows, open, days, today, now, zone, view } = schedule;
  const places = useRef<RowPlaces>(null);
  const { ask, dialog } = useCover();
  const { awayOf, wishedOf } = useAway(board, view.grouping);
  const [onlyCan, setOnlyCan] = useKept('schedule.only-can', false);
  const isSlow = useSlow(board === undefined && !query.isError);
  const { setDay, setSpan, grouping } = view;
  const more = useRef({ setDay, setSpan });
  more.current = { setDay, setSpan };
  const onMore = useCallback((day: string) => {
    more.current.setDay(day);
    more.current.setSpan('day');
  }, []);
  const failure = failureOf(query, 'Couldn’t load the schedule', 'The days and filters are kept.');
  if (failure) return <ErrorState {...failure} />;
  if (!board) return isSlow ? <BoardSkeleton days={days} /> : <div className={classes.bones} />;
  const { all, allOpen } = schedule;
  if (all.length === 0 && allOpen.length === 0) return <Empty schedule={schedule} />;
  const common = {
    board,
    rows,
    open,
    allOpen: allOpen.length,
    days,
    today,
    now,
    zone,
    awayOf,
    onOpen,
    onCover,
  };
  const empty = rows.length === 0 && <Empty schedule={schedule} />;
  if (isPhone)
    return (
      <>
        <PhoneBoard {...common} onDay={setDay} />
        {empty}
      </>
    );
  return (
    <BoardDrag open={open} places={places} onAssign={ask}>
      <MovingNote />
      <MovingBoard
        label="Schedule"
        {...common}
        grouping={grouping}
        wishedOf={wishedOf}
        places={places}
        onMore={onMore}
        onKey={onAsked}
        empty={empty}
        onlyCan={onlyCan}
        onOnlyCan={setOnlyCan}
        all={all.length}
        freshness={query.isRefetchError ? '' : freshnessOf(query)}
      />
      {dialog}
    </BoardDrag>
  );
};

/** Names the people to whom a link has limited the board, with a button to show all. */
const OnlyPeople = ({ schedule: { all, view } }: Pick<BodyProps, 'schedule'>) => {
  const { people } = view.filter;
  if (people.length === 0) return null;
  const names = all.filter(({ id }) => people.includes(id)).map(({ name }) => sayName(name));
  const onRemove = () => view.setFilter({ ...view.filter, people: [] });
  const label = names.join(' and ') || counted(people.length, 'person', 'people');
  return (
    <FilterChips chips={[{ key: 'people', label, onRemove }]} onClear={() => view.setFilter(NO_FILTER)} />
  );
};

/** Who visits whom, by day and week, and who can take open visits (docs/rules/schedule.md). */
export const SchedulePage = () => {
  const isPhone = useIsPhone();
  const schedule = useSchedule(isPhone);
  const visits = useVisitWindows(schedule);
  const openPage = useOpenPage();
  const [hasCalendar, setCalendar] = useState(false);
  const [isCounting, setCounting] = useState(false);
  const { view, day, days, today, choices, problems, total } = schedule;
  const actions = (
    <ScheduleActions
      open={schedule.open}
      isPart={schedule.open.length < schedule.allOpen.length}
      days={days}
      today={today}
      isPhone={isPhone}
    />
  );
  return (
    <Page>
      <BoardBar
        day={day}
        days={days}
        today={today}
        span={view.span}
        grouping={view.grouping}
        filter={view.filter}
        choices={choices}
        problems={problems}
        total={total}
        actions={actions}
        onPrint={schedule.printAll}
        onCalendar={() => setCalendar(true)}
        onFigures={() => void openPage('/schedule/figures')}
        onCounted={() => setCounting(true)}
        isPhone={isPhone}
        onDay={(next) => view.setDay(next === today ? '' : next)}
        onSpan={view.setSpan}
        onGrouping={view.setGrouping}
        onFilter={view.setFilter}
      />
      <OnlyPeople schedule={schedule} />
      <div className={classes.notes}>
        <Outdated schedule={schedule} />
        <Arrivals today={today} zone={schedule.zone} />
        <ProposedCallOuts now={schedule.now} zone={schedule.zone} />
      </div>
      <ScheduleBody
        schedule={schedule}
        isPhone={isPhone}
        onOpen={visits.open}
        onAsked={visits.ask}
        onCover={visits.cover}
      />
      {isPhone && <BottomBar className={classes.bottom}>{actions}</BottomBar>}
      {visits.windows}
      {hasCalendar && <AnyCalendarDialog onClose={() => setCalendar(false)} />}
      {isCounting && (
        <FigureVisitsDialog
          asked={{ figure: 'fill', from: days[0] ?? day, through: days.at(-1) ?? day }}
          onClose={() => setCounting(false)}
        />
      )}
    </Page>
  );
};

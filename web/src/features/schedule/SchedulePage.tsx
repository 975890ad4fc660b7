import type { PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarOff } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { Page } from '../../ui/Page.tsx';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { ProposedCallOuts } from '../offers/ProposedCallOuts.tsx';
import { Arrivals } from '../staffing/Arrivals.tsx';
import { Board } from './Board.tsx';
import { BoardBar } from './BoardBar.tsx';
import { BoardDrag, type RowPlaces } from './BoardDrag.tsx';
import { BoardFoot } from './BoardFoot.tsx';
import { CoverDrawer } from './CoverDrawer.tsx';
import { MovingNote } from './MovingNote.tsx';
import { PhoneBoard } from './PhoneBoard.tsx';
import { ScheduleActions } from './ScheduleActions.tsx';
import { StoryDialog } from './StoryDialog.tsx';
import { useAway } from './use-away.ts';
import { useCover } from './use-cover.tsx';
import { type Schedule, useSchedule } from './use-schedule.ts';

interface BodyProps {
  readonly schedule: Schedule;
  readonly isPhone: boolean;
  readonly onOpen: (placed: PlacedVisit) => void;
  readonly onCover: (visit: OpenVisit) => void;
}

const NOUN = { caregiver: 'caregivers', client: 'clients' } as const;

const ScheduleBody = ({ schedule, isPhone, onOpen, onCover }: BodyProps) => {
  const { query, board, rows, open, days, today, now, zone, view } = schedule;
  const places = useRef<RowPlaces>(null);
  const { cover, dialog } = useCover();
  const { awayOf, wishedOf } = useAway(board, view.grouping);
  const isSlow = useSlow(query.isPending);
  const { setDay, setSpan } = view;
  const more = useRef({ setDay, setSpan });
  more.current = { setDay, setSpan };
  const onMore = useCallback((day: string) => {
    more.current.setDay(day);
    more.current.setSpan('day');
  }, []);
  const failure = failureOf(query, 'The schedule could not be loaded', 'The days and filters are kept.');
  if (failure) return <ErrorState {...failure} />;
  if (!board) return isSlow ? <p className="ink2">Loading the schedule…</p> : null;
  if (rows.length === 0 && open.length === 0)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={
          schedule.all.length > 0
            ? 'Nobody matches the search and filters'
            : `No ${NOUN[view.grouping]} on these days`
        }
        text={schedule.all.length > 0 ? undefined : 'Visits come from active care plans.'}
      />
    );
  const common = { board, rows, open, days, today, now, zone, awayOf, onOpen, onCover };
  if (isPhone) return <PhoneBoard {...common} onDay={setDay} />;
  return (
    <BoardDrag open={open} places={places} onAssign={cover}>
      <MovingNote />
      <Board label="Schedule" {...common} wishedOf={wishedOf} places={places} onMore={onMore} />
      <BoardFoot
        shown={rows.length}
        all={schedule.all.length}
        noun={NOUN[view.grouping]}
        freshness={freshnessOf(query)}
        isLate={query.isRefetchError}
        isDay={days.length === 1}
      />
      {dialog}
    </BoardDrag>
  );
};

/** Who visits whom, by day and week, and who can take what is open (docs/rules/schedule.md). */
export const SchedulePage = () => {
  const isPhone = useMediaQuery('(max-width: 699px)', false, { getInitialValueInEffect: false });
  const schedule = useSchedule(isPhone);
  const [covering, setCovering] = useState<OpenVisit>();
  const [shown, setShown] = useState<PlacedVisit>();
  const { view, day, days, today, choices, problems, total } = schedule;
  const cover = useCallback((visit: OpenVisit) => setCovering(visit), []);
  const open = useCallback((placed: PlacedVisit) => setShown(placed), []);
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
        actions={<ScheduleActions open={schedule.open.length} onPrint={schedule.printAll} />}
        isPhone={isPhone}
        onDay={(next) => view.setDay(next === today ? '' : next)}
        onSpan={view.setSpan}
        onGrouping={view.setGrouping}
        onFilter={view.setFilter}
      />
      <Arrivals today={today} zone={schedule.zone} />
      <ProposedCallOuts now={schedule.now} zone={schedule.zone} />
      <ScheduleBody schedule={schedule} isPhone={isPhone} onOpen={open} onCover={cover} />
      {covering && (
        <CoverDrawer
          visit={covering}
          now={schedule.now}
          zone={schedule.zone}
          onClose={() => setCovering(undefined)}
        />
      )}
      {shown && <StoryDialog placed={shown} zone={schedule.zone} onClose={() => setShown(undefined)} />}
    </Page>
  );
};

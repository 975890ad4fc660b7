import { minuteOfDay } from '@homecare/domain/calendar.ts';
import { type BoardRow, hourNames, hoursShown, type PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import type { Board as BoardData, Grouping } from '@homecare/domain/schedule/schema.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import {
  type CSSProperties,
  memo,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';
import { useTypeName } from '../care-plans/api.ts';
import classes from './Board.module.css';
import type { RowPlaces } from './BoardDrag.tsx';
import { type Away, type Clock, DayRow, WeekRow } from './BoardRow.tsx';
import { headOf, isWeekend } from './board-words.ts';
import { GRID } from './grid-roles.ts';
import { OpenLane } from './OpenLane.tsx';
import { TypeNames } from './type-names.ts';
import { useGridKeys, type VisitAsked } from './use-grid-keys.ts';

const WEEK_HIGH = 61;
const DAY_HIGH = 57;

export interface BoardProps {
  readonly label: string;
  readonly board: BoardData;
  readonly rows: readonly BoardRow[];
  readonly open: readonly OpenVisit[];
  /** Number of open visits, including those hidden by the filter. */
  readonly allOpen: number;
  readonly days: readonly string[];
  readonly awayOf: (id: number, day: string) => Away | undefined;
  readonly wishedOf: (id: number) => number | null;
  readonly today: string;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly places: RefObject<RowPlaces | null>;
  readonly onOpen: (placed: PlacedVisit) => void;
  readonly onMore: (day: string) => void;
  /** Rows of clients do not respond to a visit being moved. */
  readonly grouping: Grouping;
  /** C on a visit, and its menu. Gets the visit's key and row, or null for an open visit. */
  readonly onKey: (asked: VisitAsked) => void;
  readonly onCover: (visit: OpenVisit) => void;
}

const clockOfNow = (now: Temporal.Instant, zone: string) => {
  const time = now.toZonedDateTimeISO(zone).toPlainTime();
  return {
    minute: minuteOfDay(time.toString()),
    words: time.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' }),
  };
};

/** The current time above a day; a narrow day omits AM or PM. */
const DayClock = ({ words }: { readonly words: string }) => {
  const [clock, half] = words.split(/\s/);
  return (
    <span className={classes.clock}>
      {clock}
      <span className={classes.half}>{` ${half ?? ''}`}</span>
    </span>
  );
};

/** Shares of the line before and after the current time where its label would cover the names of hours. */
const COVERED = { before: 0.075, behind: 0.036 };

interface FrameProps extends Pick<BoardProps, 'days' | 'today' | 'now' | 'zone'> {
  readonly clock: Clock | undefined;
}

const Head = ({ days, today, now, zone, clock, grouping }: FrameProps & Pick<BoardProps, 'grouping'>) => {
  const { minute, words } = clockOfNow(now, zone);
  const whole = clock ? (clock.last - clock.first) * 60 : 1;
  const share = (at: number) => `${((at / whole) * 100).toFixed(2)}%`;
  const isCovered = (hour: number) => {
    const from = (hour * 60 - minute) / whole;
    return days[0] === today && -COVERED.before < from && from < COVERED.behind;
  };
  return (
    <div {...GRID.row(1)} className={classes.columns}>
      <div {...GRID.column} className={classes.column}>
        <span>{grouping === 'caregiver' ? 'Caregiver' : 'Client'}</span>
        {grouping === 'caregiver' && (
          <span className={classes.light}>{clock ? 'hours this week' : 'hours'}</span>
        )}
      </div>
      {clock ? (
        <div {...GRID.column} className={classes.hoursLine}>
          {hourNames(clock)
            .filter(({ hour }) => !isCovered(hour))
            .map(({ hour, name }) => (
              <span key={hour} className={classes.hour} style={{ left: share((hour - clock.first) * 60) }}>
                {name}
              </span>
            ))}
          {days[0] === today && (
            <span className={classes.nowClock} style={{ left: share(minute - clock.first * 60) }}>
              {words}
            </span>
          )}
        </div>
      ) : (
        days.map((day) => (
          <div
            key={day}
            {...GRID.column}
            className={classes.column}
            data-today={day === today || undefined}
            data-narrow={isWeekend(day) || undefined}
          >
            {headOf(day)}
            {day === today && <DayClock words={words} />}
          </div>
        ))
      )}
    </div>
  );
};

/** The line at the current time, behind the chips. */
const NowLine = ({ days, today, now, zone, clock }: FrameProps) => {
  const { minute } = clockOfNow(now, zone);
  const at = days.indexOf(today);
  if (at < 0) return null;
  const left = clock ? (minute - clock.first * 60) / ((clock.last - clock.first) * 60) : minute / 1440;
  return (
    <div className={classes.nowColumn} aria-hidden="true">
      <span className={classes.nowPlace} style={{ gridColumn: at + 2 }}>
        <span className={classes.now} style={{ left: `${(left * 100).toFixed(2)}%` }} />
      </span>
    </div>
  );
};

/** Column widths; weekend days are narrower. */
export const columnsOf = (days: readonly string[]) =>
  days.map((day) => `minmax(0, ${days.length > 1 && isWeekend(day) ? 0.72 : 1}fr)`).join(' ');

const usePlaces = (
  places: BoardProps['places'],
  rows: readonly BoardRow[],
  high: number,
  box: RefObject<HTMLDivElement | null>,
  list: RefObject<HTMLDivElement | null>,
) => {
  useImperativeHandle(places, () => {
    const order = rows.map(({ id }) => id);
    const headHigh = () => list.current?.offsetTop ?? 0;
    const top = () => list.current?.getBoundingClientRect().top ?? 0;
    const numberAt = (y: number) => {
      const edge = (box.current?.getBoundingClientRect().top ?? 0) + headHigh();
      return y < edge ? -1 : Math.floor((y - top()) / high);
    };
    return {
      order,
      rowAt: (y) => order[numberAt(y)] ?? null,
      middleAt: (y) => {
        const at = numberAt(y);
        return order[at] === undefined ? null : top() + (at + 0.5) * high;
      },
      answer: () => list.current?.querySelector('[data-answer][data-over]')?.getBoundingClientRect() ?? null,
      reveal: (id) => {
        const [scroller, at] = [box.current, order.indexOf(id)];
        if (!scroller) return;
        const room = scroller.clientHeight - headHigh() - high;
        if (at * high < scroller.scrollTop) scroller.scrollTop = at * high;
        else if (at * high > scroller.scrollTop + room) scroller.scrollTop = at * high - room;
      },
    };
  }, [rows, high, box, list]);
};

/** Rows of the board. Renders only visible rows, all of the same height, and memoizes unchanged ones. */
export const Board = memo(
  ({
    label,
    board,
    rows,
    open,
    allOpen,
    days,
    awayOf,
    wishedOf,
    today,
    now,
    zone,
    places,
    onOpen,
    onMore,
    grouping,
    onKey,
    onCover,
  }: BoardProps) => {
    const box = useRef<HTMLDivElement>(null);
    const list = useRef<HTMLDivElement>(null);
    const isDay = days.length === 1;
    const high = isDay ? DAY_HIGH : WEEK_HIGH;
    const keyAt = useCallback((at: number) => rows[at]?.id ?? at, [rows]);
    const virtualizer = useVirtualRows({
      count: rows.length,
      keyAt,
      height: high,
      scroller: () => box.current,
    });
    usePlaces(places, rows, high, box, list);
    const keys = useGridKeys(box, onKey);
    const clock = useMemo(
      () => (isDay ? hoursShown([...board.visits, ...open]) : undefined),
      [isDay, board, open],
    );
    const points = useMemo(
      () => new Map(board.clients.map((client) => [client.id, client])),
      [board.clients],
    );
    const style = {
      '--board-days': columnsOf(days),
      '--board-hours': clock ? clock.last - clock.first : 1,
    } as CSSProperties;
    const frame = { days, today, now, zone, clock };
    const typeName = useTypeName();
    return (
      <div
        ref={box}
        {...GRID.grid(label, rows.length + 2, days.length + 1)}
        className={classes.board}
        {...keys}
      >
        <TypeNames value={typeName}>
          <div role="presentation" className={classes.inner} style={style}>
            <div {...GRID.group} className={classes.top}>
              <Head {...frame} grouping={grouping} />
              <OpenLane
                open={open}
                all={allOpen}
                {...frame}
                canMove={grouping === 'caregiver'}
                onCover={onCover}
              />
            </div>
            <div
              {...GRID.group}
              ref={list}
              className={classes.rows}
              style={{ height: virtualizer.getTotalSize() }}
            >
              <NowLine {...frame} />
              {virtualizer.getVirtualItems().map(({ index, start, size }) => {
                const row = rows[index];
                if (!row) return null;
                const common = {
                  row,
                  index,
                  top: start,
                  high: size,
                  wished: wishedOf(row.id),
                  week: board.week.from,
                  onOpen,
                };
                return clock ? (
                  <DayRow
                    key={row.id}
                    {...common}
                    day={days[0] ?? today}
                    points={points}
                    away={awayOf(row.id, days[0] ?? today)}
                    clock={clock}
                  />
                ) : (
                  <WeekRow
                    key={row.id}
                    {...common}
                    days={days}
                    awayOf={awayOf}
                    today={today}
                    onMore={onMore}
                  />
                );
              })}
            </div>
          </div>
        </TypeNames>
      </div>
    );
  },
);

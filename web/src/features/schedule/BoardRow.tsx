import type { PlacedVisit, BoardRow as Row, Way } from '@homecare/domain/schedule/layout.ts';
import { lanesOf, spanOf, spanOn, waysOf } from '@homecare/domain/schedule/layout.ts';
import { IconPrinter } from '@tabler/icons-react';
import { type CSSProperties, memo } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { openWeeks } from './api.ts';
import classes from './Board.module.css';
import { GRID } from './grid-roles.ts';
import { HoursGauge } from './HoursGauge.tsx';
import { Placing, RowAnswer } from './RowAnswer.tsx';
import { VisitChip } from './VisitChip.tsx';

export interface Away {
  /** 'Sick, since 5:04 AM' or 'Time off'. */
  readonly words: string;
}

interface HeadProps {
  readonly row: Row;
  readonly wished: number | null;
  /** First day of the week to print. */
  readonly week: string;
}

const RowHead = ({ row, wished, week }: HeadProps) => (
  <div {...GRID.head} className={classes.head}>
    <span className={classes.name}>
      <PersonLink id={row.id} name={row.name} inGrid />
    </span>
    <span className={classes.town}>{row.town}</span>
    {row.hours && <HoursGauge hours={row.hours} wished={wished} />}
    <button
      type="button"
      className={classes.print}
      data-stop
      tabIndex={-1}
      aria-label={`Print week of ${row.name}`}
      data-tip="Print week"
      onClick={() => openWeeks(row.hours ? 'caregiver' : 'client', week, [row.id])}
    >
      <IconPrinter size={16} stroke={1.8} aria-hidden />
    </button>
  </div>
);

/** Number of chips that fit into one cell of a week. */
const ROOM = 2;

interface CellProps {
  readonly row: Row;
  readonly day: string;
  readonly days: readonly string[];
  readonly placed: readonly PlacedVisit[];
  readonly away: Away | undefined;
  readonly today: string;
  readonly onOpen: (placed: PlacedVisit) => void;
  readonly onMore: (day: string) => void;
}

const WeekCell = ({ row, day, days, placed, away, today, onOpen, onMore }: CellProps) => {
  const more = placed.length - ROOM;
  const shown = more > 0 ? placed.slice(0, ROOM) : placed;
  return (
    <div
      {...GRID.cell}
      className={classes.cell}
      data-past={day < today || undefined}
      data-today={day === today || undefined}
      data-more={more > 0 || undefined}
    >
      {away && placed.length === 0 && <span className={classes.away}>{away.words}</span>}
      {shown.map((one) => (
        <VisitChip key={`${one.visit.byPlanId} ${one.visit.day}`} placed={one} look="week" onOpen={onOpen} />
      ))}
      {more > 0 && (
        <button type="button" className={classes.more} data-stop tabIndex={-1} onClick={() => onMore(day)}>
          {`+${more}`}
          <span className="visually-hidden">{` more of ${row.name}`}</span>
        </button>
      )}
      {row.hours && <Placing providerId={row.id} cell={{ day, days }} />}
      {row.hours && (
        <span className={classes.over}>
          <RowAnswer providerId={row.id} cell={{ day, days }} />
        </span>
      )}
    </div>
  );
};

interface WeekRowProps extends Omit<CellProps, 'day' | 'placed' | 'away'>, HeadProps {
  readonly awayOf: (id: number, day: string) => Away | undefined;
  readonly index: number;
  /** Top and height as numbers, so that an unmoved row is not rendered again. */
  readonly top: number;
  readonly high: number;
}

export const WeekRow = memo(
  ({ row, days, awayOf, index, top, high, wished, week, ...cell }: WeekRowProps) => (
    <div
      {...GRID.row(index + 3)}
      data-row={row.id}
      className={classes.row}
      style={{ height: high, transform: `translateY(${top}px)` }}
    >
      <RowHead row={row} wished={wished} week={week} />
      {days.map((day, at) => (
        <WeekCell
          key={day}
          row={row}
          day={day}
          days={days}
          placed={row.cells[at] ?? []}
          away={awayOf(row.id, day)}
          {...cell}
        />
      ))}
    </div>
  ),
);

/** The range of hours that a day shows. */
export interface Clock {
  readonly first: number;
  readonly last: number;
}

/** Position of a time span on the line of a day. */
export const placeOn = ({ first, last }: Clock, from: number, to: number): CSSProperties => {
  const whole = (last - first) * 60;
  const left = Math.max(0, from - first * 60);
  const right = Math.min(whole, to - first * 60);
  return {
    left: `${((left / whole) * 100).toFixed(3)}%`,
    width: `${(((right - left) / whole) * 100).toFixed(3)}%`,
  };
};

/** Gaps between visits shorter than this many minutes have no room for text. */
const SHORT_WAY = 75;

const WayLine = ({ way, clock }: { readonly way: Way; readonly clock: Clock }) => (
  <span
    className={classes.way}
    data-fits={way.fits}
    data-narrow={way.to - way.from < SHORT_WAY || undefined}
    style={placeOn(clock, way.from, Math.max(way.to, way.from + 20))}
  >
    <span>{`${way.minutes} min`}</span>
  </span>
);

interface DayRowProps extends HeadProps {
  readonly day: string;
  /** Where clients live. */
  readonly points: Parameters<typeof waysOf>[1];
  readonly away: Away | undefined;
  readonly clock: Clock;
  readonly index: number;
  /** Top and height as numbers, so that an unmoved row is not rendered again. */
  readonly top: number;
  readonly high: number;
  readonly onOpen: (placed: PlacedVisit) => void;
}

const LANES_HIGH = 44;

export const DayRow = memo(
  ({ row, day, points, away, clock, index, top, high: rowHigh, wished, week, onOpen }: DayRowProps) => {
    const placed = row.cells[0] ?? [];
    const visits = placed.map(({ visit }) => visit);
    const ways = row.hours ? waysOf(visits, points) : [];
    const lanes = lanesOf(visits);
    const high = LANES_HIGH / (Math.max(0, ...lanes) + 1);
    const placeOf = (visit: PlacedVisit['visit'], lane = 0): CSSProperties => {
      const { from, to } = spanOf(visit);
      // A single visit is in the middle of its row, with room for a drive above it.
      const top = lanes.every((one) => one === 0) ? 14 : 6 + lane * high;
      return { ...placeOn(clock, from, to), top, height: Math.min(28, high - 2) };
    };
    // A night visit of the day before reaches into this day.
    const placeOfOpen = (visit: Parameters<typeof spanOn>[0]) => {
      const { from, to } = spanOn(visit, day);
      return placeOn(clock, from, to);
    };
    return (
      <div
        {...GRID.row(index + 3)}
        data-row={row.id}
        className={classes.row}
        style={{ height: rowHigh, transform: `translateY(${top}px)` }}
      >
        <RowHead row={row} wished={wished} week={week} />
        <div {...GRID.cell} className={classes.line}>
          {away && placed.length === 0 && <span className={classes.away}>{away.words}</span>}
          {ways.map((way) => (
            <WayLine key={way.from} way={way} clock={clock} />
          ))}
          {placed.map((one, at) => (
            <VisitChip
              key={`${one.visit.byPlanId} ${one.visit.day}`}
              placed={one}
              look="day"
              onOpen={onOpen}
              style={placeOf(one.visit, lanes[at])}
            />
          ))}
          {row.hours && (
            <Placing providerId={row.id} placeOf={(visit) => ({ ...placeOfOpen(visit), top: 14 })} />
          )}
          {row.hours && (
            <RowAnswer
              providerId={row.id}
              placeOf={(visit) => ({
                ...placeOfOpen(visit),
                top: 2,
                height: 52,
                minWidth: 172,
              })}
            />
          )}
        </div>
      </div>
    );
  },
);

import { useDraggable } from '@dnd-kit/core';
import { DAY_MINUTES, hoursText, showClock, todayIn } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { AskedVisit } from '@homecare/domain/offers/schema.ts';
import { keyOf, laneDay, linePlaces } from '@homecare/domain/schedule/layout.ts';
import { isNotCreated, STATE_WORDS, shortSpan, shortStart } from '@homecare/domain/schedule/rules.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { showMinutes } from '@homecare/domain/visits/findings.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';
import { IconUserQuestion } from '@tabler/icons-react';
import { type CSSProperties, memo, useMemo } from 'react';
import { useAskedCounts } from '../offers/api.ts';
import { sayAsking } from '../offers/offer-words.ts';
import { useMovingPart, usePlacingPart } from './assigning.ts';
import classes from './Board.module.css';
import { type Clock, placeOn } from './BoardRow.tsx';
import { isTight, lastName, visitName } from './board-words.ts';
import chips from './Chip.module.css';
import { GRID } from './grid-roles.ts';
import { RequestChip, type RequestedVisit, useRequestedToday } from './RequestChip.tsx';
import { useTypeNameOfBoard } from './type-names.ts';

/** Minutes until an open visit starts; negative after its planned start. */
export const minutesTo = (visit: OpenVisit, now: Temporal.Instant, zone: string) => {
  const { start } = plannedInstants(
    { Date: visit.date, PlanStartTime: visit.start, PlanEndTime: visit.end },
    zone,
  );
  return Math.ceil((start.epochMilliseconds - now.epochMilliseconds) / 60_000);
};

/** 'in 2 h 18 min', 'in 3 days' or '72 min late'. */
export const untilWords = (minutes: number) => {
  if (minutes <= 0) return `${-minutes} min late`;
  return `in ${minutes < 2 * DAY_MINUTES ? showMinutes(minutes) : counted(Math.floor(minutes / DAY_MINUTES), 'day')}`;
};

/** An open visit is urgent this many minutes before its start. */
export const SOON = 12 * 60;

/** A visit that nobody has accepted becomes pressing this many minutes before its start. */
const PRESSING = 60;

/** '4 asked, nobody yet'; undefined if nobody was asked. */
export const askedWords = (asked: number | undefined, minutes: number) => {
  if (!asked) return undefined;
  return minutes > 0 && minutes <= PRESSING
    ? `Nobody yet, ${asked} asked, starts ${untilWords(minutes)}`
    : `${asked} asked, nobody yet`;
};

interface AskedLineProps {
  readonly asked: number;
  readonly isPressing: boolean;
}

/** The same on a chip, which shows its start anyway. A narrow chip keeps the first words. */
const AskedLine = ({ asked, isPressing }: AskedLineProps) => {
  const [first, more] = isPressing ? ['Nobody yet', `${asked} asked`] : [`${asked} asked`, 'nobody yet'];
  return (
    <span className={chips.asked} data-pressing={isPressing || undefined}>
      {first}
      <span className={chips.askedMore}>{`, ${more}`}</span>
    </span>
  );
};

interface OpenChipProps {
  readonly visit: OpenVisit;
  /** Number of caregivers asked. */
  readonly asked: number | undefined;
  readonly now: Temporal.Instant;
  readonly zone: string;
  /** Whether rows respond to a visit being moved; only those of caregivers do. */
  readonly canMove: boolean;
  readonly style?: CSSProperties | undefined;
  readonly onCover: (visit: OpenVisit) => void;
}

type OpenFaceProps = Pick<OpenChipProps, 'visit' | 'asked' | 'now' | 'zone'>;

/** The content of an open visit's chip. Memoized, because all chips render again whenever one is picked up or dropped. */
const OpenFace = memo(({ visit, asked, now, zone }: OpenFaceProps) => {
  const minutes = minutesTo(visit, now, zone);
  const isSoon = minutes < SOON;
  const name = visitName(visit, visit.Client, 'needs a caregiver');
  const askedText = askedWords(asked, minutes);
  const ahead = isNotCreated(visit) && STATE_WORDS.notCreated;
  const spoken = [name, isSoon && untilWords(minutes), ahead, askedText].filter(Boolean).join(', ');
  return (
    <>
      <span className="visually-hidden">{spoken}</span>
      <span className={chips.seen} aria-hidden="true">
        <b className={chips.time}>{shortSpan(visit)}</b>
        <b className={chips.start}>{shortStart(visit)}</b>
        <span className={chips.who}>{lastName(visit.Client)}</span>
        {isSoon && <span className={chips.soon}>{untilWords(minutes)}</span>}
        {ahead && <span className={chips.ahead}>{ahead}</span>}
        {asked !== undefined && askedText && <AskedLine asked={asked} isPressing={minutes <= PRESSING} />}
      </span>
    </>
  );
});

/** An open visit, which can be dragged onto a row, picked up with Space, or covered with C or a click. */
const OpenChip = memo(({ visit, asked, now, zone, canMove, style, onCover }: OpenChipProps) => {
  const key = keyOf(visit);
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: key,
    data: { visit },
    disabled: !canMove,
  });
  const typeName = useTypeNameOfBoard();
  const isPlaced = usePlacingPart((placing) => placing !== null && keyOf(placing.visit) === key);
  if (isPlaced) return null;
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={chips.open}
      data-soon={minutesTo(visit, now, zone) < SOON || undefined}
      data-tight={isTight(shortSpan(visit), lastName(visit.Client), visit) || undefined}
      data-lifted={isDragging || undefined}
      data-stop
      data-visit={key}
      tabIndex={-1}
      style={style}
      aria-keyshortcuts={canMove ? 'C Space' : 'C'}
      data-tip={`${visit.Client}, ${typeName(visit.Type)}, was ${visit.Provider}`}
      onClick={() => onCover(visit)}
      {...listeners}
    >
      <OpenFace visit={visit} asked={asked} now={now} zone={zone} />
    </button>
  );
});

/** Number of open requests for today; nothing if there is none. */
const RequestedWords = ({ count }: { readonly count: number }) =>
  count > 0 && <span className={classes.requested}>{`${counted(count, 'open request')} for today`}</span>;

interface LaneHeadProps extends Pick<LaneProps, 'open' | 'all' | 'now' | 'zone'> {
  /** Number of open requests on the shown days. */
  readonly requested: number;
  /** In the day view, the first visit for which somebody was asked. */
  readonly asked: AskedVisit | undefined;
}

const LaneHead = ({ open, all, requested, asked, now, zone }: LaneHeadProps) => {
  const movingKey = useMovingPart((moving) => moving && keyOf(moving.visit));
  const [first] = open;
  if (!first && all === 0)
    return requested > 0 ? <RequestedWords count={requested} /> : <b>Every visit has a caregiver</b>;
  if (!first)
    return (
      <>
        <b>
          <IconUserQuestion size={18} stroke={1.8} aria-hidden />
          {`0 of ${counted(all, 'open visit')}`}
        </b>
        <span>match the search and filters</span>
        <RequestedWords count={requested} />
      </>
    );
  const minutes = minutesTo(first, now, zone);
  const hours = hoursText(sum(open.map((visit) => visit.minutes)));
  const clock = showClock(first.start).replace(/^0/, '');
  const starts = `first ${minutes < SOON ? untilWords(minutes) : `${first.date.slice(5)} at ${clock}`}`;
  return (
    <>
      <b>
        <IconUserQuestion size={18} stroke={1.8} aria-hidden />
        Needs a caregiver <span className={classes.count}>{open.length}</span>
      </b>
      <span data-moving={movingKey ?? undefined}>
        {asked
          ? sayAsking(asked, { zone, now })
          : `${hours}, ${open.length < all ? `${all} open in all` : starts}`}
      </span>
      <RequestedWords count={requested} />
    </>
  );
};

/** Visits for which somebody was asked, by key. */
export const useAskedByVisit = (): ReadonlyMap<string, AskedVisit> => {
  const { data } = useAskedCounts();
  return useMemo(() => new Map(data?.map((one) => [keyOf(one), one])), [data]);
};

interface LaneProps {
  readonly open: readonly OpenVisit[];
  /** Number of open visits, including those hidden by the filter. */
  readonly all: number;
  readonly days: readonly string[];
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly canMove: boolean;
  /** Set in the day view, where visits are at their times. */
  readonly clock: Clock | undefined;
  readonly onCover: (visit: OpenVisit) => void;
}

const NOT_TODAY: readonly RequestedVisit[] = [];

const LANE_HIGH = 48;
/** Height with a line about who was asked. */
const ASKED_HIGH = 66;

/** Position of each visit on the line of a day, and the height of all of them. */
const lineOf = (visits: Parameters<typeof linePlaces>[0], day: string, clock: Clock, hasAsked: boolean) => {
  const places = linePlaces(visits, day, clock);
  const laneHigh = hasAsked ? ASKED_HIGH : LANE_HIGH;
  return {
    high: (Math.max(0, ...places.map(({ lane }) => lane)) + 1) * laneHigh + 6,
    styles: places.map(({ from, to, lane }) => ({
      ...placeOn(clock, from, to),
      top: 5 + lane * laneHigh,
    })),
  };
};

/** The open visits of the shown days, above all rows. */
export const OpenLane = ({ open, all, days, now, zone, canMove, clock, onCover }: LaneProps) => {
  const asked = useAskedByVisit();
  const firstAsked = open.flatMap((visit) => asked.get(keyOf(visit)) ?? []).find((one) => one.asked > 0);
  const hasAsked = firstAsked !== undefined;
  const today = todayIn(zone, now).toString();
  const allRequested = useRequestedToday(now, zone);
  const requested = days.includes(today) ? allRequested : NOT_TODAY;
  const line = useMemo(
    () => clock && lineOf([...open, ...requested], days[0] ?? today, clock, hasAsked),
    [open, requested, days, today, clock, hasAsked],
  );
  return (
    <div {...GRID.row(2)} className={classes.lane} data-empty={all + requested.length === 0 || undefined}>
      <div {...GRID.head} className={classes.laneHead}>
        <LaneHead
          open={open}
          all={all}
          requested={requested.length}
          asked={clock && firstAsked}
          now={now}
          zone={zone}
        />
      </div>
      {days.map((day) => (
        <div
          key={day}
          {...GRID.cell}
          className={line ? classes.laneLine : classes.laneCell}
          style={line && { height: line.high }}
        >
          {open
            .filter((visit) => laneDay(visit, days) === day)
            .map((visit, at) => (
              <OpenChip
                key={keyOf(visit)}
                visit={visit}
                asked={asked.get(keyOf(visit))?.asked}
                now={now}
                zone={zone}
                canMove={canMove}
                style={line?.styles[at]}
                onCover={onCover}
              />
            ))}
          {day === today &&
            requested.map((visit, at) => (
              <RequestChip key={visit.id} visit={visit} style={line?.styles[open.length + at]} />
            ))}
        </div>
      ))}
    </div>
  );
};

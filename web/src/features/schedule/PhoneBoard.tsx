import { addDays, todayIn } from '@homecare/domain/calendar.ts';
import { type BoardRow, keyOf, type PlacedVisit } from '@homecare/domain/schedule/layout.ts';
import { isNotCreated, isProblem, STATE_WORDS, shortSpan } from '@homecare/domain/schedule/rules.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { type TouchEvent, useRef } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { useTypeName } from '../care-plans/api.ts';
import classes from './Board.module.css';
import type { Away } from './BoardRow.tsx';
import { stateWords } from './board-words.ts';
import { askedWords, minutesTo, untilWords, useAskedByVisit } from './OpenLane.tsx';
import { useRequestedToday } from './RequestChip.tsx';

/** Least horizontal distance of a swipe, which must also exceed the vertical one. */
const SWIPE = 60;

const useSwipe = (onStep: (days: 1 | -1) => void) => {
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [from, touch] = [start.current, changedTouches[0]];
      if (!from || !touch) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y) * 2) onStep(x < 0 ? 1 : -1);
    },
  };
};

interface PhoneBoardProps {
  readonly rows: readonly BoardRow[];
  readonly open: readonly OpenVisit[];
  /** Number of open visits, including those hidden by the filter. */
  readonly allOpen: number;
  readonly days: readonly string[];
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly awayOf: (id: number, day: string) => Away | undefined;
  readonly onOpen: (placed: PlacedVisit) => void;
  readonly onCover: (visit: OpenVisit) => void;
  readonly onDay: (day: string) => void;
}

const RowItems = ({
  row,
  away,
  onOpen,
}: {
  readonly row: BoardRow;
  readonly away: Away | undefined;
  readonly onOpen: PhoneBoardProps['onOpen'];
}) => {
  const typeName = useTypeName();
  const placed = row.cells[0] ?? [];
  if (placed.length === 0 && !away) return null;
  return (
    <li>
      <h2 className={classes.group}>{[row.name, row.town].filter(Boolean).join(', ')}</h2>
      {away && placed.length === 0 && <p className={classes.item}>{away.words}</p>}
      {placed.map((one) => (
        <button
          key={`${one.visit.byPlanId} ${one.visit.day}`}
          type="button"
          className={classes.item}
          data-alarm={isProblem(one.state) || undefined}
          onClick={() => onOpen(one)}
        >
          <span>
            <b className={classes.strong}>{shortSpan(one.visit)}</b> {one.other}
          </span>
          <small>{`${stateWords(one)}, ${typeName(one.visit.Type)}`}</small>
        </button>
      ))}
    </li>
  );
};

/** A day on a phone: open visits first, then the visits of each caregiver. A swipe changes the day. */
export const PhoneBoard = ({
  rows,
  open,
  allOpen,
  days,
  now,
  zone,
  awayOf,
  onOpen,
  onCover,
  onDay,
}: PhoneBoardProps) => {
  const asked = useAskedByVisit();
  const [day = ''] = days;
  const openPage = useOpenPage();
  const allRequested = useRequestedToday(now, zone);
  const requested = day === todayIn(zone, now).toString() ? allRequested : [];
  const swipe = useSwipe((step) => onDay(addDays(day, step)));
  return (
    <ul className={classes.list} aria-label="Schedule" {...swipe}>
      <li>
        <h2 className={classes.group}>
          {allOpen + requested.length > 0
            ? `Needs a caregiver: ${open.length + requested.length}${open.length < allOpen ? ` of ${allOpen + requested.length}` : ''}`
            : 'Every visit has a caregiver'}
        </h2>
        {requested.map((visit) => (
          <button
            key={visit.id}
            type="button"
            className={classes.item}
            data-open
            data-alarm
            onClick={() => void openPage('/openrequests')}
          >
            <span>
              <b className={classes.strong}>{shortSpan(visit)}</b> {visit.Client}
            </span>
            <small>open request: find a caregiver</small>
          </button>
        ))}
        {open.map((visit) => (
          <button
            key={keyOf(visit)}
            type="button"
            className={classes.item}
            data-open
            data-alarm
            onClick={() => onCover(visit)}
          >
            <span>
              <b className={classes.strong}>{shortSpan(visit)}</b> {visit.Client}
            </span>
            <small>
              {[
                untilWords(minutesTo(visit, now, zone)),
                `was ${visit.Provider}`,
                isNotCreated(visit) && STATE_WORDS.notCreated,
                askedWords(asked.get(keyOf(visit))?.asked, minutesTo(visit, now, zone)),
              ]
                .filter(Boolean)
                .join(', ')}
            </small>
          </button>
        ))}
      </li>
      {rows.map((row) => (
        <RowItems key={row.id} row={row} away={awayOf(row.id, day)} onOpen={onOpen} />
      ))}
    </ul>
  );
};

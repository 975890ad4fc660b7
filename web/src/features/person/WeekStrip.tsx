import { sayDay, sayTime, weekdayOf } from '@homecare/domain/calendar.ts';
import type { BoardVisit } from '@homecare/domain/schedule/schema.ts';
import { useToday } from '../../platform/use-today.ts';
import { useOpenStory } from '../visit-story/open-story.ts';
import classes from './Person.module.css';
import type { DayOfPerson } from './use-person-week.ts';

const SAYS = { Planned: '', Active: 'in progress', Complete: 'done' } as const;

const stateOf = ({ Status, closed }: BoardVisit) => (closed ? 'closed' : SAYS[Status]);

interface WeekStripProps {
  readonly days: readonly DayOfPerson[];
}

/** Seven days beside each other; a visit opens its story. */
export const WeekStrip = ({ days }: WeekStripProps) => {
  const today = useToday();
  const openStory = useOpenStory();
  return (
    <ol className={classes.week}>
      {days.map(({ day, visits, away }) => (
        <li key={day.toString()} className={classes.day} data-today={day.equals(today) || undefined}>
          <span className={classes.dayName}>
            {weekdayOf(day)} {sayDay(day.toString())}
          </span>
          {away && <span className={classes.away}>{away}</span>}
          {visits.map((visit) => {
            const { planId, day: planned, visitId } = visit;
            const state = stateOf(visit);
            return (
              <button
                key={`${planId} ${planned}`}
                type="button"
                className={classes.visit}
                data-status={visit.Status}
                onClick={() => openStory({ planId, day: planned, visitId })}
              >
                <b>
                  <span className={classes.time}>{sayTime(visit.start)} –</span>{' '}
                  <span className={classes.time}>{sayTime(visit.end)}</span>
                </b>
                <span>{visit.other}</span>
                {state && <span className={classes.state}>{state}</span>}
              </button>
            );
          })}
          {visits.length === 0 && !away && <span className={classes.none}>No visits</span>}
        </li>
      ))}
    </ol>
  );
};

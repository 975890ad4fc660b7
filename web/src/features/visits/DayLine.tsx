import type { Visit } from '@homecare/domain/visits/schema.ts';
import classes from './DayLine.module.css';
import { actualStretch, DAYTIME, minutesOn, plannedStretch, type Stretch, ticks } from './day-line.ts';

/** Smallest visible width of a visit, even at the right edge. */
const LEAST = 8;

const percent = ({ left, width }: Stretch) => ({
  left: `min(${left}%, 100% - ${LEAST}px)`,
  width: `${width}%`,
});

const hourText = (minutes: number) => {
  const hour = (minutes / 60) % 24;
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** The scale above the lines. */
export const DayScale = () => (
  <>
    <span className="visually-hidden">Day line</span>
    <span className={classes.scale} aria-hidden="true">
      {[DAYTIME.from, (DAYTIME.from + DAYTIME.to) / 2, DAYTIME.to].map((minutes) => (
        <span key={minutes}>{hourText(minutes)}</span>
      ))}
    </span>
  </>
);

interface DayLineProps {
  readonly visit: Visit;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

const nowShare = (date: string, now: Temporal.Instant, zone: string) => {
  const minutes = minutesOn(date, now, zone);
  if (minutes < DAYTIME.from || minutes > DAYTIME.to) return undefined;
  return `${((minutes - DAYTIME.from) / (DAYTIME.to - DAYTIME.from)) * 100}%`;
};

/** An outline is the plan, a bar the actual times, and red marks the current time. Other columns say the same in words. */
export const DayLine = ({ visit, now, zone }: DayLineProps) => {
  const planned = plannedStretch(DAYTIME, visit);
  const actual = actualStretch(DAYTIME, visit, now, zone);
  const nowAt = nowShare(visit.Date, now, zone);
  return (
    <div className={classes.line} aria-hidden="true">
      {ticks(DAYTIME).map((left) => (
        <span key={left} className={classes.tick} style={{ left: `${left}%` }} />
      ))}
      <span className={classes.planned} data-status={visit.Status} style={percent(planned)} />
      {actual && <span className={classes.actual} data-status={visit.Status} style={percent(actual)} />}
      {nowAt && <span className={classes.now} style={{ left: nowAt }} />}
    </div>
  );
};

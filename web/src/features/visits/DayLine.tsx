import type { Visit } from '@homecare/domain/visits/schema.ts';
import classes from './DayLine.module.css';
import { type Axis, actualStretch, minutesOn, plannedStretch, type Stretch, ticks } from './day-line.ts';

const percent = ({ left, width }: Stretch) => ({ left: `${left}%`, width: `${width}%` });

const hourText = (minutes: number) => {
  const hour = (minutes / 60) % 24;
  return `${String(hour % 12 || 12).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** The scale above the lines. */
export const DayScale = ({ axis }: { readonly axis: Axis }) => (
  <>
    <span className="visually-hidden">Day line</span>
    <span className={classes.scale} aria-hidden="true">
      {[axis.from, (axis.from + axis.to) / 2, axis.to].map((minutes) => (
        <span key={minutes}>{hourText(minutes)}</span>
      ))}
    </span>
  </>
);

interface DayLineProps {
  readonly visit: Visit;
  readonly axis: Axis;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

const nowShare = (axis: Axis, date: string, now: Temporal.Instant, zone: string) => {
  const minutes = minutesOn(date, now, zone);
  if (minutes < axis.from || minutes > axis.to) return undefined;
  return `${((minutes - axis.from) / (axis.to - axis.from)) * 100}%`;
};

/** Outline = plan, bar = actual, red = now. The same is said in words in the other columns. */
export const DayLine = ({ visit, axis, now, zone }: DayLineProps) => {
  const planned = plannedStretch(axis, visit);
  const actual = actualStretch(axis, visit, now, zone);
  const nowAt = nowShare(axis, visit.Date, now, zone);
  return (
    <div className={classes.line} aria-hidden="true">
      {ticks(axis).map((left) => (
        <span key={left} className={classes.tick} style={{ left: `${left}%` }} />
      ))}
      {planned && <span className={classes.planned} data-status={visit.Status} style={percent(planned)} />}
      {actual && <span className={classes.actual} data-status={visit.Status} style={percent(actual)} />}
      {nowAt && <span className={classes.now} style={{ left: nowAt }} />}
    </div>
  );
};

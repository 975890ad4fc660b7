import { DAY_MINUTES, minuteOfDay, spanMinutes } from '@homecare/domain/calendar.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';

/** The range that the line covers, in minutes from midnight of the shown day. */
export interface Axis {
  readonly from: number;
  readonly to: number;
}

/** 6 AM to 10 PM, which covers nearly every visit at the largest scale. */
export const DAYTIME: Axis = { from: 6 * 60, to: 22 * 60 };

/** Local time of an instant in minutes from midnight of `date`; above 1440 on the next day. */
export const minutesOn = (date: string, at: Temporal.Instant, zone: string) => {
  const local = at.toZonedDateTimeISO(zone);
  const days = Temporal.PlainDate.from(date).until(local.toPlainDate(), { largestUnit: 'day' }).days;
  return days * DAY_MINUTES + local.hour * 60 + local.minute;
};

/** Left edge and width in percent of the axis. Times outside are marked at the nearer end. */
export interface Stretch {
  readonly left: number;
  readonly width: number;
}

export const stretch = (axis: Axis, start: number, end: number): Stretch => {
  const from = Math.max(start, axis.from);
  const to = Math.min(end, axis.to);
  if (to <= from) return { left: start < axis.from ? 0 : 100, width: 0 };
  const length = axis.to - axis.from;
  return { left: ((from - axis.from) / length) * 100, width: ((to - from) / length) * 100 };
};

export const plannedStretch = (axis: Axis, visit: Pick<Visit, 'PlanStartTime' | 'PlanEndTime'>) => {
  const start = minuteOfDay(visit.PlanStartTime);
  return stretch(axis, start, start + spanMinutes(visit.PlanStartTime, visit.PlanEndTime));
};

/** From actual start to actual end, or to the current time while the visit is active. */
export const actualStretch = (
  axis: Axis,
  visit: Pick<Visit, 'Date' | 'startedAt' | 'endedAt'>,
  now: Temporal.Instant,
  zone: string,
) => {
  if (!visit.startedAt) return undefined;
  const end = visit.endedAt ? Temporal.Instant.from(visit.endedAt) : now;
  return stretch(
    axis,
    minutesOn(visit.Date, Temporal.Instant.from(visit.startedAt), zone),
    minutesOn(visit.Date, end, zone),
  );
};

/** A tick every two hours, in percent. */
export const ticks = (axis: Axis): number[] => {
  const length = axis.to - axis.from;
  return Array.from({ length: length / 120 + 1 }, (_, n) => ((n * 120) / length) * 100);
};

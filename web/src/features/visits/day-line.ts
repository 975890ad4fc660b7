import { DAY_MINUTES, minuteOfDay, spanMinutes } from '@homecare/domain/calendar.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';

/** Minutes from midnight of the day shown that the line covers. */
export interface Axis {
  readonly from: number;
  readonly to: number;
}

/** 6 AM to 10 PM: nearly every visit, as wide as there is room. */
export const DAYTIME: Axis = { from: 6 * 60, to: 22 * 60 };

/** Wall-clock minutes of an instant from midnight of `date`; beyond 1440 on the next day. */
export const minutesOn = (date: string, at: Temporal.Instant, zone: string) => {
  const local = at.toZonedDateTimeISO(zone);
  const days = Temporal.PlainDate.from(date).until(local.toPlainDate(), { largestUnit: 'day' }).days;
  return days * DAY_MINUTES + local.hour * 60 + local.minute;
};

/** Left edge and width in percent of the axis; outside it a mark at its nearer end. */
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

/** From the actual start to the actual end, or to now while the visit is Active. */
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

/** Every two hours of the axis, in percent. */
export const ticks = (axis: Axis): number[] => {
  const length = axis.to - axis.from;
  return Array.from({ length: length / 120 + 1 }, (_, n) => ((n * 120) / length) * 100);
};

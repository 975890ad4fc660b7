import { addDays, instantOf } from '@homecare/domain/calendar.ts';

/** Offices open again at this time. */
const MORNING = '08:00';

/** Until when a row may be put off with one press. */
export const snoozeTimes = (now: Temporal.Instant, today: string, zone: string) => {
  const weekday = Temporal.PlainDate.from(today).dayOfWeek;
  const monday = addDays(today, 8 - weekday);
  return [
    { label: 'Snooze 1 hour', until: now.add({ hours: 1 }).toString() },
    { label: 'Snooze until tomorrow, 8 AM', until: instantOf(addDays(today, 1), MORNING, zone).toString() },
    { label: 'Snooze until Monday, 8 AM', until: instantOf(monday, MORNING, zone).toString() },
  ];
};

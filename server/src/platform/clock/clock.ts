import { todayIn } from '@homecare/domain/calendar.ts';
import type { Statements } from '../db/connections.ts';

/** Where 'now' comes from. It is passed everywhere, so that tests can set it. */
export interface Clock {
  now(): Temporal.Instant;
}

/** The present time as text, to the millisecond. Every request needs it two or three times, so the last text is cached. */
export const stampNow = (clock: Clock): string => {
  const now = clock.now();
  if (now.epochMilliseconds !== kept.ms) kept = { ms: now.epochMilliseconds, text: now.toString() };
  return kept.text;
};
let kept = { ms: Number.NaN, text: '' };

/** Today in the site's time zone, as text, computed once per day because every request needs it. */
export const dayNow = (clock: Clock, timeZone: string): string => {
  const now = clock.now();
  const day = days.get(timeZone);
  if (day && now.epochMilliseconds >= day.from && now.epochMilliseconds < day.until) return day.text;
  const date = todayIn(timeZone, now);
  const startOf = (on: Temporal.PlainDate) => on.toZonedDateTime(timeZone).epochMilliseconds;
  days.set(timeZone, { from: startOf(date), until: startOf(date.add({ days: 1 })), text: date.toString() });
  return date.toString();
};
const days = new Map<string, { readonly from: number; readonly until: number; readonly text: string }>();

const MEASURED_FOR_MS = 60_000;

/** The database's clock, so that all processes agree. It is measured once a minute while in use, and follows the system clock in between. */
export const followDatabaseClock = async (pool: Statements): Promise<Clock> => {
  let offset = 0;
  let measured = 0;
  const measure = async () => {
    const sent = Date.now();
    measured = sent;
    const { rows } = await pool.query<{ ms: string }>(
      'select extract(epoch from clock_timestamp())::text as ms',
    );
    const received = Date.now();
    offset = Number(rows[0]?.ms) * 1000 - (sent + received) / 2;
  };
  await measure();
  let now = Temporal.Instant.fromEpochMilliseconds(0);
  return {
    now: () => {
      const own = Date.now();
      if (own - measured > MEASURED_FOR_MS) measure().catch(() => undefined);
      const ms = own + Math.round(offset);
      if (ms !== now.epochMilliseconds) now = Temporal.Instant.fromEpochMilliseconds(ms);
      return now;
    },
  };
};

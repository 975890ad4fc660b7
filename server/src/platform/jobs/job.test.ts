import { describe, expect, it } from 'vitest';
import { type Job, nextTimed, timedSince } from './job.ts';

const job = (name: string, every?: Job['every']): Job => ({
  name,
  ...(every && { every }),
  run: async () => undefined,
});
const JOBS = [
  job('each minute', { minutes: 1, resting: 60 }),
  job('hourly', { minutes: 60, at: 17 }),
  job('often', { minutes: 5, resting: 15 }),
  job('queued'),
];
const at = (time: string) => Temporal.Instant.from(`2026-11-20T${time}Z`).epochMilliseconds;
const show = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString().slice(11, 16);

describe('timed jobs', () => {
  it('are due once for the time since the last check, however long that was', () => {
    expect(timedSince(JOBS, at('10:16:30'), at('10:16:59'))).toEqual([]);
    expect(timedSince(JOBS, at('10:16:30'), at('10:17:01'))).toEqual(['each minute', 'hourly']);
    expect(timedSince(JOBS, at('07:00:00'), at('10:17:01'))).toEqual(['each minute', 'hourly', 'often']);
    expect(timedSince(JOBS, at('10:17:01'), at('10:17:02'))).toEqual([]);
  });

  it('of an agency in use run at their own times', () => {
    expect(show(nextTimed(JOBS, at('10:16:30'), { site: 'mesa', isResting: false }))).toBe('10:17');
    expect(show(nextTimed(JOBS.slice(1), at('10:16:30'), { site: 'mesa', isResting: false }))).toBe('10:17');
    expect(show(nextTimed(JOBS.slice(2), at('10:17:30'), { site: 'mesa', isResting: false }))).toBe('10:20');
  });

  it('of resting agencies run together, each agency at a minute of its own', () => {
    const nexts = Array.from({ length: 200 }, (_, n) =>
      nextTimed(JOBS, at('10:00:00'), { site: `agency-${n}`, isResting: true }),
    );
    expect(Math.max(...nexts)).toBeLessThanOrEqual(at('10:15:00'));
    expect(new Set(nexts.map(show)).size).toBeGreaterThan(10);
  });
});

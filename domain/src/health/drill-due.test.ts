import { expect, test } from 'vitest';
import { isDrillDue } from './drill-due.ts';

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[America/Denver]`);
const instant = (text: string) => at(text).toInstant().toString();
const base = at('2026-11-01T12:00').toInstant();
const drill = (text: string, outcome: 'same' | 'different' | 'failed' = 'same') => ({
  at: instant(text),
  outcome,
});

/** Cases of docs/rules/health.md, rule 13. */
test.each([
  ['the first drill waits for the night', '2026-11-01T18:00', undefined, false],
  ['the first drill runs at night', '2026-11-02T01:00', undefined, true],
  ['the night ends at five', '2026-11-02T05:00', undefined, false],
  ['a server that is off at night catches up in the daytime', '2026-11-03T12:00', undefined, true],
  ['no drill runs before 30 days have passed', '2026-12-02T02:00', drill('2026-11-02T02:30'), false],
  ['the next drill runs after 30 days', '2026-12-02T03:00', drill('2026-11-02T02:30'), true],
  [
    'a difference is no reason to try again',
    '2026-11-04T02:00',
    drill('2026-11-02T02:00', 'different'),
    false,
  ],
  [
    'a failed one is tried again the next night',
    '2026-11-03T02:00',
    drill('2026-11-02T02:00', 'failed'),
    true,
  ],
])('%s', (_, now, last, due) => expect(isDrillDue(at(now), last, base)).toBe(due));

import { expect, test } from 'vitest';
import { isDrillDue } from './drill-due.ts';

const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[America/Denver]`);
const instant = (text: string) => at(text).toInstant().toString();
const base = at('2026-11-01T12:00').toInstant();
const drill = (text: string, outcome: 'same' | 'different' | 'failed' = 'same') => ({
  at: instant(text),
  outcome,
});

/** docs/rules/health.md, rule 13. */
test.each([
  ['the first one waits for the night', '2026-11-01T18:00', undefined, false],
  ['the first one comes in the night', '2026-11-02T01:00', undefined, true],
  ['the night ends at five', '2026-11-02T05:00', undefined, false],
  ['a server that is off at night makes up for it', '2026-11-03T12:00', undefined, true],
  ['not before 30 days', '2026-12-02T02:00', drill('2026-11-02T02:30'), false],
  ['after 30 days', '2026-12-02T03:00', drill('2026-11-02T02:30'), true],
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

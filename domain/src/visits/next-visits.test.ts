import { expect, test } from 'vitest';
import { nextOnPhone } from './next-visits.ts';
import { CLOSE_CODES, type Visit } from './schema.ts';

type Shown = Parameters<typeof nextOnPhone>[0][number];
const visit = (id: number, start: string, end: string, over: Partial<Visit> = {}): Shown => ({
  id,
  Date: '2026-11-20',
  PlanStartTime: start,
  PlanEndTime: end,
  Status: 'Planned',
  ClosedCode: null,
  ...over,
});
// Friday, November 20, 2026, 10:42 AM in Denver.
const NOW = Temporal.Instant.from('2026-11-20T17:42:00Z');

test('visits in progress come first, then those ahead; visits that are over, done or closed are left out', () => {
  const night = visit(9, '22:00', '11:00', { Date: '2026-11-19' });
  const all = [
    visit(1, '08:00', '09:00', { Status: 'Complete' }),
    visit(2, '08:00', '10:30'),
    visit(3, '09:30', '10:30', { Status: 'Active' }),
    visit(4, '13:00', '15:00', { ClosedCode: CLOSE_CODES[0] }),
    visit(5, '16:00', '17:00'),
    night,
    // The list of the next day has this night visit too.
    night,
    visit(6, '08:00', '09:00', { Date: '2026-11-21' }),
  ];
  expect(nextOnPhone(all, NOW, 'America/Denver').map(({ id }) => id)).toEqual([9, 3, 5]);
  expect(nextOnPhone(all.slice(0, 2), NOW, 'America/Denver')).toEqual([]);
});

test('a forgotten check-out hides no coming visit, and is shown if there is none', () => {
  const forgotten = visit(1, '08:00', '10:00', { Status: 'Active' });
  const idsOf = (...visits: Shown[]) => nextOnPhone(visits, NOW, 'America/Denver').map(({ id }) => id);
  expect(idsOf(forgotten, visit(2, '15:30', '17:00'))).toEqual([2]);
  expect(idsOf(forgotten)).toEqual([1]);
});

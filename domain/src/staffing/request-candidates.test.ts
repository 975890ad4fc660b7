import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AskedVisit, coverPlan } from './candidates.ts';
import { rankForRequest } from './request-candidates.ts';
import { ana, asked, clients, DAY, rules, visit } from './test-facts.ts';

/** Sunday through Saturday, a whole workweek. */
const WEEK = [
  '2026-11-15',
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-11-21',
];

const askedOn = (date: string, hours: number): AskedVisit => {
  const end = `${String(8 + hours).padStart(2, '0')}:00`;
  const own = visit({
    planId: 0,
    byPlanId: 0,
    ProviderID: 0,
    day: date,
    date,
    start: '08:00',
    end,
    minutes: hours * 60,
  });
  return { ...asked, visit: own, plan: coverPlan(own, 'Stavropoulos, Helen') };
};

test('overtime is counted over all visits together, checked against an oracle that counts only hours over 40', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 7 }), (hours) => {
      const visits = hours.map((count, n) => askedOn(WEEK[n] ?? DAY, count));
      const [found] = rankForRequest({ visits, weekFrom: '2026-11-15' }, [ana], clients, rules);
      const total = hours.reduce((all, count) => all + count, 0);
      expect(found?.taken).toBe(hours.length);
      expect(found?.cost?.overtimeMinutes).toBe(Math.max(0, total - 40) * 60);
      expect(found?.score).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('a visit that cannot be taken scores 0 and is listed with its day and reason', () => {
  const visits = [askedOn('2026-11-16', 2), askedOn('2026-11-17', 2)];
  const off = {
    ...ana,
    id: 3,
    timeOff: [
      {
        from: '2026-11-17',
        through: '2026-11-17',
        fromTime: null,
        throughTime: null,
        id: 1,
        providerId: 3,
        status: 'Approved' as const,
        reason: null,
      },
    ],
  };
  const found = rankForRequest({ visits, weekFrom: '2026-11-15' }, [off, ana], clients, rules);
  expect(found.map(({ ProviderID, taken }) => [ProviderID, taken])).toEqual([
    [2, 2],
    [3, 1],
  ]);
  expect(found[1]?.misses).toEqual([{ why: expect.stringContaining('Time off'), days: ['2026-11-17'] }]);
  expect(found[1]?.score).toBeLessThanOrEqual(Math.ceil((found[0]?.score ?? 0) / 2) + 1);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serviceDays } from './counting.ts';
import type { CardDay, EvvVisit } from './schema.ts';
import { served as day } from './testing/served.ts';
import { aboveVerified, payAboveVerified, sayUnverifiedPay, verifiedDays } from './verified.ts';

const ZONE = 'America/Denver';
const period = { startPeriod: '2026-11-01', endPeriod: '2026-11-30' };
const visit = (date: string, from: string, to: string, more: Partial<EvvVisit> = {}): EvvVisit => ({
  date: date,
  plannedDay: date,
  Status: 'Complete',
  startedAt: from,
  endedAt: to,
  ClosedCode: null,
  ClosedMemo: null,
  ...more,
});
const nine = visit('2026-11-09', '2026-11-09T15:00:00Z', '2026-11-09T17:00:00Z');

describe('verified time', () => {
  test('is the time of all Complete visits of a day', () => {
    const second = visit('2026-11-09', '2026-11-09T19:00:30Z', '2026-11-09T19:30:00Z');
    const open = visit('2026-11-10', '2026-11-10T15:00:00Z', '2026-11-10T17:00:00Z', { Status: 'Active' });
    expect([...verifiedDays([nine, second, open])]).toEqual([['2026-11-09', 149]]);
  });
  test('is none for a visit that lasted a day or ended before it began', () =>
    expect(
      verifiedDays([
        visit('2026-11-09', '2026-11-09T15:00:00Z', '2026-11-10T15:00:00Z'),
        visit('2026-11-10', '2026-11-10T15:00:00Z', '2026-11-10T14:00:00Z'),
      ]).size,
    ).toBe(0));
  test.each([
    [135, undefined],
    [136, 'Billed 2.27 h, proven by visits 2.00 h.'],
    [60, undefined],
  ])('%i minutes billed of 120 verified: %s', (minutes, text) =>
    expect(aboveVerified(minutes, verifiedDays([nine]), period)).toBe(text),
  );
});

describe('pay above verified time', () => {
  const warningsOf = (rows: readonly CardDay[], visits: readonly EvvVisit[] | null, today = '2026-11-30') => {
    const found = payAboveVerified(
      serviceDays({ ...period, days: [...rows] }, ZONE),
      visits && verifiedDays(visits),
      today,
    );
    return found && sayUnverifiedPay(found);
  };
  test.each<[string, readonly CardDay[], readonly EvvVisit[] | null, string | undefined]>([
    ['as much as visits prove', [day('2026-11-09', '08:00', '10:00')], [nine], undefined],
    [
      'a quarter of an hour more, which two clocks may differ by',
      [day('2026-11-09', '08:00', '10:15')],
      [nine],
      undefined,
    ],
    [
      'a minute more than that',
      [day('2026-11-09', '08:00', '10:16')],
      [nine],
      'Paid above verified time: 11-09 (2.27 h paid, 2.00 h verified).',
    ],
    [
      'a missed visit, however short, though others ran longer',
      [day('2026-11-09', '08:00', '08:30'), day('2026-11-10', '08:00', '08:10')],
      [nine],
      'Paid above verified time: 11-10 (0.17 h paid, 0.00 h verified).',
    ],
    [
      'a few minutes on each of many days',
      [9, 10].map((n) => day(`2026-11-${n}`.replace('-9', '-09'), '08:00', '10:10')),
      [nine, visit('2026-11-10', '2026-11-10T15:00:00Z', '2026-11-10T17:00:00Z')],
      'Paid above verified time: 4.33 h paid, 4.00 h verified.',
    ],
    ['a day that is not paid', [day('2026-11-10', '08:00', '10:00', { payroll: false })], [], undefined],
    [
      'a day that is paid and not billed',
      [day('2026-11-09', '08:00', '10:00', { billing: false })],
      [nine],
      undefined,
    ],
    ['a plan that needs no visits', [day('2026-11-10', '08:00', '10:00')], null, undefined],
  ])('%s', (_, rows, visits, text) => expect(warningsOf(rows, visits)).toBe(text));
  test('is reported for a future day even if no visits are needed', () =>
    expect(warningsOf([day('2026-11-10', '08:00', '10:00')], null, '2026-11-09')).toBe(
      'Paid above verified time: 11-10 (2.00 h paid, 0.00 h verified).',
    ));
  test('names three of many days', () =>
    expect(
      warningsOf(
        [2, 3, 4, 5, 6].map((n) => day(`2026-11-0${n}`, '08:00', '09:00')),
        [],
      ),
    ).toBe(
      'Paid above verified time: 11-02 (1.00 h paid, 0.00 h verified), 11-03 (1.00 h paid, 0.00 h verified), 11-04 (1.00 h paid, 0.00 h verified) and 2 more days.',
    ));

  test('is reported exactly when a simple count is above', () => {
    const one = fc.record({
      n: fc.integer({ min: 1, max: 28 }),
      paid: fc.integer({ min: 1, max: 600 }),
      seen: fc.option(fc.integer({ min: 1, max: 600 })),
      payroll: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { selector: ({ n }) => n }),
        fc.integer({ min: 1, max: 28 }),
        (all, now) => {
          const dateOf = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
          const verified = new Map(
            all.flatMap(({ n, seen }) => (seen === null ? [] : [[dateOf(n), seen] as const])),
          );
          let [sum, isDayAbove] = [0, false];
          for (const { n, paid, seen, payroll } of all) {
            if (!payroll) continue;
            const proven = n > now || seen === null ? 0 : seen;
            sum += paid - proven;
            if (proven === 0 || paid > proven + 15) isDayAbove = true;
          }
          const days = all.map(({ n, paid, payroll }) => ({ date: dateOf(n), work: paid, payroll }));
          expect(payAboveVerified(days, verified, dateOf(now)) !== undefined).toBe(isDayAbove || sum > 15);
        },
      ),
    );
  });
});

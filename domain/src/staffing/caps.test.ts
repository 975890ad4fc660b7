import { expect, test } from 'vitest';
import type { Cap } from '../calculator/schema.ts';
import { capOn, caregiverCaps, keptMinutes } from './caps.ts';

const cap = (kind: Cap['kind'], validFrom: string, minutes: number | null): Cap => ({
  kind,
  validFrom,
  minutes,
  source: 'Notice',
  rev: 0,
});

test("A soft cap follows the agency's setting, a hard one blocks", () => {
  const rows = [
    { ...cap('providerWeek', '2026-07-01', 5_040), soft: true },
    cap('providerDay', '2026-07-01', 960),
    { ...cap('relativeWeek', '2026-07-01', 2_400), soft: true },
  ];
  const [first] = caregiverCaps(rows, { providerWeek: 'warn', providerDay: 'warn' });
  expect(first?.rules).toEqual({ providerDay: 'block', providerWeek: 'warn', relativeWeek: 'justify' });
  // A proposal may exceed a cap that only warns.
  expect([keptMinutes(first, 'providerWeek'), keptMinutes(first, 'relativeWeek')]).toEqual([
    Number.POSITIVE_INFINITY,
    2_400,
  ]);
});

test('The caps of a day are the latest that the agency entered, each kind separately', () => {
  const caps = caregiverCaps([
    cap('providerWeek', '2027-01-01', 4_200),
    cap('providerWeek', '2026-07-01', 5_040),
    cap('providerDay', '2020-01-01', 960),
    cap('relativeWeek', '2020-01-01', 2_400),
    cap('relativeWeek', '2027-03-01', null),
    cap('personalYear', '2025-12-22', 150_000),
  ]);
  const on = (day: string) => {
    const { dayMinutes, weekMinutes, relativeWeekMinutes } = capOn(caps, day) ?? {};
    return [dayMinutes, weekMinutes, relativeWeekMinutes];
  };
  const none = Number.POSITIVE_INFINITY;
  expect(on('2026-06-30')).toEqual([960, none, 2_400]);
  expect(on('2026-07-01')).toEqual([960, 5_040, 2_400]);
  expect(on('2027-01-01')).toEqual([960, 4_200, 2_400]);
  expect(on('2027-03-01')).toEqual([960, 4_200, none]);
  expect(capOn(caps, '2019-12-31')).toBeUndefined();
});

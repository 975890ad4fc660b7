import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type CountedCover,
  type CountedVisit,
  countStaffing,
  coversBehind,
  nameInGroup,
  staffingFigures,
  stateOfClosed,
  visitsBehind,
  weekOfDay,
} from './figures.ts';

const visit = (over: Partial<CountedVisit> = {}): CountedVisit => ({
  date: '2026-11-17',
  minutes: 120,
  staffing: 'done',
  town: 'Aurora',
  isUsual: true,
  ...over,
});
const cover = (over: Partial<CountedCover> = {}): CountedCover => ({
  date: '2026-11-17',
  town: 'Aurora',
  openedAt: '2026-11-17T12:04:10Z',
  coveredAt: '2026-11-17T12:12:02Z',
  overtimeMinutes: 0,
  by: 'M.R.',
  ...over,
});

describe('staffing figures', () => {
  test('leave out visits that the client cancelled', () => {
    const visits = [
      visit(),
      visit({ staffing: 'assigned', isUsual: false }),
      visit({ staffing: 'open', minutes: 90 }),
      visit({ staffing: 'missed', minutes: 60 }),
      visit({ staffing: 'cancelled' }),
    ];
    expect(countStaffing(visits, [])).toEqual({
      planned: 4,
      filled: 2,
      openMinutes: 150,
      usual: 1,
      covers: 0,
      withoutOvertime: 0,
      medianMinutes: null,
    });
  });
  test('include the median time from call-out to cover', () => {
    const late = cover({ coveredAt: '2026-11-17T13:04:10Z', overtimeMinutes: 30, by: null });
    expect(countStaffing([], [cover(), late])).toMatchObject({
      covers: 2,
      withoutOvertime: 1,
      medianMinutes: 34,
    });
  });
  test('are grouped by week, town and scheduler', () => {
    const { weeks, towns, schedulers } = staffingFigures(
      [visit(), visit({ date: '2026-11-22', town: null })],
      [cover(), cover({ by: null })],
    );
    expect(weeks.map(({ name, planned }) => [name, planned])).toEqual([
      ['2026-11-15', 1],
      ['2026-11-22', 1],
    ]);
    expect(towns.map(({ name }) => name)).toEqual(['Aurora', 'No town']);
    expect(schedulers.map(({ name, covers }) => [name, covers])).toEqual([
      ['Automatic', 1],
      ['M.R.', 1],
    ]);
  });
  it('count each visit once by week and once by town', () => {
    const visits = fc.array(
      fc.record({
        date: fc.constantFrom('2026-11-15', '2026-11-21', '2026-11-22'),
        minutes: fc.integer({ min: 15, max: 600 }),
        staffing: fc.constantFrom('done', 'assigned', 'open', 'missed', 'cancelled'),
        town: fc.constantFrom(null, 'Aurora', 'Denver'),
        isUsual: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(visits, (all) => {
        const { total, weeks, towns } = staffingFigures(all, []);
        for (const rows of [weeks, towns]) {
          expect(rows.reduce((sum, { planned }) => sum + planned, 0)).toBe(total.planned);
          expect(rows.reduce((sum, { openMinutes }) => sum + openMinutes, 0)).toBe(total.openMinutes);
        }
        expect(total.filled).toBeLessThanOrEqual(total.planned);
      }),
    );
  });
});

describe('the list behind a figure', () => {
  const dates = fc.constantFrom('2026-11-15', '2026-11-21', '2026-11-22');
  const towns = fc.constantFrom(null, 'Aurora', 'Denver');
  const visits = fc.array(
    fc.record({
      date: dates,
      minutes: fc.integer({ min: 15, max: 600 }),
      staffing: fc.constantFrom('done', 'assigned', 'open', 'missed', 'cancelled'),
      town: towns,
      isUsual: fc.boolean(),
    }),
  );
  const covers = fc.array(
    fc.record({
      date: dates,
      town: towns,
      openedAt: fc.constantFrom(null, '2026-11-15T12:04:10Z', '2026-11-15T12:00:00Z'),
      coveredAt: fc.constantFrom('2026-11-15T12:12:02Z', '2026-11-15T13:04:10Z'),
      overtimeMinutes: fc.constantFrom(null, 0, 30),
      by: fc.constantFrom(null, 'M.R.'),
    }),
  );
  const counted = (found: readonly { readonly counts: boolean }[]) =>
    found.filter(({ counts }) => counts).length;

  it('has as many rows as the figure says, in total and for each week, town and scheduler', () => {
    fc.assert(
      fc.property(visits, covers, (all, allCovers) => {
        const found = staffingFigures(all, allCovers);
        const groups = ['weeks', 'towns', 'schedulers'] as const;
        const rows = groups.flatMap((group) =>
          found[group].map((figures) => {
            const isIn = (one: CountedVisit | CountedCover) => nameInGroup(group, one) === figures.name;
            const own = group === 'schedulers' ? [] : all.filter(isIn);
            return { figures, own, ownCovers: allCovers.filter(isIn) };
          }),
        );
        for (const { figures, own, ownCovers } of [
          { figures: found.total, own: all, ownCovers: allCovers },
          ...rows,
        ]) {
          const fill = visitsBehind('fill', own);
          expect([fill.length, counted(fill)]).toEqual([figures.planned, figures.filled]);
          const usual = visitsBehind('usual', own);
          expect([usual.length, counted(usual)]).toEqual([figures.filled, figures.usual]);
          const open = visitsBehind('open', own);
          expect(open.reduce((minutes, { one }) => minutes + one.minutes, 0)).toBe(figures.openMinutes);
          expect(open).toHaveLength(figures.planned - figures.filled);
          expect(coversBehind('covers', ownCovers)).toHaveLength(figures.covers);
          const free = coversBehind('withoutOvertime', ownCovers);
          expect([free.length, counted(free)]).toEqual([figures.covers, figures.withoutOvertime]);
          const timed = coversBehind('median', ownCovers);
          expect(timed.length === 0).toBe(figures.medianMinutes === null);
        }
      }),
    );
  });
});

test.each([
  ['hospital', 'cancelled'],
  ['refused', 'cancelled'],
  ['cancelled', 'cancelled'],
  ['absent', 'missed'],
] as const)('a visit closed as %s is %s', (code, state) => expect(stateOfClosed(code)).toBe(state));

test.each([
  ['2026-11-15', '2026-11-15'],
  ['2026-11-21', '2026-11-15'],
  ['2026-11-22', '2026-11-22'],
])('%s is in the week of %s', (date, week) => expect(weekOfDay(date)).toBe(week));

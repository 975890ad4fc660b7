import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { type LeavingPlan, planAfterArchive } from './archive.ts';
import { runsOn } from './rules.ts';

const plan = (more: Partial<LeavingPlan> = {}): LeavingPlan => ({
  StartDate: '2026-01-05',
  EndDate: null,
  coversPlanId: null,
  Status: 'Active',
  visited: false,
  ...more,
});
const DATE = '2026-11-20';

test.each<[string, Partial<LeavingPlan>, ReturnType<typeof planAfterArchive>]>([
  ['a running plan ends on the archive date', {}, { Status: 'Archive', EndDate: DATE }],
  [
    'a plan that starts on the archive date is left without a day',
    { StartDate: DATE },
    { Status: 'Archive', EndDate: DATE },
  ],
  ['a plan that would start later is Deleted', { StartDate: '2026-11-21' }, { Status: 'Deleted' }],
  [
    'unless it has visits that were begun: it has no day of its own then',
    { StartDate: '2026-11-21', visited: true },
    { Status: 'Archive', EndDate: '2026-11-21' },
  ],
  ['a plan that ended before is unchanged', { Status: 'Archive', EndDate: '2026-10-01' }, undefined],
  ['a plan that ends on the date is unchanged', { Status: 'Archive', EndDate: DATE }, undefined],
  [
    'a plan that would end later ends earlier',
    { Status: 'Archive', EndDate: '2026-12-24' },
    { Status: 'Archive', EndDate: DATE },
  ],
  [
    'an ended plan that is still Active keeps its end',
    { EndDate: '2026-10-01' },
    { Status: 'Archive', EndDate: '2026-10-01' },
  ],
  ['a Deleted plan is unchanged', { Status: 'Deleted' }, undefined],
  [
    'a temporary plan, which includes its end date, ends the day before',
    { Status: 'Archive', EndDate: '2026-12-01', coversPlanId: 7 },
    { Status: 'Archive', EndDate: '2026-11-19' },
  ],
  [
    'a temporary plan that starts on the date is Deleted',
    { Status: 'Archive', StartDate: DATE, EndDate: '2026-12-01', coversPlanId: 7 },
    { Status: 'Deleted' },
  ],
])('%s', (_, more, after) => expect(planAfterArchive(plan(more), DATE)).toEqual(after));

describe('the plan of an archived person', () => {
  const days = fc.integer({ min: 0, max: 60 });
  const day = (n: number) => addDays('2026-10-25', n);
  const plans = fc
    .record({ start: days, length: fc.option(days), covers: fc.boolean(), visited: fc.boolean() })
    .map(({ start, length, covers, visited }) => {
      const end = covers ? (length ?? 3) : length;
      return plan({
        StartDate: day(start),
        EndDate: end === null ? null : day(start + end),
        Status: end === null ? 'Active' : 'Archive',
        coversPlanId: covers ? 7 : null,
        visited,
      });
    });
  const settled = (one: LeavingPlan): LeavingPlan => {
    const after = planAfterArchive(one, DATE);
    if (!after) return one;
    return after.Status === 'Deleted' ? { ...one, Status: 'Deleted' } : { ...one, ...after };
  };

  it('does not run from the archive date on, runs as before until then, and needs no second pass', () => {
    fc.assert(
      fc.property(plans, days, (one, n) => {
        const after = settled(one);
        const isKept = one.visited && one.StartDate > DATE;
        if (day(n) < DATE) expect(runsOn(after, day(n))).toBe(runsOn(one, day(n)));
        else if (!isKept && !(one.visited && one.coversPlanId !== null))
          expect(runsOn(after, day(n))).toBe(false);
        if (after.Status === 'Archive') expect((after.EndDate ?? '') >= after.StartDate).toBe(true);
        expect(planAfterArchive(after, DATE)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});

import { describe, expect, test } from 'vitest';
import { comparedGroups, type GroupedPlan, isArchiveBlocked, isDeleteBlocked } from './compared.ts';

const plan = (
  id: number,
  StartDate: string,
  EndDate: string | null = null,
  more: Partial<GroupedPlan> = {},
) => ({
  id,
  ProviderID: 1,
  ClientID: 2,
  StartDate,
  EndDate,
  Status: EndDate === null ? ('Active' as const) : ('Archive' as const),
  coversPlanId: null,
  ...more,
});
const NOVEMBER = { from: '2026-11-01', through: '2026-11-30' };
const idsOfGroups = (plans: readonly GroupedPlan[], days?: typeof NOVEMBER) =>
  comparedGroups(plans, days).map(({ primary, secondary }) => [primary.id, ...secondary.map(({ id }) => id)]);

describe('plans of the same provider and client', () => {
  test('are numbered by start, then by id', () => {
    expect(idsOfGroups([plan(3, '2026-05-01'), plan(1, '2026-06-01'), plan(2, '2026-05-01')])).toEqual([
      [2, 3, 1],
    ]);
  });
  test('that follow each other without a common day form no group', () => {
    expect(idsOfGroups([plan(1, '2026-01-01', '2026-11-10'), plan(2, '2026-11-10')])).toEqual([]);
    expect(idsOfGroups([plan(1, '2026-01-01', '2026-11-11'), plan(2, '2026-11-10')])).toEqual([[1, 2]]);
  });
  test('form one group if a third plan overlaps both', () => {
    const chain = [
      plan(1, '2026-01-01', '2026-06-01'),
      plan(3, '2026-08-01'),
      plan(2, '2026-05-01', '2026-09-01'),
    ];
    expect(idsOfGroups(chain)).toEqual([[1, 2, 3]]);
    expect(idsOfGroups(chain, NOVEMBER)).toEqual([]);
  });
  test.each([
    ['ends on its first day', '2026-11-01', []],
    ['ends on its second day', '2026-11-02', [[1, 2]]],
  ])('a plan that %s is compared in that month: %s', (_, end, groups) => {
    expect(idsOfGroups([plan(1, '2026-01-01', end), plan(2, '2026-05-01')], NOVEMBER)).toEqual(groups);
  });
  test('that are temporary, or of other people, form no group', () => {
    expect(
      idsOfGroups([
        plan(1, '2026-01-01'),
        plan(2, '2026-01-01', '2026-12-31', { coversPlanId: 9 }),
        plan(3, '2026-01-01', null, { ClientID: 7 }),
        plan(4, '2026-01-01', null, { ProviderID: 7 }),
      ]),
    ).toEqual([]);
  });
});

describe('a primary plan', () => {
  const primary = plan(1, '2026-01-01');
  const open = plan(2, '2026-02-01');
  const ended = plan(3, '2026-02-01', '2026-12-31');
  const deleted = plan(4, '2026-02-01', null, { Status: 'Deleted' });
  test.each<[string, GroupedPlan, GroupedPlan[], boolean, boolean]>([
    ['without any other plan', primary, [primary], false, false],
    ['with an open secondary plan', primary, [primary, open], true, true],
    ['with a secondary plan that has an end', primary, [primary, ended], false, true],
    ['with a deleted secondary plan', primary, [primary, deleted], false, false],
    [
      'with a temporary one',
      primary,
      [plan(5, '2026-02-01', '2026-02-09', { coversPlanId: 1 })],
      false,
      false,
    ],
    ['with a successor', plan(1, '2026-01-01', '2026-02-01'), [open], false, false],
  ])('%s', (_, of, others, archive, remove) => {
    expect([isArchiveBlocked(of, others), isDeleteBlocked(of, others)]).toEqual([archive, remove]);
  });
  test('waits for its secondary plans, which do not wait for it', () => {
    expect(isArchiveBlocked(open, [primary, open])).toBe(false);
    expect(isDeleteBlocked(open, [primary, open])).toBe(false);
  });
  test('is the earliest started of the plans that are still open', () => {
    const over = plan(9, '2025-01-01', '2026-06-01');
    expect(isArchiveBlocked(primary, [over, primary, open])).toBe(true);
  });
});

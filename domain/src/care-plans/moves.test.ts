import { describe, expect, test } from 'vitest';
import type { GroupedPlan } from './compared.ts';
import {
  changeMessages,
  checkMove,
  type MovedPlan,
  type MoveFacts,
  offeredMoves,
  PLAN_MOVES,
  type PlanMoveName,
  planMove,
  whyNotMove,
} from './moves.ts';

const TODAY = '2026-11-20';
const active: MovedPlan = { Status: 'Active', EndDate: null, coversPlanId: null };
const archived: MovedPlan = { Status: 'Archive', EndDate: '2026-11-01', coversPlanId: null };
const running: MovedPlan = { Status: 'Archive', EndDate: TODAY, coversPlanId: 1 };
const over: MovedPlan = { Status: 'Archive', EndDate: '2026-11-19', coversPlanId: 1 };
const deleted: MovedPlan = { Status: 'Deleted', EndDate: null, coversPlanId: null };

test('the table of moves', () => {
  expect(PLAN_MOVES.map(({ name, from, to, of }) => `${name}: ${from} → ${to}, ${of}`)).toEqual([
    'Modify: Active → Active, permanent',
    'Archive: Active → Archive, permanent',
    'Modify: Archive → Archive, running temporary',
    'Archive: Archive → Archive, running temporary',
    'Change end: Archive → Archive, running permanent',
    'Set Active: Archive → Active, permanent',
    'Delete: Archive → Deleted, permanent',
    'Delete: Archive → Deleted, temporary',
    'Delete: Active → Deleted, permanent',
  ]);
  expect(new Set(PLAN_MOVES.map(({ roles }) => roles.join()))).toEqual(new Set(['admin,user']));
});

test.each<[string, MovedPlan, PlanMoveName[]]>([
  ['an active plan', active, ['Modify', 'Archive', 'Delete']],
  ['an archived plan', archived, ['Set Active', 'Delete']],
  ['a temporary plan on its last day', running, ['Modify', 'Archive', 'Delete']],
  ['a temporary plan that is over', over, ['Delete']],
  ['a deleted plan', deleted, []],
])("a plan's menu for %s", (_, plan, names) => {
  expect(offeredMoves(plan, 'admin', TODAY)).toEqual(names);
  expect(offeredMoves(plan, 'user', TODAY)).toEqual(names);
  expect(offeredMoves(plan, 'provider', TODAY)).toEqual([]);
});

test.each<[PlanMoveName, MovedPlan, string]>([
  ['Modify', deleted, 'This care plan is deleted.'],
  ['Modify', archived, 'This care plan is archived. Set it active first.'],
  ['Modify', over, 'This temporary plan is over.'],
  ['Set Active', running, 'A temporary plan runs until its end date: create a new one.'],
  ['Set Active', active, 'This care plan is active already.'],
])('explains why there is no %s: %#', (name, plan, sentence) => {
  expect(planMove(name, plan, TODAY)).toBeUndefined();
  expect(whyNotMove(name, plan)).toBe(sentence);
});

describe('guards', () => {
  const plan = (more: Partial<GroupedPlan> = {}): GroupedPlan => ({
    id: 1,
    ProviderID: 1,
    ClientID: 2,
    StartDate: '2026-05-01',
    ...active,
    ...more,
  });
  const free: MoveFacts = {
    EndDate: '2026-12-01',
    others: [],
    billed: false,
    billedAfterEnd: false,
    begun: false,
  };
  const second = plan({ id: 2, StartDate: '2026-06-01' });
  test.each<[string, PlanMoveName, Partial<GroupedPlan>, Partial<MoveFacts>, [string, string] | undefined]>([
    ['nothing wrong', 'Archive', {}, {}, undefined],
    ['no date', 'Archive', {}, { EndDate: null }, ['EndDate', 'Error: Incorrect Date']],
    [
      'an end before the start',
      'Archive',
      {},
      { EndDate: '2026-04-30' },
      ['EndDate', 'Error: End date cannot be before start date'],
    ],
    ['an end on the start', 'Archive', {}, { EndDate: '2026-05-01' }, undefined],
    [
      'an open compared plan',
      'Archive',
      {},
      { others: [second] },
      ['', "Can't archive primary Care plan with active compared. Archive compared first."],
    ],
    [
      'a billing record after the end',
      'Archive',
      {},
      { billed: true, billedAfterEnd: true },
      ['EndDate', "Error: Can't delete Care plan with active billing record after End Date"],
    ],
    ['a billing record before the end', 'Archive', {}, { billed: true }, undefined],
    [
      'a compared plan that is not deleted',
      'Delete',
      archived,
      { others: [second] },
      ['', "Can't delete primary Care plan with active compared. Delete compared first."],
    ],
    [
      'any billing record',
      'Delete',
      archived,
      { billed: true },
      ['', "Can't delete Care plan with active billing record"],
    ],
    ['visits that were done, on an archived plan', 'Delete', archived, { begun: true }, undefined],
    [
      'visits that were done, still active',
      'Delete',
      {},
      { begun: true },
      ['', "Can't delete Care plan with visits that were begun or done. Archive it instead."],
    ],
  ])('%s: %s', (_, name, more, facts, refused) => {
    const of = plan(more);
    const move = planMove(name, of, TODAY);
    if (!move) throw new Error(name);
    const found = checkMove(move, of, { ...free, ...facts });
    expect(found && [found.field, found.message]).toEqual(refused);
  });
});

test.each<[PlanMoveName, [number, number, number], [number, number, number], string[]]>([
  ['Modify', [0, 0, 0], [0, 0, 0], ['Success: Careplan modified']],
  ['Modify', [0, 1, 0], [0, 0, 0], ['Success: Careplan modified', 'Success: EVV records modified']],
  ['Archive', [0, 0, 3], [0, 0, 0], ['Success: Care Plan archived', 'Success: EVV records deleted']],
  [
    'Delete',
    [0, 0, 3],
    [2, 0, 0],
    ['Success: Care Plan deleted', 'Success: EVV records deleted', 'Success: EVV records created'],
  ],
  ['Set Active', [4, 0, 0], [0, 0, 0], ['Success: Care Plan activated', 'Success: EVV records created']],
])('%s with visits %j reports', (name, own, covered, messages) => {
  const visits = ([created, changed, removed]: [number, number, number]) => ({ created, changed, removed });
  expect(changeMessages(name, visits(own), visits(covered))).toEqual(messages);
});

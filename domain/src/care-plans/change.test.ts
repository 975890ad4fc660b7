import { describe, expect, test } from 'vitest';
import {
  checkChange,
  daysToTime,
  isLocked,
  isRescheduling,
  LOCKED_FIELDS,
  moveNameOf,
  type PlanChange,
  planAfter,
  type SavedPlan,
} from './change.ts';
import type { PlanMoveName } from './moves.ts';
import { checkOverrideRemark, withOverrideRemark } from './override.ts';
import type { PlanWeek } from './schema.ts';

const row = <T>(value: T) => ({
  Mon: value,
  Tue: value,
  Wed: value,
  Thu: value,
  Fri: value,
  Sat: value,
  Sun: value,
});
const week = (from: string): PlanWeek => ({
  personalCareItems: [{ Name: 'Bathing', ...row(0), Mon: 60 }],
  homeMakingItems: [],
  time: [
    { Name: 'Time In', ...row(null), Mon: from },
    { Name: 'Time Out', ...row(null), Mon: '12:00' },
    { Name: 'Travel Time', ...row(0) },
  ],
});
const saved: SavedPlan = {
  id: 1,
  ProviderID: 10,
  ClientID: 20,
  Type: 'PCP',
  StartDate: '2026-05-01',
  EndDate: null,
  Remarks: null,
  createReason: 'New client',
  Status: 'Active',
  excluded: null,
  isTemporary: false,
  coversPlanId: null,
  week: week('11:00'),
};
const archived: SavedPlan = { ...saved, Status: 'Archive', EndDate: '2026-11-01' };
const temporary: SavedPlan = {
  ...archived,
  StartDate: '2026-11-01',
  EndDate: '2026-12-01',
  isTemporary: true,
  coversPlanId: 5,
};
const today = Temporal.PlainDate.from('2026-11-20');

test.each<[string, SavedPlan, PlanChange, PlanMoveName]>([
  ['a remark', saved, { Remarks: 'x' }, 'Modify'],
  ['a status and a date from the list', saved, { Status: 'Archive', EndDate: '2026-12-01' }, 'Archive'],
  ['Archive without a date', saved, { Status: 'Archive' }, 'Archive'],
  ['an end date from the form', saved, { week: saved.week, EndDate: '2026-12-01' }, 'Archive'],
  ['an empty end date', saved, { week: saved.week, EndDate: null }, 'Modify'],
  ['a status alone', archived, { Status: 'Active' }, 'Set Active'],
  ['a remark on an archived plan', archived, { Remarks: 'x' }, 'Modify'],
  ['Deleted', archived, { Status: 'Deleted' }, 'Delete'],
  ['an earlier end of a temporary plan', temporary, { Status: 'Archive', EndDate: '2026-11-25' }, 'Archive'],
  ['a later end of a temporary plan', temporary, { Status: 'Archive', EndDate: '2026-12-05' }, 'Modify'],
  ['the form of a temporary plan', temporary, { Status: 'Archive', week: temporary.week }, 'Modify'],
])('%s asks for a move', (_, plan, sent, name) => expect(moveNameOf(plan, sent)).toBe(name));

describe('locked fields', () => {
  const other: PlanChange = {
    ProviderID: 11,
    ClientID: 21,
    StartDate: '2026-05-02',
    Type: 'HMK',
    createReason: 'Another',
    isTemporary: true,
    coversPlanId: 5,
  };
  test('refuse another value, naming each field', () => {
    const found = checkChange(saved, other, 'Modify', { today });
    expect(found.map(({ field }) => field).sort()).toEqual(Object.keys(LOCKED_FIELDS).sort());
    expect(found[0]?.message).toBe('Provider cannot be changed on a saved care plan.');
    expect([isLocked('Type'), isLocked('Remarks')]).toEqual([true, false]);
  });
  test('accept their current value', () => {
    const { ProviderID, ClientID, StartDate, Type, isTemporary, coversPlanId } = saved;
    const same = {
      ProviderID,
      ClientID,
      StartDate,
      Type,
      isTemporary,
      coversPlanId,
      createReason: ' New client ',
    };
    expect(checkChange(saved, same, 'Modify', { today })).toEqual([]);
  });
});

test.each<[string, SavedPlan, PlanChange, PlanMoveName, [string, string][]]>([
  ['remarks of 285', saved, { Remarks: 'x'.repeat(285) }, 'Modify', []],
  [
    'remarks of 286',
    saved,
    { Remarks: 'x'.repeat(286) },
    'Modify',
    [['Remarks', 'Remarks can have at most 285 characters.']],
  ],
  [
    'excluded for 11 months',
    saved,
    { excluded: '2025-12-20' },
    'Modify',
    [['excluded', 'Error: Excluded date must be greater than 11 months, check it before creating careplan']],
  ],
  ['excluded for less', saved, { excluded: '2025-12-21' }, 'Modify', []],
  [
    'an old excluded date that stays',
    { ...saved, excluded: '2020-01-01' },
    { excluded: '2020-01-01' },
    'Modify',
    [],
  ],
  [
    'an archive form without a date',
    saved,
    { Status: 'Archive', week: saved.week, EndDate: null },
    'Archive',
    [['EndDate', 'Error: Cant create archive care plan without end date']],
  ],
  [
    'a temporary plan of 91 days',
    temporary,
    { EndDate: '2027-01-30' },
    'Modify',
    [['EndDate', 'A temporary plan lasts at most 90 days.']],
  ],
  ['a temporary plan of 90 days', temporary, { EndDate: '2027-01-29' }, 'Modify', []],
  [
    'a deletion that brings a week',
    archived,
    { Status: 'Deleted', week: saved.week },
    'Delete',
    [['week', 'Delete changes nothing else: save the week apart.']],
  ],
])('%s', (_, plan, sent, move, refused) =>
  expect(checkChange(plan, sent, move, { today }).map(({ field, message }) => [field, message])).toEqual(
    refused,
  ),
);

test.each<[string, SavedPlan, PlanChange, PlanMoveName, boolean, boolean]>([
  ['remarks', saved, { Remarks: 'x' }, 'Modify', false, false],
  ['the same week', saved, { week: week('11:00') }, 'Modify', false, false],
  ['another week', saved, { week: week('10:30') }, 'Modify', true, true],
  ['an end', saved, { EndDate: '2026-12-01' }, 'Archive', false, true],
  ['a later end', temporary, { EndDate: '2026-12-02' }, 'Modify', true, true],
  ['excluded', saved, { excluded: '2026-11-01' }, 'Modify', false, true],
  ['active again', archived, { Status: 'Active' }, 'Set Active', true, true],
  ['deleted', archived, { Status: 'Deleted' }, 'Delete', false, true],
])('%s: are its times checked, do its visits change', (_, plan, sent, move, timed, rescheduled) => {
  const after = planAfter(plan, sent, move, '2026-11-20');
  expect([daysToTime(plan, after) !== undefined, isRescheduling(plan, after)]).toEqual([timed, rescheduled]);
});

describe('the remark of an override', () => {
  test('is added on a line of its own', () => {
    expect(withOverrideRemark('Key in lockbox', ' Two caregivers lift ')).toBe(
      'Key in lockbox\nTwo caregivers lift',
    );
    expect(withOverrideRemark(null, 'Two caregivers lift')).toBe('Two caregivers lift');
  });
  test.each([
    [null, null, 'Write a remark that says why.'],
    [null, '  ', 'Write a remark that says why.'],
    ['x'.repeat(280), 'abcd', undefined],
    ['x'.repeat(280), 'abcde', 'Remarks with this remark can have at most 285 characters: 1 too many.'],
  ])('%#', (remarks, remark, message) =>
    expect(checkOverrideRemark(remarks, remark)[0]?.message).toBe(message),
  );
});

import { describe, expect, it } from 'vitest';
import {
  type Cells,
  cellText,
  draftOf,
  emptyForm,
  leftOutTasks,
  refreshTime,
  settleText,
  weekOf,
  withCell,
  withCopiedRight,
  withoutEmptyTasks,
  wrongCells,
} from './plan-form.ts';

const items = { pcItems: [{ Name: 'Bathing' }, { Name: 'Dressing' }], hmItems: [{ Name: 'Laundry' }] };
const cells: Cells = {
  in: { Mon: '08:30', Wed: '22:00', Fri: '09:00' },
  'pc:Bathing': { Mon: '30', Tue: '15', Wed: '90' },
  'hm:Laundry': { Mon: '60', Wed: '60' },
};

describe('typing in the week', () => {
  it.each([
    ['in', '830', '08:30'],
    ['out', '17', '17:00'],
    ['out', '25:00', '25:00'],
    ['in', ' ', ''],
    ['travel', '020', '20'],
    ['pc:Bathing', '0', ''],
    ['pc:Bathing', '2000', '2000'],
  ] as const)('settles %s "%s" as "%s"', (row, typed, settled) => {
    expect(settleText(row, typed)).toBe(settled);
  });

  it('names every cell that cannot be read and no other', () => {
    const typed = withCell(withCell(cells, 'out', 'Mon', '11:75'), 'hm:Laundry', 'Sun', 'ten');
    expect(wrongCells(typed, items)).toEqual([
      { row: 'out', day: 'Mon' },
      { row: 'hm:Laundry', day: 'Sun' },
    ]);
    expect(wrongCells(cells, items)).toEqual([]);
  });

  it('copies a cell to the days at its right only', () => {
    const copied = withCopiedRight(withCell(cells, 'travel', 'Thu', '20'), 'travel', 'Thu');
    expect(copied.travel).toEqual({ Thu: '20', Fri: '20', Sat: '20', Sun: '20' });
  });
});

describe('Refresh Time', () => {
  const refreshed = refreshTime(cells, items);
  it('ends each visit after the tasks of its day, over midnight too', () => {
    expect(cellText(refreshed, 'out', 'Mon')).toBe('10:00');
    expect(cellText(refreshed, 'out', 'Wed')).toBe('00:30');
  });
  it('leaves days without a Time In or without tasks alone', () => {
    expect(cellText(refreshed, 'out', 'Tue')).toBe('');
    expect(cellText(refreshed, 'out', 'Fri')).toBe('');
  });
});

describe('a change of type', () => {
  const other = { pcItems: [{ Name: 'Bathing' }], hmItems: [] };
  it('keeps the minutes of tasks that the new type does not have, without counting them', () => {
    expect(leftOutTasks(cells, other)).toEqual(['Laundry']);
    expect(weekOf(cells, other).homeMakingItems).toEqual([]);
    expect(weekOf(cells, items).homeMakingItems[0]).toMatchObject({ Name: 'Laundry', Mon: 60 });
  });
});

it('sends only tasks with minutes', () => {
  const week = withoutEmptyTasks(weekOf(cells, items));
  expect(week.personalCareItems.map((row) => row.Name)).toEqual(['Bathing']);
});

it('reads hidden fields as absent: a date typed before its box was unticked is not sent', () => {
  const form = { ...emptyForm('2026-11-20'), excluded: '2026-10-01', endDate: '2026-12-01', covers: 7 };
  expect(draftOf(form)).toMatchObject({
    Status: 'Active',
    EndDate: null,
    excluded: null,
    coversPlanId: null,
  });
  expect(draftOf({ ...form, ending: 'temporary' })).toMatchObject({
    Status: 'Active',
    EndDate: '2026-12-01',
    coversPlanId: 7,
  });
  expect(draftOf({ ...form, ending: 'archive' })).toMatchObject({ Status: 'Archive', coversPlanId: null });
});

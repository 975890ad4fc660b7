import { expect, test } from 'vitest';
import type { Board, BoardVisit } from './schema.ts';
import { weekSheets } from './week-sheet.ts';

const visit = (over: Partial<BoardVisit>): BoardVisit => ({
  planId: 1,
  byPlanId: 1,
  day: '2026-11-16',
  date: '2026-11-16',
  start: '08:00',
  end: '10:00',
  visitId: null,
  ClientID: 10,
  ProviderID: 20,
  Type: 'PCP',
  program: 'Medicaid',
  Status: 'Planned',
  startedAt: null,
  endedAt: null,
  isCover: false,
  isExempt: false,
  closed: null,
  ...over,
});
const hours = { worked: 0, planned: 0, overtime: 0 };
const board: Board = {
  week: { from: '2026-11-15', through: '2026-11-21' },
  caregivers: [{ id: 20, name: 'Bekele, Selam', town: 'Arvada', language: null, hours, wished: null }],
  clients: [
    { id: 10, name: 'Ortiz, Manuel', town: 'Littleton', language: null, latitude: null, longitude: null },
  ],
  visits: [
    visit({}),
    visit({ planId: 2, start: '22:00', end: '06:00' }),
    visit({ planId: 3, day: '2026-11-17', date: '2026-11-17', closed: 'absent' }),
    visit({ planId: 4, day: '2026-11-18', date: '2026-11-18' }),
  ],
  away: [],
};
const facts = {
  board,
  from: '2026-11-15',
  lifted: new Set(['4 2026-11-18']),
  addresses: new Map([[10, '1 Main St, Littleton']]),
};

test('a caregiver’s sheet lists clients with addresses, without closed visits and those no longer theirs', () => {
  const [sheet, ...others] = weekSheets({ ...facts, grouping: 'caregiver', ids: [20, 99] });
  expect(others).toEqual([]);
  expect(sheet).toMatchObject({ id: 20, name: 'Bekele, Selam', minutes: 600 });
  expect(sheet?.days.map(({ title, visits }) => [title, visits.length])).toEqual([
    ['Sunday 11-15-2026', 0],
    ['Monday 11-16-2026', 2],
    ['Tuesday 11-17-2026', 0],
    ['Wednesday 11-18-2026', 0],
    ['Thursday 11-19-2026', 0],
    ['Friday 11-20-2026', 0],
    ['Saturday 11-21-2026', 0],
  ]);
  expect(sheet?.days[1]?.visits[1]).toEqual({
    hours: '10:00 PM – 6:00 AM',
    type: 'PCP',
    town: 'Littleton',
    other: 'Ortiz, Manuel',
    address: '1 Main St, Littleton',
  });
});

test('a client’s sheet says who comes, and when nobody does yet', () => {
  const [sheet] = weekSheets({ ...facts, grouping: 'client', ids: [10] });
  expect(sheet?.minutes).toBe(720);
  expect(sheet?.days.flatMap(({ visits }) => visits.map(({ other }) => other))).toEqual([
    'Bekele, Selam',
    'Bekele, Selam',
    'nobody yet',
  ]);
});

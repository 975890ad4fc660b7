import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  flattenPlans,
  isFiltered,
  isLongRunning,
  type PlanFilter,
  planColour,
  planReasons,
  planSearchText,
  selectPlans,
  sortPlans,
} from './list.ts';
import type { PlanListRow } from './schema.ts';

const today = Temporal.PlainDate.from('2026-11-20');
const rowOf = (id: number, values: Partial<PlanListRow> = {}): PlanListRow => ({
  id,
  ProviderID: 1,
  Provider: 'Bekele, Tigist',
  ClientID: 2,
  Client: 'Ortiz, Manuel',
  Type: 'PCP',
  StartDate: '2026-05-11',
  EndDate: null,
  Remarks: null,
  modifiedAt: '2026-10-30T20:05:00Z',
  ModifiedBy: 'T.K.',
  week: [{ day: 'Mon', from: '08:00', to: '10:00' }],
  Status: 'Active',
  ArchiveInfo: null,
  DeleteInfo: null,
  Language: 'English',
  excluded: null,
  isTemporary: false,
  coversPlanId: null,
  rev: 0,
  covered: [],
  scan: [],
  tserror: 0,
  compared: [],
  comparedTo: null,
  order: null,
  ...values,
});
const all: PlanFilter = { search: '', group: '', excluded: 'All', covidList: false };
const select = (rows: readonly PlanListRow[], filter: Partial<PlanFilter> = {}) =>
  selectPlans(
    rows.map((plan) => ({ plan, text: planSearchText(plan, 'IHSS Homemaker') })),
    { ...all, ...filter },
  );
const ids = (rows: readonly PlanListRow[], filter: Partial<PlanFilter> = {}) =>
  flattenPlans(select(rows, filter)).map(({ id }) => id);

describe('the filters of the care plan list', () => {
  const rows = [
    rowOf(12, { Remarks: 'Two dogs' }),
    rowOf(44, { Client: 'Nguyễn, Bảo', Language: 'Vietnamese', excluded: '2026-01-01' }),
    rowOf(144, { isTemporary: true, coversPlanId: 12, Status: 'Archive', EndDate: '2026-12-04' }),
  ];
  test.each([
    [{}, [144, 44, 12]],
    [{ search: 'ID=44' }, [44]],
    [{ search: 'id = ' }, [144, 44, 12]],
    [{ search: 'bekele homemaker' }, [144, 44, 12]],
    [{ search: 'nguyen' }, [44]],
    [{ search: 'DOGS' }, [12]],
    [{ search: '44' }, [144, 44]],
    [{ search: 'bekele nobody' }, []],
    [{ group: 'Vietnamese' }, [44]],
    [{ excluded: 'Excluded' }, [44]],
    [{ excluded: 'Non-Excluded' }, [144, 12]],
    [{ covidList: true }, [144]],
    [{ covidList: true, group: 'Vietnamese' }, []],
  ] as const)('%j shows %j', (filter, expected) => expect(ids(rows, filter)).toEqual(expected));

  test('that are set restrict the monthly documents to the listed plans', () => {
    expect(isFiltered(all)).toBe(false);
    expect(isFiltered({ ...all, search: '  ' })).toBe(false);
    for (const one of [
      { search: 'a' },
      { group: 'Spanish' },
      { excluded: 'Excluded' },
      { covidList: true },
    ] as const)
      expect(isFiltered({ ...all, ...one })).toBe(true);
  });
});

describe('compared plans', () => {
  const rows = [
    rowOf(140, { comparedTo: 127, order: 1, Remarks: 'Wound care' }),
    rowOf(206, { comparedTo: 127, order: 2 }),
    rowOf(127),
    rowOf(150),
  ];
  it('are listed under their primary plan in the order of their numbers', () =>
    expect(select(rows).map(({ plan, under }) => [plan.id, under.map(({ id }) => id)])).toEqual([
      [150, []],
      [127, [140, 206]],
    ]));
  it('are listed on their own if the primary plan is filtered out', () =>
    expect(select(rows, { search: 'wound' }).map(({ plan }) => plan.id)).toEqual([140]));
  it('are neither lost nor listed twice, whatever the filter', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
        fc.array(fc.nat(39), { minLength: 20, maxLength: 20 }),
        fc.constantFrom('', 'wound', 'stairs'),
        (numbers, parents, search) => {
          const plans = numbers.map((id, at) => {
            const parent = numbers[(parents[at] ?? 0) % numbers.length] ?? id;
            return rowOf(id, {
              Remarks: id % 2 ? 'wound' : 'stairs',
              comparedTo: parent < id ? parent : null,
            });
          });
          // Groups have one level, so a primary plan never has a primary of its own.
          const flat = plans.map((plan) =>
            plans.some(({ id, comparedTo }) => id === plan.comparedTo && comparedTo !== null)
              ? { ...plan, comparedTo: null }
              : plan,
          );
          const expected = flat.filter(({ Remarks }) => !search || Remarks === search).map(({ id }) => id);
          const found = select(flat, { search });
          const words = flattenPlans(found).map(({ id }) => id);
          expect(new Set(words).size).toBe(words.length);
          expect(words.toSorted()).toEqual(expected.toSorted());
        },
      ),
    ));
});

describe('the colour of a row', () => {
  test.each([
    ['2025-12-20', true],
    ['2025-12-21', false],
    ['2025-12-19', true],
    ['2026-11-20', false],
  ])('of a plan since %s warns: %s', (StartDate, expected) =>
    expect(isLongRunning(rowOf(1, { StartDate }), today)).toBe(expected),
  );
  test('warns from the last day of a shorter month', () => {
    const on = (day: string) =>
      isLongRunning(rowOf(1, { StartDate: '2026-03-31' }), Temporal.PlainDate.from(day));
    expect([on('2027-02-27'), on('2027-02-28')]).toEqual([false, true]);
  });

  test.each<[Partial<PlanListRow>, string | undefined, string[]]>([
    [{}, undefined, []],
    [{ StartDate: '2025-12-08' }, 'warning', ['Started 11 months ago']],
    [{ StartDate: '2024-11-01' }, 'warning', ['Started 24 months ago']],
    [
      {
        StartDate: '2024-11-01',
        Status: 'Archive',
        EndDate: '2026-08-31',
        ArchiveInfo: '08-31-2026 05:02 PM T.K.',
      },
      'archived',
      ['Archived 08-31-2026 05:02 PM T.K.'],
    ],
    [
      { Status: 'Deleted', DeleteInfo: '05-14-2026 01:57 PM M.R.' },
      'deleted',
      ['Deleted 05-14-2026 01:57 PM M.R.'],
    ],
    [
      { Status: 'Archive', isTemporary: true, coversPlanId: 9, EndDate: '2026-11-20' },
      undefined,
      ['Temporary, ends 11-20-2026'],
    ],
    [
      {
        Status: 'Archive',
        isTemporary: true,
        coversPlanId: 9,
        EndDate: '2026-11-19',
        ArchiveInfo: '11-01-2026 09:00 AM M.R.',
      },
      'archived',
      ['Archived 11-01-2026 09:00 AM M.R.', 'Temporary'],
    ],
    [
      {
        excluded: '2026-02-01',
        covered: [{ ID: 8, Provider: 'Le, Hương', StartDate: '2026-11-01', EndDate: '2026-12-04' }],
      },
      undefined,
      ['Covered by Le, Hương until 12-04-2026', 'Excluded from 02-01-2026'],
    ],
  ])('%j is %s and says %j', (values, colour, reasons) => {
    const plan = rowOf(1, values);
    expect(planColour(plan, today)).toBe(colour);
    expect(planReasons(plan, today)).toEqual(reasons);
  });
});

describe('the order of the care plan list', () => {
  const short = [{ day: 'Mon', from: '08:00', to: '09:00' }] as const;
  const rows = [
    rowOf(3, { Provider: 'Ávila, Ana', StartDate: '2026-01-01' }),
    rowOf(2, { Provider: 'Bekele, Tigist', week: [...short] }),
    rowOf(1, { Provider: 'Avila, Bea', Type: 'HMK' }),
  ].map((plan) => ({ plan, under: [] }));
  const nameOf = (code: string) => (code === 'HMK' ? 'Homemaker' : 'Personal care');
  const order = (key: 'id' | 'provider' | 'type' | 'start' | 'hours', descending = false) =>
    sortPlans(rows, { key, descending }, nameOf).map(({ plan }) => plan.id);

  test('follows names as people read them, then type names, days and hours', () => {
    expect(order('provider')).toEqual([3, 1, 2]);
    expect(order('type')).toEqual([1, 3, 2]);
    expect(order('start')).toEqual([3, 2, 1]);
    expect(order('hours')).toEqual([2, 3, 1]);
    expect(order('id')).toEqual([1, 2, 3]);
  });
  test('keeps the newest first among equal plans even when reversed', () => {
    expect(order('hours', true)).toEqual([3, 1, 2]);
    expect(sortPlans(rows, null, nameOf)).toBe(rows);
  });
});

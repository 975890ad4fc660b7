import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { perDay } from '../calendar.ts';
import type { WeekRows } from '../care-plans/schema.ts';
import { takenByPlans, workedBy } from './existing-plans.ts';
import { capOn, checkCap, checkNorm, normsOn, showNorm } from './norms.ts';
import { packDay, packInOrder } from './packing.ts';
import {
  asksOf,
  checkRequest,
  enteredStart,
  linesWithTime,
  rowTotal,
  sentStart,
  showEnd,
  tableMinutes,
  turnsOf,
  windowOf,
} from './rules.ts';
import { CalculatorRequest, type Norm } from './schema.ts';
import { isCodeOf, kindOf } from './tasks.ts';

describe('the task tables', () => {
  test.each([
    [100, undefined],
    [101, 'hmk'],
    [110, 'hmk'],
    [111, undefined],
    [201, 'pers'],
    [215, 'pers'],
    [216, undefined],
    [301, 'hma'],
    [318, 'hma'],
    [319, undefined],
  ])('code %i is of %s', (code, kind) => expect(kindOf(code)).toBe(kind));

  it('add up minutes, and do not send empty rows', () => {
    const lines = [
      { duration: 15, times: 9 },
      { duration: 0, times: 7 },
      { duration: 0.1, times: 30 },
    ];
    expect(lines.map(rowTotal)).toEqual([135, 0, 3]);
    expect(tableMinutes(lines)).toBe(138);
    expect(linesWithTime(lines).length).toBe(2);
  });

  test.each([
    [30, 3, [30, 30, 30]],
    [30, 1.5, [30, 15]],
    [7.5, 2, [8, 7]],
    [40, 0.5, [20]],
    [0, 5, []],
  ])('divide %f minutes %f times into turns of %j', (duration, times, turns) =>
    expect(turnsOf({ duration, times })).toEqual(turns),
  );

  it('lose no minute between rows and turns', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 40 }), (quarters, halves) => {
        const line = { duration: quarters / 4, times: halves / 2 };
        fc.pre(Number.isInteger(rowTotal(line)));
        expect(turnsOf(line).reduce((sum, minutes) => sum + minutes, 0)).toBe(rowTotal(line));
        expect(turnsOf(line).every((minutes) => Number.isInteger(minutes) && minutes > 0)).toBe(true);
      }),
    );
  });
});

describe('times', () => {
  test.each([
    ['08:00', '07:55'],
    ['00:03', '23:58'],
    ['00:00', '23:55'],
  ])('%s is sent as %s', (entered, sent) => {
    expect(sentStart(entered)).toBe(sent);
    expect(enteredStart(sent)).toBe(entered);
  });
  it('an end that is not later means the next day', () => {
    expect(windowOf('21:55', '06:00')).toEqual({ start: 1320, end: 1800 });
    expect(windowOf('00:05', '00:05')).toEqual({ start: 10, end: 1445 });
    expect([showEnd(1080), showEnd(1440), showEnd(1800)]).toEqual(['18:00', '00:00', '06:00 the next day']);
  });
  it('nothing is placed in the first five minutes; 00:00 ends the day', () => {
    expect(windowOf('07:55', '18:00')).toEqual({ start: 480, end: 1080 });
    expect(windowOf('23:55', '00:00')).toEqual({ start: 0, end: 1440 });
  });
});

describe('a request', () => {
  const line = { code: 101, name: 'Floor care', norm: '15/room', duration: 15, times: 2 };
  const provider = { value: 1, days: 'Mon,Tue', hmkTasks: 'IHSSHMK', personalTasks: '', hmaTasks: null };
  const parsed = (values: object) =>
    CalculatorRequest.parse({
      client: 5,
      providers: [provider],
      startDate: '2026-12-01',
      timeStart: '07:55',
      timeEnd: '18:00',
      tasks: { homemaker: [line], personal: [], health: [] },
      ...values,
    });
  test.each<[string, object, string[]]>([
    ['nothing wrong', {}, []],
    [
      'nothing at all',
      { client: '', providers: [], startDate: '', timeStart: '', timeEnd: '', tasks: '' },
      [
        'Error: Incorrect Client',
        'Error: Incorrect Start Date',
        'Error: Empty Data',
        'Choose at least one provider.',
        'Enter a start time and an end time.',
      ],
    ],
    [
      'no day',
      { providers: [{ ...provider, days: '' }], client: null },
      ['Error: One of Provider have empty codes or no one day selected', 'Error: Incorrect Client'],
    ],
    [
      'no code for the second',
      { providers: [provider, { ...provider, value: 2, hmkTasks: '' }] },
      ['Error: One of Provider have empty codes or no one day selected'],
    ],
    ['without a provider in a block', { providers: [provider, { ...provider, value: '', days: '' }] }, []],
    ['with a provider twice', { providers: [provider, provider] }, ['Add each provider once.']],
    [
      'a row twice',
      { tasks: { homemaker: [line, line], personal: [], health: [] } },
      ['101 Floor care is in the table twice.'],
    ],
    ['a night', { timeStart: '21:55', timeEnd: '06:00' }, []],
    ['for a whole day', { timeStart: '23:55', timeEnd: '00:00' }, []],
    [
      'twice the same time',
      { timeStart: '07:55', timeEnd: '08:00' },
      ['End time cannot be the start time; from 00:00 to 00:00 is the whole day.'],
    ],
    [
      'too many turns',
      { tasks: { homemaker: [{ ...line, duration: 1, times: 201 }], personal: [], health: [] } },
      ['101 Floor care: at most 200 times a week.'],
    ],
  ])('%s', (_, values, messages) =>
    expect(checkRequest(parsed(values)).map(({ message }) => message)).toEqual(messages),
  );
  it('merges turns of the same length into one ask', () => {
    const tasks = { homemaker: [{ ...line, duration: 30, times: 2.5 }], personal: [], health: [] };
    expect(asksOf(parsed({ tasks }).tasks)).toEqual([
      { code: 101, kind: 'hmk', minutes: 30, count: 2 },
      { code: 101, kind: 'hmk', minutes: 15, count: 1 },
    ]);
  });
  it('accepts codes of IHSS types by their pay category', () => {
    expect(isCodeOf('hmk', { ihss: true, payCategory: 'Homemaker' })).toBe(true);
    expect(isCodeOf('hmk', { ihss: false, payCategory: 'Homemaker' })).toBe(false);
    expect(isCodeOf('hma', { ihss: true, payCategory: 'PCP/RPCP' })).toBe(false);
  });
});

describe('norms and caps', () => {
  const norm = (code: number, validFrom: string, minutes: number | null): Norm => ({
    code,
    validFrom,
    minutes,
    name: 'Bath',
    per: null,
    source: 'Letter',
    rev: 0,
  });
  it('apply from their day on', () => {
    const norms = [norm(102, '2027-01-01', 25), norm(102, '2020-01-01', null), norm(101, '2020-01-01', 15)];
    expect(normsOn(norms, '2026-12-31').map(showNorm)).toEqual(['15', 'IND']);
    expect(normsOn(norms, '2027-01-01').map(showNorm)).toEqual(['15', '25']);
    expect(normsOn(norms, '2019-12-31')).toEqual([]);
    expect(showNorm({ minutes: 15, per: 'room' })).toBe('15/room');
    const cap = { kind: 'providerDay' as const, source: 'Letter', rev: 0 };
    const caps = [
      { ...cap, validFrom: '2020-01-01', minutes: 960 },
      { ...cap, validFrom: '2027-01-01', minutes: null },
    ];
    expect(capOn(caps, 'providerDay', '2026-12-31')).toBe(960);
    expect(capOn(caps, 'providerDay', '2027-01-01')).toBeUndefined();
    expect(capOn(caps, 'providerWeek', '2027-01-01')).toBeUndefined();
  });
  test.each<[Partial<Norm>, string[]]>([
    [{}, []],
    [{ code: 111 }, ['code']],
    [{ minutes: 0 }, ['minutes']],
    [{ minutes: 1441 }, ['minutes']],
    [{ minutes: null, per: 'room' }, ['per']],
    [{ name: ' ' }, ['name']],
    [{ source: '' }, ['source']],
    [{ validFrom: '1999-12-31' }, ['validFrom']],
  ])('%j: wrong is %j', (values, fields) =>
    expect(checkNorm({ ...norm(102, '2027-01-01', 20), ...values }).map(({ field }) => field)).toEqual(
      fields,
    ),
  );
  it('a cap is no longer than its day or week', () => {
    const cap = { kind: 'providerDay' as const, validFrom: '2027-01-01', minutes: 1441, source: 'Letter' };
    expect(checkCap(cap).map(({ field }) => field)).toEqual(['minutes']);
    expect(checkCap({ ...cap, kind: 'providerWeek' })).toEqual([]);
  });
});

describe('plans that run beside the new one', () => {
  const plan = (StartDate: string, EndDate: string | null, from: string, to: string) => ({
    id: 1,
    ProviderID: 1,
    Provider: 'Adams, Pat',
    ClientID: 2,
    Client: 'Baca, Chris',
    StartDate,
    EndDate,
    Status: EndDate === null ? ('Active' as const) : ('Archive' as const),
    coversPlanId: null,
    week: {
      personalCareItems: [],
      time: [
        { Name: 'Time In' as const, ...perDay((day) => (day === 'Mon' ? from : null)) },
        { Name: 'Time Out' as const, ...perDay((day) => (day === 'Mon' ? to : null)) },
        { Name: 'Travel Time' as const, ...perDay(() => 0) },
      ] satisfies WeekRows,
    },
  });
  it('take their times, including nights, unless they have ended', () => {
    const taken = takenByPlans([plan('2026-01-01', null, '22:00', '02:00')], '2026-12-01');
    expect(taken.Mon).toEqual([{ start: 1320, end: 1560 }]);
    expect(taken.Tue).toEqual([{ start: -120, end: 120 }]);
    expect(takenByPlans([plan('2026-01-01', '2026-11-30', '08:00', '09:00')], '2026-12-01').Mon).toEqual([]);
  });
  it('count by their fullest week, so that consecutive plans do not add up', () => {
    const type = { category: 'PCP/RPCP' };
    const plans = [
      { ...plan('2026-01-01', '2026-12-21', '08:00', '10:00'), ...type, relative: true },
      { ...plan('2026-12-21', null, '08:00', '11:00'), ...type, relative: false },
    ];
    expect(workedBy(plans, '2026-12-01')).toMatchObject({
      week: 180,
      relativeWeek: 120,
      day: { Mon: 180, Tue: 0 },
    });
  });
});

describe('visits on the clock', () => {
  const segments = [
    { start: 480, end: 540, isJoined: false, free: [true, false] },
    { start: 540, end: 600, isJoined: true, free: [true, true] },
    { start: 660, end: 720, isJoined: false, free: [true, true] },
  ];
  it('follow each other, each in a single stretch in which its provider is free', () => {
    expect(
      packInOrder(segments, [
        { provider: 0, minutes: 90 },
        { provider: 1, minutes: 30 },
      ]),
    ).toEqual([480, 570]);
    expect(
      packInOrder(segments, [
        { provider: 1, minutes: 60 },
        { provider: 0, minutes: 90 },
      ]),
    ).toBeUndefined();
    expect(packInOrder(segments, [{ provider: 0, minutes: 121 }])).toBeUndefined();
  });
  it('are tried in other orders too', () => {
    expect(
      packDay(segments, [
        { provider: 1, minutes: 60 },
        { provider: 0, minutes: 60 },
      ]),
    ).toEqual([540, 660]);
    expect(
      packDay(segments, [
        { provider: 1, minutes: 45 },
        { provider: 1, minutes: 45 },
        { provider: 0, minutes: 60 },
      ]),
    ).toEqual([540, 660, 480]);
    expect(packDay(segments, [{ provider: 1, minutes: 61 }])).toBeUndefined();
  });
});

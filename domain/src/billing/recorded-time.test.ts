import { expect, test } from 'vitest';
import {
  billsMore,
  canPayRecorded,
  isRecorded,
  type RecordedVisit,
  recordedDays,
  sayWorkedPaid,
  UNPAID_REASONS,
  withRecordedTime,
} from './recorded-time.ts';
import type { CardDay, EvvVisit } from './schema.ts';
import { served } from './testing/served.ts';

const ZONE = 'America/Denver';
const DAY = '2026-11-05';

/** Denver is seven hours behind UTC in November. */
const at = (time: string, day = DAY) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(ZONE).toInstant().toString();
const visit = (from: string, to: string, more: Partial<EvvVisit> = {}): RecordedVisit & EvvVisit => ({
  date: DAY,
  plannedDay: DAY,
  Status: 'Complete',
  startedAt: at(from),
  endedAt: at(to),
  ClosedCode: null,
  ClosedMemo: null,
  planStart: '10:00',
  planEnd: '12:00',
  ...more,
});
const card = (days: readonly CardDay[], startPeriod = '2026-11-01') => ({
  startPeriod,
  endPeriod: '2026-11-30',
  days,
});
const paidDay = (from: string, to: string, more: Partial<CardDay> = {}) => served(DAY, from, to, more);

test.each<[string, Parameters<typeof recordedDays>[0], Parameters<typeof recordedDays>[1], unknown]>([
  ['all of it is paid', [visit('10:00', '12:00')], card([paidDay('10:00', '12:00')]), [120, 120, null]],
  [
    'more is paid than was recorded',
    [visit('10:00', '11:50')],
    card([paidDay('10:00', '12:00')]),
    [110, 120, null],
  ],
  [
    'longer than planned',
    [visit('10:00', '12:15')],
    card([paidDay('10:00', '12:00')]),
    [135, 120, 'beyondPlan'],
  ],
  [
    'shorter times on the record',
    [visit('10:00', '12:00')],
    card([paidDay('10:00', '11:00')]),
    [120, 60, 'otherTimes'],
  ],
  [
    'not marked for payroll',
    [visit('10:00', '12:00')],
    card([paidDay('10:00', '12:00', { payroll: false })]),
    [120, 0, 'notMarked'],
  ],
  ['a day without a row in the record', [visit('10:00', '12:00')], card([]), [120, 0, 'notMarked']],
  [
    'outside the period',
    [visit('10:00', '12:00')],
    card([paidDay('10:00', '12:00')], '2026-11-06'),
    [120, 0, 'outsidePeriod'],
  ],
  ['no record', [visit('10:00', '12:00')], null, [120, 0, 'noRecord']],
  [
    'two visits of which the record has one',
    [visit('10:00', '12:00'), visit('15:00', '16:00')],
    card([paidDay('10:00', '12:00')]),
    [180, 120, 'severalVisits'],
  ],
  [
    'a visit of a day or longer',
    [visit('10:00', '12:00', { endedAt: at('10:30', '2026-11-06') })],
    card([paidDay('10:00', '12:00')]),
    [1_470, 120, 'tooLong'],
  ],
])('a day shows what was worked, what is paid and why less: %s', (_, visits, of, expected) => {
  expect(recordedDays(visits, of, ZONE).map(({ worked, paid, why }) => [worked, paid, why])).toEqual([
    expected,
  ]);
});

test('travel does not count as work, and the seconds of a started minute are not lost', () => {
  const [day] = recordedDays(
    [visit('10:00', '12:00', { endedAt: at('12:00:50') })],
    card([paidDay('10:00', '11:50', { travel: 30 })]),
    ZONE,
  );
  expect(day).toMatchObject({ worked: 120, paid: 110, why: 'otherTimes' });
});

test('a visit without a check-out is named unless something is paid for its day', () => {
  const open = [visit('10:00', '12:00', { endedAt: null })];
  const why = (of: Parameters<typeof recordedDays>[1]) => recordedDays(open, of, ZONE).map((day) => day.why);
  expect(why(null)).toEqual(['noCheckOut']);
  expect(why(card([paidDay('10:00', '12:00')]))).toEqual([]);
});

test('one press can only pay what the record can hold', () => {
  expect(UNPAID_REASONS.filter(canPayRecorded)).toEqual(['notMarked', 'beyondPlan', 'otherTimes']);
  expect(canPayRecorded(null)).toBe(false);
});

test.each<[string, readonly CardDay[], ReturnType<typeof visit>, readonly (string | boolean | null)[]]>([
  ['a longer day', [paidDay('10:00', '12:00')], visit('10:00', '12:15'), ['10:00', '12:15', true, true]],
  [
    'by the clock of the visit, not by the times of the record',
    [paidDay('08:00', '10:00')],
    visit('13:00', '15:15'),
    ['13:00', '15:15', true, true],
  ],
  [
    'a day that is not billed stays unbilled',
    [paidDay('10:00', '12:00', { billing: false, payroll: false })],
    visit('10:00', '12:00'),
    ['10:00', '12:00', false, true],
  ],
  ['a missing row', [], visit('10:02', '12:04'), ['10:02', '12:04', false, true]],
  [
    'a night over the change of clocks',
    [],
    visit('22:00', '06:00', {
      date: '2026-10-31',
      startedAt: at('22:00', '2026-10-31'),
      endedAt: at('06:00', '2026-11-01'),
    }),
    ['22:00', '06:00', false, true],
  ],
])('one press pays a day for the recorded time: %s', (_, days, of, expected) => {
  const rows = withRecordedTime(days, of, ZONE);
  const [row] = rows ?? [];
  expect(rows).toHaveLength(1);
  expect([row?.start, row?.end, row?.billing, row?.payroll]).toEqual(expected);
  const [day] = recordedDays(
    [of],
    { startPeriod: '2026-10-01', endPeriod: '2026-11-30', days: rows ?? [] },
    ZONE,
  );
  expect([day?.worked, day?.why]).toEqual([day?.paid, null]);
});

test('one press never shortens a row; billing above the recorded time is changed on the billing page', () => {
  const whyOf = (row: CardDay) =>
    recordedDays([visit('10:00', '12:00')], card([row]), ZONE).map(({ why }) => why);
  expect(whyOf(paidDay('08:00', '12:00', { payroll: false }))).toEqual(['longerRow']);
  expect(whyOf(paidDay('08:00', '12:00', { payroll: false, billing: false }))).toEqual(['longerRow']);
  expect(whyOf(paidDay('08:00', '10:00', { payroll: false }))).toEqual(['notMarked']);
  // Each press leaves the row at least as long as before.
  for (let from = 6 * 60; from < 12 * 60; from += 25)
    for (const payroll of [true, false]) {
      const start = `${String(Math.floor(from / 60)).padStart(2, '0')}:${String(from % 60).padStart(2, '0')}`;
      const row = paidDay(start, '12:00', { payroll });
      const [day] = recordedDays([visit('10:00', '12:40')], card([row]), ZONE);
      expect(canPayRecorded(day?.why ?? null)).toBe(from > 9 * 60 + 20 || (!payroll && from === 9 * 60 + 20));
    }
});

test('one press bills more if the day is marked for billing and gets longer', () => {
  const day = { date: DAY, worked: 135 };
  expect(billsMore([paidDay('10:00', '12:00')], day, ZONE)).toBe(true);
  expect(billsMore([paidDay('10:00', '12:15')], day, ZONE)).toBe(false);
  expect(billsMore([paidDay('10:00', '12:00', { billing: false })], day, ZONE)).toBe(false);
  expect(billsMore([], day, ZONE)).toBe(false);
});

test('a visit in progress does not count as unpaid; it lacks a check-out only after its check-out window', () => {
  const night = visit('22:00', '22:00', {
    Status: 'Active',
    endedAt: null,
  });
  const open = { ...night, planStart: '22:00', planEnd: '06:00' };
  const isAt = (time: string, day = '2026-11-06') =>
    isRecorded(open, Temporal.Instant.from(at(time, day)), ZONE);
  expect([isAt('00:30'), isAt('06:15'), isAt('06:15:01')]).toEqual([false, false, true]);
  expect(isRecorded(visit('10:00', '12:00'), Temporal.Instant.from(at('00:30')), ZONE)).toBe(true);
  expect(
    isRecorded(visit('10:00', '12:00', { Status: 'Planned' }), Temporal.Instant.from(at('23:00')), ZONE),
  ).toBe(false);
});

test.each([
  ['the clocks go back', '2026-10-31', '2026-11-01', 9 * 60],
  ['the clocks go forward', '2026-03-07', '2026-03-08', 7 * 60],
])('planned and paid time are both elapsed time in the night when %s', (_, date, next, minutes) => {
  const worked = visit('22:00', '22:00', {
    date,
    startedAt: at('22:00', date),
    endedAt: at('06:15', next),
  });
  const [day] = recordedDays(
    [{ ...worked, planStart: '22:00', planEnd: '06:00' }],
    { startPeriod: date, endPeriod: date, days: [served(date, '22:00', '06:00')] },
    ZONE,
  );
  expect(day).toEqual({ date, planned: minutes, paid: minutes, worked: minutes + 15, why: 'beyondPlan' });
});

test.each<[string, Partial<EvvVisit>]>([
  [
    'an end in the hour that occurs twice',
    { startedAt: '2026-11-01T04:00:00Z', endedAt: '2026-11-01T08:30:00Z' },
  ],
  ['a check-in after midnight', { startedAt: at('00:05', '2026-11-01'), endedAt: at('06:00', '2026-11-01') }],
])('clock times that would mean other instants on the record are not written: %s', (_, times) => {
  const of = visit('22:00', '06:00', { date: '2026-10-31', ...times });
  const [day] = recordedDays([of], { startPeriod: '2026-10-01', endPeriod: '2026-10-31', days: [] }, ZONE);
  expect([day?.why, canPayRecorded(day?.why ?? null)]).toEqual(['otherClock', false]);
  expect(withRecordedTime([], of, ZONE)).toBeUndefined();
});

test('a day is described in words', () => {
  expect(sayWorkedPaid({ worked: 135, paid: 120 })).toBe('worked 2:15, paid 2:00');
});

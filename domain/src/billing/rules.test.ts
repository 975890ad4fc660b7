import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Term } from '../plan-types/schema.ts';
import { isGuarded, readStatusSet } from './moves.ts';
import { classifyClash, findOverlaps, findOverlapsWith, overlapText } from './overlaps.ts';
import {
  customRates,
  openingRate,
  type RateFacts,
  rateOptions,
  rateText,
  readCustomRate,
  termsOfMonth,
} from './rates.ts';
import {
  type CardDraft,
  cardTotals,
  checkCard,
  halfState,
  halfStateText,
  rowsToStore,
  scanBlock,
} from './rules.ts';
import { CARD_STATUSES, type CardDay } from './schema.ts';
import { served as day } from './testing/served.ts';

const ZONE = 'America/Denver';
describe('a card', () => {
  const draft: CardDraft = {
    startPeriod: '2026-11-01',
    endPeriod: '2026-11-30',
    days: [day('2026-11-02', '08:00', '10:00')],
    payRate: 517,
    rateKind: null,
    isCalculatedLater: false,
    customDate: '',
    remarks: null,
  };
  const facts = {
    month: '2026-11',
    possible: { from: '2026-11-01', through: '2026-11-30' },
    today: '2026-11-20',
  };
  const messagesOf = (more: Partial<CardDraft>, possible = facts.possible) =>
    checkCard({ ...draft, ...more }, { ...facts, possible }).map(({ message }) => message);

  test('that is complete can be saved', () => expect(messagesOf({})).toEqual([]));
  test.each<[string, Partial<CardDraft>]>([
    ['no start', { startPeriod: null }],
    ['no end', { endPeriod: null }],
    ['a start after the end', { startPeriod: '2026-11-16', endPeriod: '2026-11-15' }],
    ['a start before the month', { startPeriod: '2026-10-31' }],
    ['an end after the month', { endPeriod: '2026-12-01' }],
  ])('cannot have %s', (_, more) =>
    expect(messagesOf(more)).toEqual(['Error: Start/End Period is incorrect']),
  );
  test('cannot have a day more than its plan', () =>
    expect(messagesOf({}, { from: '2026-11-01', through: '2026-11-12' })).toEqual([
      'Error: Start/End Period is incorrect',
    ]));
  test.each<[Partial<CardDraft>, string]>([
    [{ isCalculatedLater: true }, 'Error: Month of calculation is empty. Please select correct date'],
    [{ isCalculatedLater: true, customDate: '2026' }, 'Error: Wrong date, date format (YYYY-MM)'],
    [{ payRate: null }, 'Choose a pay rate.'],
    [{ remarks: 'x'.repeat(286) }, 'Remarks can have at most 285 characters.'],
    [{ days: [day('2026-10-30', '08:00', '10:00')] }, '10-30-2026 is not in 2026-11.'],
    [{ days: [day('2026-11-02', '08:00', null)] }, '11-02-2026: Enter both times of a day, or neither.'],
    [
      { days: [day('2026-11-02', '08:00', '08:00')] },
      '11-02-2026: A day must end at a different time than it starts.',
    ],
    [
      { days: [day('2026-11-02', '08:00', '09:00'), day('2026-11-02', '10:00', '11:00')] },
      '11-02-2026 is in the grid twice.',
    ],
  ])('with %j is refused: %s', (more, message) => expect(messagesOf(more)).toEqual([message]));
  const off = { billing: false, payroll: false };
  test.each<[string, readonly CardDay[], string[]]>([
    ['today', [day('2026-11-20', '08:00', '10:00')], []],
    ['a future day that is neither billed nor paid', [day('2026-11-21', '08:00', '10:00', off)], []],
    [
      'a day to come that is paid',
      [day('2026-11-21', '08:00', '10:00', { billing: false })],
      ['11-21-2026 is still to come: uncheck Billing and Payroll.'],
    ],
    [
      'a day to come that is billed',
      [day('2026-11-21', '08:00', '10:00', { payroll: false })],
      ['11-21-2026 is still to come: uncheck Billing and Payroll.'],
    ],
    ['a future day without times', [day('2026-11-21', null, null)], []],
    [
      'many days to come, told as a few',
      [21, 22, 23, 24, 25].map((n) => day(`2026-11-${n}`, '08:00', '10:00')),
      ['11-21-2026, 11-22-2026, 11-23-2026 and 2 more are still to come: uncheck Billing and Payroll.'],
    ],
  ])('with %s', (_, days, messages) => expect(messagesOf({ days: days })).toEqual(messages));
  test('can be calculated in another month or in its own', () =>
    expect(messagesOf({ isCalculatedLater: true, customDate: '2026-12' })).toEqual([]));
  test('stores no rows without times', () =>
    expect(rowsToStore([day('2026-11-03', '08:00', '09:00'), day('2026-11-02', null, null)])).toEqual([
      day('2026-11-03', '08:00', '09:00'),
    ]));
});

describe('the scans of a card', () => {
  const scan = (period: 0 | 1, received: boolean, ...errors: number[]) => ({ period, received, errors });
  const both = { startPeriod: '2026-11-01', endPeriod: '2026-11-30' };
  test.each([
    ['both halves came', both, [scan(0, true), scan(1, true)], undefined],
    ['the 1st did not', both, [scan(0, false), scan(1, true)], '1st half has no scan.'],
    [
      'one without a signature, one not at all',
      both,
      [scan(0, true, 1, 3), scan(1, false)],
      '1st half has a scan with Missing Signature, 2nd half has no scan.',
    ],
    ['another error does not block', both, [scan(0, true, 2), scan(1, true, 6)], undefined],
    [
      'the period ends on the 15th',
      { startPeriod: '2026-11-01', endPeriod: '2026-11-15' },
      [scan(0, true), scan(1, false)],
      undefined,
    ],
    [
      'the period ends on the 16th',
      { startPeriod: '2026-11-01', endPeriod: '2026-11-16' },
      [scan(0, true), scan(1, false)],
      '2nd half has no scan.',
    ],
    [
      'the period begins on the 16th',
      { startPeriod: '2026-11-16', endPeriod: '2026-11-30' },
      [scan(0, false), scan(1, true)],
      undefined,
    ],
    ['the agency has no scans', both, [], undefined],
    [
      'the period is not entered',
      { startPeriod: null, endPeriod: '2026-11-30' },
      [scan(0, false)],
      undefined,
    ],
  ])('%s', (_, period, scans, block) => expect(scanBlock(period, scans)).toBe(block));
  test.each([
    [scan(0, true), 'fine', 'Scan'],
    [scan(0, false), 'noScan', 'No scan'],
    [{ ...scan(0, false), incomplete: true }, 'someSheets', 'Sheet missing'],
    [scan(0, true, 1, 4), 'noSignature', 'Missing Signature, Missing Time'],
    [scan(0, true, 2), 'errors', 'Missing Date'],
  ])('in state %j are %s: %s', (one, state, text) => {
    expect([halfState(one), halfStateText(one)]).toEqual([state, text]);
  });
});

describe('pay rates', () => {
  const from = (cents: number, day = '2026-11-01') => ({ from: day, cents });
  const facts: RateFacts = {
    inside: [from(1260)],
    outside: [from(970)],
    isOutside: false,
    saved: null,
    custom: [],
  };
  const whole = (payRate: number) => ({ rateKind: null, payRate });
  test.each<[string, Partial<RateFacts>, string[], number | null]>([
    ['inside', {}, ['Inside rate $12.60'], 1260],
    ['outside', { isOutside: true }, ['Inside rate $12.60', 'Outside rate $9.70'], 970],
    [
      'saved by a rate that is no more',
      { saved: whole(1111) },
      ['Inside rate $12.60', 'Old Rate $11.11'],
      1260,
    ],
    ['saved with a current one', { saved: whole(1260) }, ['Inside rate $12.60'], 1260],
    ['with custom rates', { custom: [500] }, ['Inside rate $12.60', 'Custom Rate $5.00'], 1260],
    [
      'saved by an own rate',
      { custom: [500], saved: whole(500) },
      ['Inside rate $12.60', 'Custom Rate $5.00'],
      1260,
    ],
    ['no outside rate yet', { isOutside: true, outside: [] }, ['Inside rate $12.60'], 1260],
    ['no rate yet', { inside: [] }, [], null],
    [
      'a rate that changes in the month',
      { inside: [from(1260), from(1310, '2026-11-16')] },
      ['Inside rate $12.60, $13.10 from 11-16'],
      1260,
    ],
    [
      'saved whole by the first of two rates',
      { inside: [from(1260), from(1310, '2026-11-16')], saved: whole(1260) },
      ['Inside rate $12.60, $13.10 from 11-16', 'Old Rate $12.60'],
      1260,
    ],
    [
      'saved by Inside, whose rate was changed since',
      { saved: { rateKind: 'inside', payRate: 1200 } },
      ['Inside rate $12.60'],
      1260,
    ],
  ])('%s', (_, more, options, opening) => {
    expect(rateOptions({ ...facts, ...more }).map(rateText)).toEqual(options);
    expect(openingRate({ ...facts, ...more }).payRate).toBe(opening);
  });
  test('a custom rate that already exists is refused', () => {
    const options = rateOptions(facts);
    expect(readCustomRate('12.60', options)).toMatchObject({ error: 'Error: This rate already exists' });
    expect(readCustomRate('$12.6', options)).toMatchObject({ error: 'Error: This rate already exists' });
    expect(readCustomRate('12.61', options)).toEqual({ cents: 1261 });
    expect(readCustomRate('much', options)).toMatchObject({
      error: 'Enter a pay rate of 0 or more, with at most two decimals.',
    });
  });
  const term = (validFrom: string, rateCents: number, addrateCents: number | null = null): Term => ({
    validFrom,
    rateCents,
    addrateCents,
    procedureCode: null,
    modifiers: [],
    unitRule: 'up',
    payCategory: null,
    source: 'test',
  });
  test('the terms of a month are those of its first day', () => {
    const terms = [term('2026-11-15', 600), term('2026-07-01', 500), term('2027-01-01', 700)];
    expect(termsOfMonth(terms, '2026-11')?.rateCents).toBe(500);
    expect(termsOfMonth(terms, '2026-12')?.rateCents).toBe(600);
    expect(termsOfMonth(terms, '2026-06')).toBeUndefined();
    expect(termsOfMonth(terms, '2026-07')?.rateCents).toBe(500);
    expect(termsOfMonth([term('2026-11-15', 600)], '2026-11')?.rateCents).toBe(600);
  });
  test("a plan's custom rates are those that its type never had", () =>
    expect(customRates([500, 777, 600, 777, 333], [term('2026-01-01', 500, 600)])).toEqual([333, 777]));
});

describe('the check of times against other cards', () => {
  const mine = {
    clientId: 1,
    providerId: 2,
    startPeriod: '2026-11-01',
    endPeriod: '2026-11-30',
    days: [day('2026-11-09', '08:00', '10:00'), day('2026-11-13', '22:00', '06:00')],
  };
  const other = (days: CardDay[], more: object = {}) => ({ ...mine, planId: 3188, days, ...more });
  const refused = (
    ...[card, others]: [Parameters<typeof findOverlaps>[0], Parameters<typeof findOverlaps>[1]]
  ) => findOverlaps(card, others, ZONE).refused;
  test.each([
    ['the same hour', day('2026-11-09', '09:00', '11:00'), true],
    ['right after', day('2026-11-09', '10:00', '11:00'), false],
    ['right before', day('2026-11-09', '07:00', '08:00'), false],
    ['another day', day('2026-11-10', '08:00', '10:00'), false],
    ['the morning after a night visit', day('2026-11-14', '05:00', '07:00'), true],
    ['a night visit that reaches into the day', day('2026-11-08', '23:00', '09:00'), true],
    ['not billed, but paid', day('2026-11-09', '09:00', '11:00', { billing: false }), true],
    [
      'neither billed nor paid',
      day('2026-11-09', '09:00', '11:00', { billing: false, payroll: false }),
      false,
    ],
  ])('compares with a row that is %s', (_, row, found) =>
    expect(refused(mine, [other([row])]).length > 0).toBe(found),
  );
  test("names the day, the hours and the plan, with the provider's clashes first", () => {
    const hit = [day('2026-11-09', '09:00', '11:00')];
    expect(refused(mine, [other(hit, { clientId: 7 })])).toEqual([
      'Error: This provider has billed time 09:00 – 11:00 on 11-09-2026 already (plan 3188)',
    ]);
    expect(refused(mine, [other(hit, { providerId: 7 })])).toEqual([
      'Error: This client has billed time 09:00 – 11:00 on 11-09-2026 already (plan 3188)',
    ]);
  });
  test('includes the night visit on the last day of the month before', () => {
    const card = { ...mine, days: [day('2026-11-01', '05:00', '07:00')] };
    const october = other([day('2026-10-31', '22:00', '06:00')], {
      startPeriod: '2026-10-01',
      endPeriod: '2026-10-31',
    });
    expect(refused(card, [october])).toHaveLength(1);
  });
  test('refuses a row that overlaps the next one of its card', () =>
    expect(
      refused(
        { ...mine, days: [day('2026-11-13', '22:00', '06:00'), day('2026-11-14', '05:00', '07:00')] },
        [],
      ),
    ).toEqual(['Error: 11-13-2026 22:00 – 06:00 runs into the next day of this card']));
  test('ignores rows that are outside the period or unchecked', () => {
    const hit = [other([day('2026-11-09', '09:00', '11:00')])];
    expect(refused({ ...mine, startPeriod: '2026-11-10' }, hit)).toEqual([]);
    const days = [day('2026-11-09', '08:00', '10:00', { billing: false, payroll: false })];
    expect(findOverlaps({ ...mine, days: days }, hit, ZONE)).toEqual({ refused: [], asked: [] });
  });
  test.each([
    ['billed in both places', {}, {}, true, 'billed'],
    ['paid in both, billed in one', { billing: false }, {}, true, 'paid'],
    ['paid in both, billed in none', { billing: false }, { billing: false }, true, 'paid'],
    ['billed in the one, paid in the other', { billing: false }, { payroll: false }, true, 'worked'],
    ['of two caregivers with one client, billed once', { billing: false }, {}, false, undefined],
    ['of two caregivers with one client, billed twice', { payroll: false }, {}, false, 'billed'],
  ] as const)('classifies an hour %s', (_, a, b, isOneProvider, clash) => {
    const row = { billing: true, payroll: true };
    expect(classifyClash({ ...row, ...a }, { ...row, ...b }, isOneProvider)).toBe(clash);
  });
  test("refuses the same caregiver's paid time even if nothing is billed", () => {
    const unbilled = { ...mine, days: [day('2026-11-09', '08:00', '10:00', { billing: false })] };
    const hit = other([day('2026-11-09', '09:00', '11:00', { billing: false })], { clientId: 7 });
    expect(refused(unbilled, [hit])).toEqual([
      'Error: This provider has paid time 09:00 – 11:00 on 11-09-2026 already (plan 3188)',
    ]);
    expect(refused(unbilled, [other([...hit.days], { providerId: 7 })])).toEqual([]);
  });
  test('asks about a caregiver who is billed here and paid there', () => {
    const billed = { ...mine, days: [day('2026-11-09', '08:00', '10:00', { payroll: false })] };
    const hit = other([day('2026-11-09', '09:00', '11:00', { billing: false })], { clientId: 7 });
    expect(findOverlaps(billed, [hit], ZONE)).toEqual({
      refused: [],
      asked: ['This provider also works 09:00 – 11:00 on 11-09-2026 by plan 3188, where the hour is paid'],
    });
  });
  test('does not report rows of one card that overlap each other as a clash with another card', () => {
    const night = day('2026-11-09', '22:00', '06:00');
    const card = { ...mine, days: [night, day('2026-11-10', '05:00', '07:00')] };
    expect(findOverlaps(card, [], ZONE).refused).toHaveLength(1);
    expect(findOverlapsWith(card, [], ZONE)).toEqual({ refused: [], asked: [] });
    const other = { ...card, planId: 3188, days: [day('2026-11-10', '06:30', '08:00')] };
    expect(findOverlapsWith(card, [other], ZONE).refused).toHaveLength(1);
    expect(findOverlaps(card, [other], ZONE).refused).toHaveLength(2);
  });
  test('lets cards pass only if no minute of a caregiver is paid or billed twice, counted minute by minute', () => {
    const slot = fc.record({
      n: fc.integer({ min: 3, max: 5 }),
      start: fc.integer({ min: 0, max: 1439 }),
      length: fc.integer({ min: 1, max: 900 }),
      billing: fc.boolean(),
      payroll: fc.boolean(),
    });
    const clock = (m: number) =>
      `${String(Math.floor(m / 60) % 24).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`;
    const grid = fc.uniqueArray(slot, { selector: ({ n }) => n, maxLength: 3 });
    fc.assert(
      fc.property(grid, grid, (a, b) => {
        const [times, cards] = [new Map<number, string>(), [a, b]];
        let [twice, both] = [false, false];
        for (const list of cards)
          for (const { n, start, length, billing, payroll } of list)
            for (let minute = n * 1440 + start; minute < n * 1440 + start + length; minute += 1) {
              const known = times.get(minute) ?? '';
              if ((billing && known.includes('b')) || (payroll && known.includes('p'))) twice = true;
              if ((billing || payroll) && known !== '') both = true;
              times.set(minute, `${known}${billing ? 'b' : ''}${payroll ? 'p' : ''}`);
            }
        const [one = mine, two = mine] = cards.map((list) => ({
          ...mine,
          days: list.map(({ n, start, length, ...boxes }) =>
            day(`2026-11-0${n}`, clock(start), clock(start + length), boxes),
          ),
        }));
        // Each card is checked when it is saved: the first one alone, the second one against it.
        const found = [findOverlaps(one, [], ZONE), findOverlaps(two, [{ ...one, planId: 1 }], ZONE)];
        expect(found.some((each) => each.refused.length > 0)).toBe(twice);
        expect(found.some((each) => each.refused.length + each.asked.length > 0)).toBe(both);
      }),
    );
  });
  test('summarizes many overlaps', () =>
    expect(overlapText(['a', 'b', 'c', 'd', 'e'])).toBe('a. b. c. And 2 more.'));
  test('finds the same overlap from either card', () => {
    const clock = fc
      .integer({ min: 0, max: 1439 })
      .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`);
    const one = fc.record({ n: fc.integer({ min: 1, max: 29 }), start: clock, end: clock });
    const rowOf = ({ n, start, end }: { n: number; start: string; end: string }) =>
      day(`2026-11-${String(n).padStart(2, '0')}`, start, end);
    fc.assert(
      fc.property(one, one, (a, b) => {
        const [x, y] = [
          { ...mine, days: [rowOf(a)] },
          { ...mine, days: [rowOf(b)] },
        ];
        expect(refused(x, [{ ...y, planId: 1 }]).length).toBe(refused(y, [{ ...x, planId: 1 }]).length);
      }),
    );
  });
});

describe('the moves of a card', () => {
  test('check the scans before saving or changing the status', () => {
    const moves = ['Save', 'Save changes', 'Set Status', 'Set Remarks'] as const;
    expect(moves.filter((move) => isGuarded(move, 'scans'))).toEqual(['Save', 'Save changes', 'Set Status']);
  });
  test('let Status Set change between Billed, Paid and Denied', () => {
    const taken = CARD_STATUSES.flatMap((from) =>
      CARD_STATUSES.filter((to) => readStatusSet(from, to)).map((to) => `${from} ${to}`),
    );
    expect(taken).toEqual([
      'Billed Paid',
      'Billed Denied',
      'Paid Billed',
      'Paid Denied',
      'Denied Billed',
      'Denied Paid',
    ]);
    expect(readStatusSet('', 'Paid')).toBeUndefined();
  });
});

test('the halves of any card add up in hours, units and paid time', () => {
  const clock = fc
    .integer({ min: 0, max: 1439 })
    .map((m) => `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`);
  const rows = fc.uniqueArray(
    fc.record({
      date: fc.integer({ min: 1, max: 30 }).map((n) => `2026-11-${String(n).padStart(2, '0')}`),
      start: fc.option(clock),
      end: fc.option(clock),
      travel: fc.integer({ min: 0, max: 90 }),
      billing: fc.boolean(),
      payroll: fc.boolean(),
    }),
    { selector: ({ date }) => date, maxLength: 30 },
  );
  fc.assert(
    fc.property(rows, fc.constantFrom('up', 'nearest', 'down'), (days, unitRule) => {
      const card = {
        startPeriod: '2026-11-01',
        endPeriod: '2026-11-30',
        days,
        payRate: 517,
        rates: [],
        unitRule,
      };
      const { billed, paid, units, amount, halves } = cardTotals(card, ZONE);
      expect(halves[0].billed.total + halves[1].billed.total).toBe(billed.total);
      expect(halves[0].paid.total + halves[1].paid.total).toBe(paid.total);
      expect(amount).toBe((units ?? 0) * 517);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import { addDays } from '../calendar.ts';
import { COVERED } from '../claims/bill-client.ts';
import {
  type BilledClaim,
  type CardToInvoice,
  type ClientToInvoice,
  draftInvoices,
  dueDay,
  type Invoiced,
  priceOf,
  privateRateOn,
  recordedDays,
  sayUnpriced,
  shareOn,
  showInvoiceNumber,
  totalOf,
  WAITS_FOR_INSURER,
  wholeMonths,
} from './invoicing.ts';

const ZONE = 'America/Denver';
const CLOCK = { zone: ZONE, today: '2026-12-02' };
const NONE: Invoiced = {
  hasDay: () => false,
  shareOf: () => null,
  hasSettlement: () => false,
  sharesOfClaims: () => 0,
};

const cardOf = (more: Partial<CardToInvoice> = {}): CardToInvoice => ({
  id: 1,
  planId: 10,
  clientId: 5,
  providerId: 7,
  typeCode: 'PRIVATE',
  typeName: 'Private care',
  provider: 'Reyes, Pat',
  evvNeeded: false,
  planStatus: 'Active',
  date: '2026-11',
  customDate: null,
  startPeriod: '2026-11-01',
  endPeriod: '2026-11-30',
  payRate: 900,
  rateKind: null,
  rates: [],
  unitRule: 'up',
  days: [served('2026-11-03', '08:00', '10:20', { travel: 30 })],
  status: 'Billed',
  excluded: null,
  ...more,
});
const clientOf = (cards: CardToInvoice[], more: Partial<ClientToInvoice> = {}): ClientToInvoice => ({
  covered: { isPrivate: true, payers: [] },
  terms: { rates: [{ type: 'PRIVATE', from: '2026-01-01', cents: 3_800 }], shares: [] },
  cards: cards.map((card) => ({ card, verified: new Map() })),
  chargesOf: () => 0,
  withheldOf: () => null,
  isWaiting: () => false,
  claims: [],
  ...more,
});
const SPAN = { from: '2026-11-01', through: '2026-11-30' };
const draft = (client: ClientToInvoice, span = SPAN, invoiced = NONE) =>
  draftInvoices(client, span, invoiced, CLOCK);

describe('recorded time', () => {
  test('is billed work up to today, without travel', () => {
    const days = [
      served('2026-11-03', '08:00', '10:20', { travel: 30 }),
      served('2026-11-04', '08:00', '10:00', { billing: false }),
      served('2026-12-03', '08:00', '10:00'),
    ];
    const card = cardOf({ days, endPeriod: '2026-12-31' });
    expect(recordedDays(card, new Map(), CLOCK)).toEqual([{ date: '2026-11-03', minutes: 140 }]);
    expect(recordedDays({ ...card, status: 'Pending' }, new Map(), CLOCK)).toEqual([]);
  });

  test('is never above what visits recorded, where the type needs them', () => {
    const card = cardOf({ evvNeeded: true });
    expect(recordedDays(card, new Map([['2026-11-03', 125]]), CLOCK)).toEqual([
      { date: '2026-11-03', minutes: 125 },
    ]);
    expect(recordedDays(card, new Map([['2026-11-03', 300]]), CLOCK)[0]?.minutes).toBe(140);
    expect(recordedDays(card, new Map(), CLOCK)).toEqual([]);
    expect(recordedDays({ ...card, excluded: '2026-01-01' }, new Map(), CLOCK)[0]?.minutes).toBe(140);
  });
});

describe('rates and prices', () => {
  test('a rate holds from its day until the next one', () => {
    const rates = [
      { type: 'A', from: '2026-03-01', cents: 4_000 },
      { type: 'A', from: '2026-01-01', cents: 3_800 },
      { type: 'B', from: '2026-01-01', cents: 100 },
    ];
    const on = (day: string) => privateRateOn(rates, 'A', day);
    expect(['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01'].map(on)).toEqual([
      undefined,
      3_800,
      3_800,
      4_000,
    ]);
  });

  test('a price is whole cents, half a cent up, and never more than half a cent off', () => {
    expect([priceOf(140, 3_800), priceOf(1, 30), priceOf(1, 29), priceOf(0, 3_800)]).toEqual([
      8_867, 1, 0, 0,
    ]);
    fc.assert(
      fc.property(fc.nat(1_440), fc.nat(100_000), (minutes, cents) => {
        expect(Math.abs(priceOf(minutes, cents) * 60 - minutes * cents)).toBeLessThanOrEqual(30);
      }),
    );
  });
});

describe('an invoice', () => {
  test('has a line for each day of work', () => {
    const { invoices, leftOut } = draft(clientOf([cardOf()]));
    expect(leftOut).toEqual([]);
    expect(invoices).toEqual([
      {
        payer: { kind: 'Private', payerId: null },
        lines: [
          {
            kind: 'Work',
            day: '2026-11-03',
            planId: 10,
            cardId: 1,
            settlementId: null,
            service: 'Private care',
            caregiver: 'Reyes, Pat',
            minutes: 140,
            rate: 3_800,
            amount: 8_867,
          },
        ],
      },
    ]);
  });

  test('leaves out other days, what is invoiced already, and what has no rate, which is named', () => {
    expect(draft(clientOf([cardOf()]), { from: '2026-11-04', through: '2026-11-30' }).invoices).toEqual([]);
    const twice: Invoiced = { ...NONE, hasDay: (plan, day) => plan === 10 && day === '2026-11-03' };
    expect(draft(clientOf([cardOf()]), SPAN, twice).invoices).toEqual([]);
    const without = draft(clientOf([cardOf()], { terms: { rates: [], shares: [] } }));
    expect(without.invoices).toEqual([]);
    expect(without.leftOut).toMatchObject([{ type: 'PRIVATE', minutes: 140, days: ['2026-11-03'] }]);
    expect(sayUnpriced({ service: 'Private care', days: ['2026-11-03'] })).toBe(
      'No hourly rate for Private care on 11-03-2026',
    );
  });

  test('never has work that Medicaid or an insurer pays for', () => {
    for (const kind of ['Medicaid', 'Other'] as const) {
      const payer = { payerId: 3, kind, from: '2026-01-01', through: null, memberId: '', groupNumber: '' };
      const covered = { isPrivate: true, payers: [payer] };
      expect(draft(clientOf([cardOf()], { covered }))).toEqual({ invoices: [], leftOut: [] });
    }
    expect(draft(clientOf([cardOf()], { covered: { isPrivate: false, payers: [] } })).invoices).toEqual([]);
  });

  test('leave out days on which the client has Medicaid, though the card is a private one', () => {
    const payer = { memberId: '', groupNumber: '' };
    const covered = {
      isPrivate: true,
      payers: [
        { ...payer, payerId: 3, kind: 'Private' as const, from: '2026-01-01', through: '2026-11-14' },
        { ...payer, payerId: 1, kind: 'Medicaid' as const, from: '2026-11-15', through: null },
      ],
    };
    const days = [served('2026-11-14', '08:00', '10:00'), served('2026-11-15', '08:00', '10:00')];
    const { invoices, leftOut } = draft(clientOf([cardOf({ days })], { covered }));
    expect(invoices.flatMap(({ lines }) => lines.map(({ day }) => day))).toEqual(['2026-11-14']);
    expect(leftOut).toEqual([
      { type: 'PRIVATE', service: 'Private care', days: ['2026-11-15'], minutes: 120, reason: COVERED },
    ]);
  });

  test('is one for each payer', () => {
    const of = (payerId: number, from: string, through: string | null) =>
      ({ payerId, kind: 'Private', from, through, memberId: '', groupNumber: '' }) as const;
    const covered = {
      isPrivate: true,
      payers: [of(1, '2026-10-01', '2026-10-31'), of(2, '2026-11-01', null)],
    };
    const october = cardOf({
      id: 2,
      date: '2026-10',
      startPeriod: '2026-10-01',
      endPeriod: '2026-10-31',
      days: [served('2026-10-06', '08:00', '09:00')],
    });
    const { invoices } = draft(clientOf([october, cardOf()], { covered }), {
      from: '2026-10-01',
      through: '2026-11-30',
    });
    expect(invoices.map(({ payer, lines }) => [payer.payerId, totalOf(lines)])).toEqual([
      [1, 3_800],
      [2, 8_867],
    ]);
  });
});

describe('a share of cost', () => {
  const terms = {
    rates: [],
    shares: [
      { from: '2026-03-01', cents: 25_000 },
      { from: '2026-11-01', cents: 0 },
    ],
  };
  const medicaid = clientOf([], {
    covered: { isPrivate: false, payers: [] },
    terms,
    chargesOf: (month) => (month === '2026-04-01' ? 9_000 : 80_000),
  });

  test('is invoiced for whole months, at most what the month came to, once', () => {
    const { invoices } = draft(medicaid, { from: '2026-02-15', through: '2026-05-20' });
    expect(invoices).toHaveLength(1);
    expect(invoices[0]?.lines.map(({ day, service, amount }) => [day, service, amount])).toEqual([
      ['2026-03-01', 'Share of cost, March 2026', 25_000],
      ['2026-04-01', 'Share of cost, April 2026', 9_000],
    ]);
    const march: Invoiced = { ...NONE, shareOf: (month) => (month === '2026-03-01' ? 25_000 : null) };
    const again = draft(medicaid, { from: '2026-03-01', through: '2026-04-30' }, march);
    expect(again.invoices[0]?.lines.map(({ day }) => day)).toEqual(['2026-04-01']);
  });

  test('is what Medicaid withheld once it has decided, and no more', () => {
    const decided = { ...medicaid, withheldOf: (month: string) => (month === '2026-03-01' ? 15_000 : null) };
    const { invoices } = draft(decided, { from: '2026-03-01', through: '2026-04-30' });
    expect(invoices[0]?.lines.map(({ day, amount }) => [day, amount])).toEqual([
      ['2026-03-01', 15_000],
      ['2026-04-01', 9_000],
    ]);
    expect(
      draft({ ...medicaid, withheldOf: () => 0 }, { from: '2026-03-01', through: '2026-04-30' }),
    ).toEqual({
      invoices: [],
      leftOut: [],
    });
  });

  test('waits while an insurer that pays first has not answered for a month, and says so', () => {
    const waiting = { ...medicaid, isWaiting: (month: string) => month === '2026-03-01' };
    const span = { from: '2026-02-01', through: '2026-04-30' };
    const { invoices, leftOut } = draft(waiting, span);
    expect(invoices[0]?.lines.map(({ day }) => day)).toEqual(['2026-04-01']);
    // In February there is no share yet.
    expect(leftOut.map(({ service, reason }) => [service, reason.startsWith(WAITS_FOR_INSURER)])).toEqual([
      ['Share of cost, March 2026', true],
    ]);
    const march: Invoiced = { ...NONE, shareOf: (month) => (month === '2026-03-01' ? 25_000 : null) };
    expect(draft(waiting, span, march).leftOut).toEqual([]);
  });

  test('ends with an amount of 0', () => {
    expect(['2026-02-01', '2026-10-01', '2026-12-01'].map((month) => shareOn(terms.shares, month))).toEqual([
      0, 25_000, 0,
    ]);
    expect(draft(medicaid).invoices).toEqual([]);
  });
});

describe('what a claim leaves to its client', () => {
  const share: BilledClaim = {
    settlementId: 1,
    claim: '12-1',
    basis: 'shareOfCost',
    month: '2026-10-01',
    agreed: null,
    amount: 2_000,
  };
  const notCovered: BilledClaim = {
    settlementId: 2,
    claim: '12-2',
    basis: 'notCovered',
    month: '2026-10-01',
    agreed: '2026-10-02',
    amount: 4_000,
  };
  const member = (more: Partial<ClientToInvoice> = {}) =>
    clientOf([], { covered: { isPrivate: false, payers: [] }, claims: [share, notCovered], ...more });
  const monthly = {
    terms: { rates: [], shares: [{ from: '2026-01-01', cents: 25_000 }] },
    chargesOf: () => 80_000,
  };
  const OCTOBER = { from: '2026-10-01', through: '2026-10-31' };
  const told = (client: ClientToInvoice, span = SPAN, invoiced = NONE) =>
    draft(client, span, invoiced).invoices.flatMap(({ lines }) =>
      lines.map(({ kind, settlementId, amount }) => [kind, settlementId, amount]),
    );

  test('is on the next invoice, with the agreement', () => {
    expect(draft(member()).invoices).toMatchObject([
      {
        payer: { kind: 'Medicaid' },
        lines: [
          { day: '2026-10-01', service: 'Share of cost, October 2026, claim 12-1', amount: 2_000 },
          {
            service: 'Not covered by Medicaid, October 2026, claim 12-2, agreed on 10-02-2026',
            amount: 4_000,
          },
        ],
      },
    ]);
    expect(told(member(), { from: '2026-09-01', through: '2026-09-30' })).toEqual([]);
  });

  test('is invoiced once, and not where the payer has paid it by now', () => {
    expect(told(member(), SPAN, { ...NONE, hasSettlement: (id) => id === 1 })).toEqual([
      ['Not covered', 2, 4_000],
    ]);
    expect(told(member({ claims: [{ ...share, amount: 0 }] }))).toEqual([]);
  });

  test('is no second share of cost beside the monthly one', () => {
    const client = member(monthly);
    expect(told(client, OCTOBER)).toEqual([
      ['Share of cost', null, 25_000],
      ['Not covered', 2, 4_000],
    ]);
    const invoiced = { ...NONE, shareOf: () => 25_000, hasSettlement: (id: number) => id === 2 };
    expect(told(client, OCTOBER, invoiced)).toEqual([]);
    expect(told(member(), OCTOBER, invoiced)).toEqual([]);
  });

  test('is invoiced in a month whose cards leave no monthly share to take', () =>
    expect(told(member({ ...monthly, chargesOf: () => 0 }), OCTOBER)).toEqual([
      ['Share of a claim', 1, 2_000],
      ['Not covered', 2, 4_000],
    ]));

  test('is invoiced whole where somebody billed more of it than the monthly share on record, before it and after', () => {
    const client = member({
      ...monthly,
      terms: { rates: [], shares: [{ from: '2026-01-01', cents: 1_500 }] },
      withheldOf: () => 2_000,
    });
    expect(told(client, OCTOBER)).toEqual([
      ['Share of cost', null, 2_000],
      ['Not covered', 2, 4_000],
    ]);
    const invoiced = { ...NONE, shareOf: () => 1_500, hasSettlement: (id: number) => id === 2 };
    expect(told(client, OCTOBER, invoiced)).toEqual([['Share of a claim', 1, 500]]);
    expect(told(client, OCTOBER, { ...invoiced, sharesOfClaims: () => 500 })).toEqual([]);
  });

  test('is, of a claim of two months, what Medicaid withheld of each, also at the next press', () => {
    const client = member({
      ...monthly,
      terms: { rates: [], shares: [{ from: '2026-01-01', cents: 2_000 }] },
      withheldOf: () => 1_000,
      claims: [share],
    });
    const both = { from: '2026-09-01', through: '2026-10-31' };
    expect(told(client, both)).toEqual([
      ['Share of cost', null, 1_000],
      ['Share of cost', null, 1_000],
    ]);
    expect(told(client, both, { ...NONE, shareOf: () => 1_000 })).toEqual([]);
  });

  test.each([
    // Billed 20.00 and 15.00 of claims, of which the second is in the place of the first.
    ['what a corrected claim no longer withholds, beside a monthly share', 1_500, 1_500, 0, []],
    ['more than was withheld, beside a monthly share', 3_000, 2_500, 0, [500]],
    ['anything where Medicaid withheld nothing', 0, null, 0, []],
    ['what was invoiced of the month’s claims before', 3_000, 2_500, 500, []],
  ])('is never %s', (_, withheld, invoicedShare, ofClaims, amounts) => {
    const client = member({
      ...monthly,
      withheldOf: () => withheld,
      claims: [share, { ...share, settlementId: 3, claim: '14-1', amount: 1_500 }],
    });
    const invoiced = { ...NONE, shareOf: () => invoicedShare, sharesOfClaims: () => ofClaims };
    expect(told(client, OCTOBER, invoiced).map(([, , amount]) => amount)).toEqual(amounts);
  });

  test('is invoiced whole where no share is on record, whatever is withheld', () => {
    const client = member({ withheldOf: () => 0, claims: [share] });
    expect(told(client, OCTOBER)).toEqual([['Share of a claim', 1, 2_000]]);
  });

  test('that was invoiced lowers a monthly share of cost that is entered later', () => {
    const invoiced = { ...NONE, hasSettlement: () => true, sharesOfClaims: () => 2_000 };
    expect(told(member(monthly), OCTOBER, invoiced)).toEqual([['Share of cost', null, 23_000]]);
  });
});

test('whole months of a span, numbers and due days', () => {
  expect(wholeMonths({ from: '2026-01-02', through: '2026-04-29' })).toEqual(['2026-02-01', '2026-03-01']);
  expect(wholeMonths({ from: '2026-02-01', through: '2026-02-28' })).toEqual(['2026-02-01']);
  expect(showInvoiceNumber('2026', 42)).toBe('2026-0042');
  expect(dueDay('2026-12-20', 15)).toBe('2027-01-04');
});

/** From 4:00 on, where no clock is moved. Cut into spans in any way, the same work comes to the same lines, each once. */
test('invoices of parts of a year are those of the year', () => {
  const day = fc.integer({ min: 0, max: 364 });
  const days = fc.uniqueArray(
    fc.record({ day, from: fc.integer({ min: 240, max: 600 }), minutes: fc.integer({ min: 1, max: 600 }) }),
    { selector: ({ day }) => day, minLength: 1, maxLength: 40 },
  );
  const at = (n: number) => addDays('2025-01-01', n);
  const clock = (n: number) =>
    `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(days, fc.array(day, { maxLength: 4 }), (rows, cuts) => {
      const card = cardOf({
        startPeriod: '2025-01-01',
        endPeriod: '2025-12-31',
        days: rows.map(({ day: n, from, minutes }) => served(at(n), clock(from), clock(from + minutes))),
      });
      const client = clientOf([card], {
        terms: {
          rates: [
            { type: 'PRIVATE', from: '2025-01-01', cents: 3_817 },
            { type: 'PRIVATE', from: '2025-06-01', cents: 4_001 },
          ],
          shares: [],
        },
      });
      const edges = [0, ...cuts.toSorted((a, b) => a - b), 365];
      const done = new Set<string>();
      const invoiced: Invoiced = { ...NONE, hasDay: (_, on) => done.has(on) };
      let total = 0;
      for (let n = 1; n < edges.length; n += 1) {
        const span = { from: at(edges[n - 1] ?? 0), through: at((edges[n] ?? 0) - 1) };
        if (span.from > span.through) continue;
        for (const { lines } of draft(client, span, invoiced).invoices) {
          total += totalOf(lines);
          for (const line of lines) done.add(line.day);
        }
      }
      // Counted by hand: minutes of each day at the rate of the day, each line rounded alone.
      const expected = rows.reduce(
        (sum, { day: n, minutes }) =>
          sum + Math.round((minutes * (at(n) < '2025-06-01' ? 3_817 : 4_001)) / 60 + 1e-9),
        0,
      );
      expect(total).toBe(expected);
      expect(draft(client, { from: '2025-01-01', through: '2025-12-31' }, invoiced).invoices).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

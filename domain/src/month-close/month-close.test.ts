import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UsedDay } from '../authorizations/ledger.ts';
import { served } from '../billing/testing/served.ts';
import { verifiedRow } from '../billing/verified-rows.ts';
import { NOTHING_CLAIMED } from '../claims/left-to-claim.ts';
import { FIRST_PACK, packOf } from '../states/registry.ts';
import { CAUSE_NAMES, CAUSES, type Cause, rankOf, STAGES } from './causes.ts';
import { type Around, type ClosingMonth, cardRows, dayStates, type MonthVisit } from './closing-month.ts';
import { type CardMonth, type Item, lookAtClient } from './items.ts';
import { closeClient } from './readiness.ts';
import { isMonthOver, NOT_OVER } from './rules.ts';
import {
  earlierMonth,
  holdupsOf,
  listedDays,
  type Ranking,
  sayHoldup,
  stagesOf,
  waitingCents,
} from './stages.ts';
import { uploadOf } from './upload-part.ts';

const around: Around = {
  month: '2026-10',
  today: '2026-11-03',
  zone: 'America/Denver',
  pack: FIRST_PACK,
  by: 'aggregator',
};

const ranking: Ranking = { today: around.today, terms: [] };

/** 8:00 in Denver is 14:00 UTC in October. */
const visit = (day: string, minutes: number, more: Partial<MonthVisit> = {}): MonthVisit => ({
  date: day,
  plannedDay: day,
  Status: 'Complete',
  startedAt: `${day}T14:00:30Z`,
  endedAt: Temporal.Instant.from(`${day}T14:00:30Z`).add({ minutes }).toString(),
  ClosedCode: null,
  ClosedMemo: null,
  sent: 'Success',
  message: null,
  code: null,
  ...more,
});

/** Two hours on each of the days, 5.00 a unit: 40.00 a day. */
const month = (
  days: readonly string[],
  visits: readonly MonthVisit[],
  more: Partial<ClosingMonth> = {},
): ClosingMonth => ({
  planId: 1,
  clientId: 7,
  client: 'Vigil, Carmen',
  providerId: 9,
  provider: 'Baca, Ana',
  payer: { kind: 'Medicaid', payerId: null },
  asksMedicaid: true,
  isOutside: false,
  typeCode: 'PCP',
  type: { evvNeeded: true, aggregatorCode: 'PRSNL' },
  terms: [
    {
      validFrom: '2026-01-01',
      payCategory: null,
      procedureCode: 'T1019',
      modifiers: [],
      unitRule: 'up',
      rateCents: 500,
      addrateCents: null,
      source: 'Test',
    },
  ],
  plan: {
    StartDate: '2026-01-01',
    EndDate: null,
    Status: 'Active',
    coversPlanId: null,
    excluded: null,
    evvNeeded: true,
  },
  possible: { from: '2026-10-01', through: '2026-10-31' },
  planned: days.map((day) => served(day, '08:00', '10:00')),
  plannedElsewhere: [],
  rejected: { client: null, caregiver: null },
  visits,
  scans: [],
  pars: [{ type: 'PCP', number: 'P1', from: '2026-01-01', through: '2026-12-31', units: 100, used: 0 }],
  used: [],
  ...more,
});

const PRIVATE = { payer: { kind: 'Private', payerId: null }, asksMedicaid: false } as const;
const USED: UsedDay = {
  planId: 99,
  type: 'PCP',
  date: '2026-09-30',
  units: 1,
  cents: 500,
  minutes: 15,
  from: 'card',
  hasCode: true,
};

const causesOf = (pm: ClosingMonth) => dayStates(pm, around).map(({ day, cause }) => [day.slice(8), cause]);

describe('the verified visit', () => {
  const planned = served('2026-10-05', '08:00', '10:00', { travel: 12 });
  it('bills a visit that was shorter than planned as long as it was', () => {
    expect(verifiedRow(visit('2026-10-05', 95), planned, around.zone)).toEqual({
      row: served('2026-10-05', '08:00', '09:35', { travel: 12 }),
      above: 0,
    });
  });
  it('bills a longer one as planned and says by how much it was longer', () => {
    expect(verifiedRow(visit('2026-10-05', 141), planned, around.zone)).toEqual({
      row: served('2026-10-05', '08:00', '10:00', { travel: 12 }),
      above: 21,
    });
  });
  it('has no planned drive on another day, and no row without a whole minute', () => {
    const moved = visit('2026-10-06', 60, { plannedDay: '2026-10-05' });
    expect(verifiedRow(moved, planned, around.zone)?.row.travel).toBe(0);
    const short = visit('2026-10-05', 0, { endedAt: '2026-10-05T14:01:10Z' });
    expect(verifiedRow(short, planned, around.zone)).toBeUndefined();
  });
});

describe('the days of a plan', () => {
  it('are worked, missed, open, closed, moved and outside the plan', () => {
    const days = ['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'];
    const visits = [
      visit('2026-10-05', 120),
      visit('2026-10-07', 120, { Status: 'Active', endedAt: null }),
      visit('2026-10-08', 0, {
        Status: 'Planned',
        ClosedCode: 'hospital',
        startedAt: null,
        endedAt: null,
      }),
      visit('2026-11-02', 120, { plannedDay: '2026-10-09' }),
      visit('2026-10-10', 60),
    ];
    expect(causesOf(month(days, visits))).toEqual([
      ['05', null],
      ['06', 'missed'],
      ['07', 'noCheckOut'],
      ['08', 'closed'],
      ['09', 'movedAway'],
      ['10', 'outsidePlan'],
    ]);
  });
  it('say what the aggregator says of a visit', () => {
    const days = ['2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08'];
    const sent = [null, 'Pending', 'Failed', 'Success'] as const;
    const visits = days.map((day, n) =>
      visit(day, 120, { sent: sent[n] ?? null, code: n === 3 ? 'HHA' : null }),
    );
    expect(causesOf(month(days, visits)).map(([, cause]) => cause)).toEqual([
      'notSent',
      'pending',
      'rejected',
      'otherService',
    ]);
  });
  it('say for whom a visit waits that is not sent, the client first', () => {
    const rejected = { client: 'The city is missing.', caregiver: 'The last name is missing.' };
    const days = ['2026-10-05', '2026-10-06'];
    const visits = [
      visit('2026-10-05', 120, { sent: 'Planned' }),
      visit('2026-10-06', 120, { sent: 'Pending' }),
    ];
    const states = (more: Partial<ClosingMonth>) =>
      dayStates(month(days, visits, more), around).map(({ cause, part }) => [cause, part]);
    expect(states({ rejected })).toEqual([
      ['clientRejected', 'The city is missing.'],
      ['pending', undefined],
    ]);
    expect(states({ rejected: { ...rejected, client: null } })[0]).toEqual([
      'caregiverRejected',
      'The last name is missing.',
    ]);
    expect(states({})[0]).toEqual(['pending', undefined]);
  });
  it('hold no two visits on one day', () => {
    const visits = [visit('2026-10-06', 60, { plannedDay: '2026-10-05' }), visit('2026-10-06', 120)];
    expect(causesOf(month(['2026-10-05', '2026-10-06'], visits))).toEqual([
      ['06', 'twoVisits'],
      ['06', 'twoVisits'],
    ]);
  });
  it('have the time of the visit that was accepted, also beside a longer one that was not', () => {
    const short = visit('2026-10-05', 45);
    const long = visit('2026-10-05', 100, {
      sent: 'Failed',
      startedAt: '2026-10-05T20:00:00Z',
      endedAt: '2026-10-05T21:40:00Z',
    });
    for (const visits of [
      [short, long],
      [long, short],
    ])
      expect(cardRows(month(['2026-10-05'], visits), around)).toEqual([
        served('2026-10-05', '08:00', '08:45'),
      ]);
  });
  it('take the length of the plan from the month in which a visit was planned', () => {
    const pm = month([], [visit('2026-10-01', 120, { plannedDay: '2026-09-30' })], {
      plannedElsewhere: [served('2026-09-30', '08:00', '09:00')],
    });
    expect(cardRows(pm, around)).toEqual([served('2026-10-01', '08:00', '09:00')]);
  });
  it('count as worked without a visit where none is needed', () => {
    const plan = { ...month([], []).plan, excluded: '2026-01-01' };
    expect(causesOf(month(['2026-10-05'], [], { plan }))).toEqual([['05', null]]);
  });
});

describe('the cards of a client', () => {
  const days = ['2026-10-05', '2026-10-06'];
  const clean = month(
    days,
    days.map((day) => visit(day, 120)),
  );
  it('are what the billing page would save', () => {
    const { cards, problems } = closeClient([clean], around);
    expect(problems).toEqual([]);
    expect(cards).toEqual([
      {
        planId: 1,
        startPeriod: '2026-10-01',
        endPeriod: '2026-10-31',
        days: days.map((day) => served(day, '08:00', '10:00')),
        payRate: 500,
        rateKind: 'inside',
      },
    ]);
  });
  const problemsOf = (more: Partial<ClosingMonth>) =>
    closeClient([{ ...clean, ...more }], around).problems.map(({ cause, day }) => [cause, day]);
  it('wait for an authorization on the day, and for its units', () => {
    const [par] = clean.pars;
    if (!par) throw new Error('no authorization');
    expect(problemsOf({ pars: [{ ...par, through: '2026-10-05' }] })).toEqual([['noPar', '2026-10-06']]);
    expect(problemsOf({ pars: [{ ...par, units: 16 }] })).toEqual([]);
    expect(problemsOf({ pars: [], ...PRIVATE })).toEqual([]);
    // What claims have used in other files is a part of what the cards have: the ledger alone counts.
    expect(problemsOf({ pars: [{ ...par, units: 16, used: 9 }] })).toEqual([]);
  });
  it('have what the ledger leaves of an authorization', () => {
    const pars = clean.pars.map((par) => ({ ...par, units: 16 }));
    const with1 = (more: Partial<UsedDay>) => problemsOf({ pars, used: [{ ...USED, ...more }] });
    // A saved card has its units first, whatever its day; a visit without a card in the order of days.
    expect(with1({ from: 'card', date: '2026-09-30' })).toEqual([['overPar', '2026-10-06']]);
    expect(with1({ from: 'card', date: '2026-11-02' })).toEqual([['overPar', '2026-10-06']]);
    expect(with1({ from: 'visit', date: '2026-09-30' })).toEqual([['overPar', '2026-10-06']]);
    expect(with1({ from: 'visit', date: '2026-11-02' })).toEqual([]);
    // The same visit that the press would bill, another type, another year, and what is only planned use up nothing.
    expect(with1({ from: 'visit', date: '2026-10-05', planId: clean.planId })).toEqual([]);
    expect(with1({ from: 'card', date: '2026-09-30', type: 'HMA' })).toEqual([]);
    expect(with1({ from: 'card', date: '2025-09-30' })).toEqual([]);
    expect(with1({ from: 'plan', date: '2026-10-01' })).toEqual([]);
  });
  it('have units by the running totals of claims, not day by day', () => {
    const hour = days.map((day) => visit(day, 67));
    const pars = clean.pars.map((par) => ({ ...par, units: 9 }));
    // Twice 67 minutes are 9 units together and 5 each alone.
    expect(problemsOf({ visits: hour, pars })).toEqual([]);
  });
  it('of two plans share an authorization', () => {
    const [par] = clean.pars;
    const pars = par ? [{ ...par, units: 20 }] : [];
    const other = { ...clean, planId: 2, pars };
    const { problems, cards } = closeClient([{ ...clean, pars }, other], around);
    expect(problems.map(({ planId, day, cause }) => [planId, day, cause])).toEqual([
      [1, '2026-10-06', 'overPar'],
      [2, '2026-10-06', 'overPar'],
    ]);
    expect(cards).toEqual([]);
  });
  it('wait for their timesheet, for a rate, and for what says how time becomes units', () => {
    const scan = { received: false, errors: [] };
    expect(
      problemsOf({
        scans: [
          { period: 0, ...scan },
          { period: 1, ...scan },
        ],
      }),
    ).toEqual([['noScan', null]]);
    expect(problemsOf({ terms: [] })).toEqual([['noRate', null]]);
    const terms = clean.terms.map((term) => ({ ...term, unitRule: null }));
    expect(problemsOf({ terms })).toEqual([]);
    const unknown = { ...around, pack: packOf('ZZ') };
    const own = { ...clean, terms };
    expect(closeClient([own], unknown).problems).toMatchObject([{ cause: 'noUnits', day: null }]);
    expect(lookAtClient([own], [], unknown).items.map(({ cause, cents }) => [cause, cents.worked])).toEqual([
      ['noUnits', 0],
      ['noUnits', 0],
    ]);
  });
  it('are none of a month in which nobody came', () => {
    const { cards, problems } = closeClient([month(days, [])], around);
    expect([cards, problems]).toEqual([[], []]);
  });
});

describe('items', () => {
  const days = ['2026-10-05', '2026-10-06', '2026-10-07'];
  it('are held by what stops their client', () => {
    const visits = [
      visit('2026-10-05', 120),
      visit('2026-10-06', 60, { sent: 'Failed' }),
      visit('2026-10-07', 120),
    ];
    const { items, readyDays } = lookAtClient([month(days, visits)], [], around);
    expect(items.map(({ stage, cause, blockedBy }) => [stage, cause, blockedBy])).toEqual([
      ['verified', 'waits', 'rejected'],
      ['worked', 'rejected', null],
      ['verified', 'waits', 'rejected'],
    ]);
    expect(readyDays).toBe(0);
    const [holdup] = holdupsOf(items, ranking);
    expect(holdup).toMatchObject({
      cause: 'rejected',
      part: '',
      count: 1,
      waiting: 2,
      first: { clientId: 7, planId: 1, day: '2026-10-06' },
      askedIds: [],
      cents: 10_000,
      oldest: '2026-10-05',
    });
    const listed = listedDays(items, { cause: 'rejected', waiting: true }, ranking);
    expect(listed.map(({ item }) => item.cause)).toEqual(['rejected', 'waits', 'waits']);
    expect(waitingCents(items)).toBe(10_000);
  });

  it('of one cause are a row for each thing that the aggregator rejects, with what waits for it', () => {
    const rejection = (message: string) => ({ sent: 'Failed', message }) as const;
    const visits = [
      visit('2026-10-05', 120, rejection('Member ID not found.')),
      visit('2026-10-06', 60, rejection('Worker not found.')),
      visit('2026-10-07', 120),
    ];
    const { items } = lookAtClient([month(days, visits)], [], around);
    const rows = holdupsOf(items, ranking);
    expect(rows.map(({ cause, part, count, waiting }) => [cause, part, count, waiting])).toEqual([
      // The day that waits counts with what is first in the way.
      ['rejected', 'Medicaid', 1, 1],
      ['rejected', 'Worker not found.', 1, 0],
    ]);
    for (const { cause, part, count, waiting } of rows)
      expect(listedDays(items, { cause, part, waiting: true }, ranking)).toHaveLength(count + waiting);
    expect(rows.map((row) => sayHoldup(row, [], around.today))).toEqual([
      'Rejected by Sandata: Member ID not found',
      'Rejected by Sandata: Worker not found',
    ]);
  });

  it('of one rejected field are one row whatever the words, and a long title is cut', () => {
    const titlesOf = (...messages: readonly string[]) => {
      const visits = messages.map((message, n) => visit(days[n] ?? '', 120, { sent: 'Failed', message }));
      const { items } = lookAtClient([month(days, visits)], [], around);
      const rows = holdupsOf(items, ranking);
      for (const { cause, part, count, waiting } of rows)
        expect(listedDays(items, { cause, part, waiting: true }, ranking)).toHaveLength(count + waiting);
      return rows.map((row) => [row.count, sayHoldup(row, [], around.today)]);
    };
    expect(titlesOf('Phone 3035550101 is wrong.', 'ClientPhone: 7205550102', 'The phone is wrong.')).toEqual([
      [3, 'Rejected by Sandata: Phone'],
    ]);
    expect(titlesOf('Call 17 overlaps call 18.', 'Call 25 overlaps call 26.')).toEqual([
      [2, 'Rejected by Sandata: Call … overlaps call …'],
    ]);
    const [[, title = ''] = []] = titlesOf(`Internal error ${'x'.repeat(900)}`);
    expect(String(title).length).toBeLessThan(110);
  });

  it('name the caregivers who can say when a visit ended', () => {
    const open = visit('2026-10-06', 60, { Status: 'Active', endedAt: null });
    const { items } = lookAtClient([month(days, [open])], [], around);
    expect(holdupsOf(items, ranking)).toMatchObject([{ cause: 'noCheckOut', askedIds: [9] }]);
  });

  const card: CardMonth['card'] = {
    id: 4,
    planId: 1,
    clientId: 7,
    providerId: 9,
    typeCode: 'PCP',
    planStatus: 'Active',
    date: '2026-10',
    customDate: null,
    startPeriod: '2026-10-01',
    endPeriod: '2026-10-31',
    payRate: 500,
    rateKind: 'inside',
    rates: [{ from: '2026-10-01', cents: 500 }],
    unitRule: 'up',
    days: days.map((day, n) => served(day, '08:00', '10:00', { billing: n < 2 })),
    status: 'Billed',
    excluded: null,
  };
  const visits = days.map((day) => visit(day, 120));
  const NONE = new Set<string>();
  const asked = {
    charge: 4_000,
    paid: null,
    isAccepted: false,
    refused: null,
    reason: null,
    denial: null,
  } as const;
  it('of a card are proven, claimed, denied or left out of it', () => {
    const claimed = [{ ...asked, day: '2026-10-05', paid: 0, isAccepted: true, reason: 'CO 16' }];
    const { items } = lookAtClient([], [{ ...month(days, visits), card, claimed, clientDays: NONE }], around);
    expect(items.map(({ day, stage, cause }) => [day.slice(8), stage, cause])).toEqual([
      ['05', 'accepted', 'denied'],
      ['06', 'proven', 'notClaimed'],
      ['07', 'verified', 'notOnCard'],
    ]);
  });
  it.each([
    [{}, '', 'Not in a claim file yet', { month: '2026-10', status: 'Billed' }],
    [{ customDate: '2026-10' }, '', 'Not in a claim file yet', { month: '2026-10', status: 'Billed' }],
    [
      { customDate: '2026-11' },
      '2026-11',
      'Not in a claim file yet: calculated in November',
      { month: '2026-11', status: 'Billed' },
    ],
    [
      { status: 'Denied', customDate: '2026-11' },
      'Denied 2026-11',
      'Not in a claim file yet: records at Denied, calculated in November',
      { month: '2026-11', status: 'Denied' },
    ],
  ] as const)(
    'that are in no claim file are a row for the upload that takes them: %o',
    (own, part, title, upload) => {
      const ofCard = { ...month(days, visits), card: { ...card, ...own }, claimed: [], clientDays: NONE };
      const rows = holdupsOf(lookAtClient([], [ofCard], around).items, ranking);
      const row = rows.find(({ cause }) => cause === 'notClaimed');
      expect([row?.part, row && sayHoldup(row, [], around.today)]).toEqual([part, title]);
      expect(uploadOf(part, '2026-10')).toEqual(upload);
    },
  );
  it('that the client was billed for are not claimed again', () => {
    const ofClient = { ...month(days, visits), card, claimed: [], clientDays: new Set(['2026-10-06']) };
    const { items } = lookAtClient([], [ofClient], around);
    expect(items.map(({ cause }) => cause)).toEqual(['notClaimed', 'private', 'notOnCard']);
  });
  it('follow the answers of the payer', () => {
    const said = [{ paid: 4_000, isAccepted: true }, { isAccepted: true }, { refused: 'Member unknown' }];
    const all = { ...card, days: card.days.map((row) => ({ ...row, billing: true })) };
    const claimed = said.map((more, n) => ({ ...asked, day: days[n] ?? '', ...more }));
    const { items } = lookAtClient(
      [],
      [{ ...month(days, visits), card: all, claimed, clientDays: NONE }],
      around,
    );
    expect(items.map(({ stage, cause }) => [stage, cause])).toEqual([
      ['paid', null],
      ['accepted', 'noPayment'],
      ['claimed', 'refused'],
    ]);
  });
  it('are paid where insurers paid all of it, and wait for what they left alone', () => {
    const decided = { ...asked, isAccepted: true, paid: 0, reason: 'CO 16' };
    const claimed = [
      { ...decided, day: '2026-10-05', insured: 4_000 },
      { ...decided, day: '2026-10-06', insured: 3_000 },
    ];
    const { items } = lookAtClient([], [{ ...month(days, visits), card, claimed, clientDays: NONE }], around);
    expect(items.slice(0, 2).map(({ stage, cause, cents }) => [stage, cause, cents.claimed])).toEqual([
      ['paid', null, 0],
      ['accepted', 'denied', 1_000],
    ]);
  });
  it('that were denied are a row for each reason of the payer, by the words of its own data', () => {
    const denied = { ...asked, paid: 0, isAccepted: true };
    const claimed = [
      { ...denied, day: '2026-10-05', reason: 'CO 4 (by contract): The modifiers do not fit.' },
      { ...denied, day: '2026-10-06', reason: 'CO 197 (by contract): No authorization covers it.' },
      { ...denied, day: '2026-10-07', reason: null },
    ];
    const { items } = lookAtClient([], [{ ...month(days, visits), card, claimed, clientDays: NONE }], around);
    const rows = holdupsOf(items, ranking);
    expect(rows.map(({ part, count, cents }) => [part, count, cents]).toSorted()).toEqual([
      ['197', 1, 4_000],
      ['4', 1, 4_000],
      ['none', 1, 4_000],
    ]);
    const reason = {
      code: '4',
      validFrom: '2026-01-01',
      title: 'Program modifier missing',
      cause: '',
      advice: '',
      mend: 'program',
      source: 'Test',
    } as const;
    const titles = rows.map((row) => sayHoldup(row, [reason], around.today));
    expect(titles).toContain('Denied: program modifier missing');
    expect(titles).toContain('Denied: no authorization (PAR) covers it');
  });
  it('of one denied claim are under the reason of the claim, also where a line has another', () => {
    const denied = { ...asked, paid: 0, isAccepted: true, denial: '197' };
    const claimed = [
      { ...denied, day: '2026-10-05', reason: 'CO 4 (by contract): The modifiers do not fit.' },
      { ...denied, day: '2026-10-06', reason: 'CO 197 (by contract): No authorization covers it.' },
    ];
    const { items } = lookAtClient([], [{ ...month(days, visits), card, claimed, clientDays: NONE }], around);
    expect(holdupsOf(items, ranking).map(({ cause, part, count }) => [cause, part, count])).toContainEqual([
      'denied',
      '197',
      2,
    ]);
  });
  it.each([
    ['Paid', undefined, 'notAsked', 0],
    ['PartPaid', undefined, 'notAsked', 0],
    ['Adjust', { ...NOTHING_CLAIMED, isTakenBack: true }, 'notAsked', 0],
    ['Adjust', { ...NOTHING_CLAIMED, charge: 4_000 }, 'notClaimed', 8_000],
    ['Pending', undefined, 'notBilled', 8_000],
    ['Denied', undefined, 'notClaimed', 8_000],
  ] as const)('of a %s record with %o that no claim asks for: %s', (status, claims, cause, waits) => {
    const own = { ...card, status, days: card.days.slice(0, 2) };
    const { items } = lookAtClient(
      [],
      [
        {
          ...month(days.slice(0, 2), visits.slice(0, 2)),
          card: own,
          claimed: [],
          asked: claims,
          clientDays: NONE,
        },
      ],
      around,
    );
    expect(items.map((item) => [item.stage, item.cause])).toEqual([
      ['proven', cause],
      ['proven', cause],
    ]);
    expect(waitingCents(items)).toBe(waits);
  });
  it('of a record that somebody set to Paid keep no month open, also where no visit proves them', () => {
    const own = { ...card, status: 'Paid' as const, days: card.days.slice(0, 2) };
    const { items } = lookAtClient(
      [],
      [{ ...month(days.slice(0, 2), []), card: own, claimed: [], clientDays: NONE }],
      around,
    );
    expect(items.map(({ cause, reason }) => [cause, reason])).toEqual(
      Array(2).fill([
        'notAsked',
        'The record was set to Paid without a claim. Set it to Billed to claim it.',
      ]),
    );
    expect([waitingCents(items), holdupsOf(items, ranking)]).toEqual([0, []]);
  });
  it('are not proven where no visit says so', () => {
    const { items } = lookAtClient([], [{ ...month(days, []), card, claimed: [], clientDays: NONE }], around);
    expect(items.map(({ stage, cause }) => [stage, cause])).toEqual([
      ['card', 'unproven'],
      ['card', 'unproven'],
      ['planned', 'missed'],
    ]);
  });
});

// ---- stages

const cents = fc.nat(90_000);
const anItem: fc.Arbitrary<Item> = fc
  .record({
    cause: fc.option(fc.constantFrom<Cause>(...CAUSE_NAMES)),
    day: fc.constantFrom('2026-10-01', '2026-10-17', '2026-10-31'),
    clientId: fc.nat(3),
    planned: cents,
    worked: cents,
    card: cents,
    claimed: cents,
    paid: cents,
  })
  .map(
    ({ cause, day, clientId, ...of }): Item => ({
      planId: clientId,
      clientId,
      client: `Client ${clientId}`,
      providerId: 9,
      provider: 'Baca, Ana',
      type: 'PCP',
      payer: 'Medicaid',
      asksMedicaid: true,
      day,
      stage: cause === null ? 'paid' : (STAGES[rankOf(CAUSES[cause].before) - 1] ?? 'planned'),
      cause,
      part: '',
      blockedBy: cause === 'waits' ? 'rejected' : null,
      reason: '',
      cents: of,
    }),
  );

it('counts and dollars of each stage are those of the one before less what was lost between them', () => {
  fc.assert(
    fc.property(fc.array(anItem, { maxLength: 40 }), (items) => {
      const stages = stagesOf(items);
      for (const [n, { count, cents: here, losses, less }] of stages.entries()) {
        const before = stages[n - 1];
        if (!before) continue;
        expect(count).toBe(before.count - losses.reduce((all, loss) => all + loss.count, 0));
        expect(here).toBe(before.cents - less - losses.reduce((all, loss) => all + loss.cents, 0));
        for (const { cause, count: lost } of losses)
          expect(listedDays(items, { cause, waiting: false }, ranking)).toHaveLength(lost);
        const listed = listedDays(items, { stage: STAGES[n], waiting: false }, ranking);
        expect([listed.length, listed.reduce((all, day) => all + day.cents, 0)]).toEqual([count, here]);
      }
    }),
  );
});

it('ranks what holds up payment by dollars for each day that is left', () => {
  const at = (cause: Cause, day: string, worked: number): Item => ({
    planId: 1,
    clientId: 7,
    client: 'Vigil, Carmen',
    providerId: 9,
    provider: 'Baca, Ana',
    type: 'PCP',
    payer: 'Medicaid',
    asksMedicaid: true,
    day,
    stage: 'worked',
    cause,
    part: '',
    blockedBy: null,
    reason: '',
    cents: { planned: worked, worked, card: 0, claimed: 0, paid: 0 },
  });
  const items = [
    at('rejected', '2026-10-31', 2_400),
    at('notSent', '2026-10-01', 2_000),
    at('missed', '2026-10-01', 9_000),
  ];
  // Without a limit a year counts: more money comes first, as 30 days of it are little.
  expect(holdupsOf(items, ranking).map(({ cause }) => cause)).toEqual(['rejected', 'notSent']);
  // With a limit of 40 days the older one has 7 days left, the other one 37.
  const terms = [
    { validFrom: '2026-01-01', filingDays: 40, resubmitDays: 60, resendDenied: '7', source: 'Test' },
  ] as const;
  expect(holdupsOf(items, { ...ranking, terms }).map(({ cause, claimBy }) => [cause, claimBy])).toEqual([
    ['notSent', '2026-11-10'],
    ['rejected', '2026-12-10'],
  ]);
});

it('offers the press once the month is over', () => {
  expect([isMonthOver('2026-10', '2026-10-31'), isMonthOver('2026-10', '2026-11-01')]).toEqual([false, true]);
  expect(NOT_OVER('2026-10')).toBe('October is not over yet. Its cards are made from the next day on.');
});

it('shows the cards of one payer, and makes those of a client all or none', () => {
  const own = { visits: [visit('2026-10-05', 120)], planned: [served('2026-10-05', '08:00', '10:00')] };
  const medicaid = month([], [], own);
  const privately = month([], [], {
    ...own,
    planId: 2,
    payer: { kind: 'Private', payerId: 4 },
    asksMedicaid: false,
  });
  const shown = (payer: string) => lookAtClient([medicaid, privately], [], around, payer);
  const plansOf = (payer: string) => shown(payer).items.map(({ planId }) => planId);
  expect([plansOf('all'), plansOf('Medicaid'), plansOf('4'), plansOf('Private')]).toEqual([
    [1, 2],
    [1],
    [2],
    [],
  ]);
  expect(shown('4').close.cards).toHaveLength(2);
  expect(shown('4').readyDays).toBe(1);
});

it('tells of an earlier month what was worked and not claimed, private days left out', () => {
  const look = (pm: ClosingMonth) => lookAtClient([pm], [], around).items;
  const days = ['2026-10-05', '2026-10-06'];
  const pm = month(
    days,
    days.map((day) => visit(day, 120, { sent: day.endsWith('05') ? 'Success' : 'Failed' })),
  );
  expect(earlierMonth('2026-10', look(pm), ranking)).toMatchObject({
    month: '2026-10',
    count: 2,
    cents: 8_000,
    oldest: '2026-10-05',
    isReady: false,
    clients: [{ id: 7, name: 'Vigil, Carmen' }],
  });
  expect(earlierMonth('2026-10', look(month(['2026-10-05'], [])), ranking)).toBeUndefined();
});

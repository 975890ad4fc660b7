import { describe, expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import { authorizationLines } from './findings.ts';
import {
  daysBehind,
  type LedgerFacts,
  type LedgerPar,
  type LedgerPart,
  ledgerOf,
  ledgersOf,
  recountDays,
  type UsedDay,
  usedDays,
} from './ledger.ts';
import { missedBy, yearFaults } from './testing/prove-years.ts';
import { generateYear, ZONE } from './testing/test-year.ts';
import { unitsLeftFor, usedUnits } from './units-left.ts';

/** `npm run prove` goes through 200. */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe('generated years', () => {
  test('every line is what a naive count says, to the unit', () => {
    expect(seeds.flatMap(yearFaults)).toEqual([]);
  });

  test('have clients who move from a waiver to Community First Choice, with a code there and without', () => {
    const moves = seeds.flatMap((seed) => generateYear(seed).move ?? []);
    const uncoded = seeds.flatMap((seed) => generateYear(seed).facts.visits.flatMap((one) => one.uncoded));
    expect(moves.length).toBeGreaterThan(3);
    expect(uncoded.length).toBeGreaterThan(0);
    expect(moves.some(({ coded }) => coded.size > 0)).toBe(true);
  });

  test('the run-out day is exact when the plan is kept, whenever it is told', () => {
    for (const seed of seeds)
      for (const before of [7, 90])
        expect(missedBy(seed, { missed: 0, before, by: 'runsOut' }), `year ${seed}`).toBe(0);
  });

  test('with a tenth of the visits missed the pace is right within 3 days in most years, three weeks ahead', () => {
    const off = seeds.map((seed) => missedBy(seed, { missed: 0.1, before: 21, by: 'runsOutAtPace' }));
    const near = off.filter((days) => days !== undefined && days <= 3).length;
    expect(near).toBeGreaterThanOrEqual(seeds.length - 1);
  });
});

describe('a plan that changes', () => {
  test('counts its own days again, and none is lost or doubled in any generated year', () => {
    const inOrder = (days: readonly UsedDay[]) =>
      days.map((day) => JSON.stringify([day.date, day.planId, day.from, day.units, day.cents])).sort();
    let differing = 0;
    for (const seed of seeds) {
      const { facts, today } = generateYear(seed);
      for (const planId of new Set(facts.visits.map((one) => one.planId))) {
        // Every second month of the plan is no longer planned.
        const visits = facts.visits.filter((one) => one.planId === planId).filter((_, n) => n % 2 === 0);
        const others = facts.visits.filter((one) => one.planId !== planId);
        const before = usedDays(facts, today, ZONE);
        const changed = recountDays(before, facts, { planIds: [planId], visits }, today, ZONE);
        const whole = usedDays({ ...facts, visits: [...others, ...visits] }, today, ZONE);
        expect(inOrder(changed), `year ${seed}, plan ${planId}`).toEqual(inOrder(whole));
        if (changed.length !== before.length) differing += 1;
      }
    }
    expect(differing).toBeGreaterThan(0);
  });
});

const PAR: LedgerPar = {
  id: 1,
  type: 'PCP',
  number: 'A1',
  from: '2026-10-01',
  through: '2026-12-31',
  units: 20,
};
const month = (name: string, more: Partial<LedgerFacts['visits'][number]>) => ({
  planId: 7,
  month: name,
  type: 'PCP',
  unitRule: 'up' as const,
  payRate: 500,
  rates: [],
  planned: [],
  worked: [],
  toCome: [],
  uncoded: [],
  ...more,
});
const NOTHING = { pars: [PAR], cards: [], visits: [], claims: [] };

describe('ledger of an authorization', () => {
  test('rounds once for a plan and month, over what is worked and what is to come', () => {
    const facts = {
      ...NOTHING,
      visits: [
        month('2026-11', {
          worked: [served('2026-11-02', '08:00', '08:20'), served('2026-11-03', '08:00', '08:20')],
          toCome: [served('2026-11-10', '08:00', '08:20')],
        }),
      ],
    };
    // 60 minutes are 4 units, and not three times 2.
    expect(ledgerOf(PAR, facts, '2026-11-05', ZONE)).toMatchObject({
      worked: 3,
      planned: 1,
      left: 17,
      short: 0,
    });
  });

  test('is worth its unused units at the rate of its type while nothing of it is worked or planned', () => {
    const priced = { ...PAR, unitCents: 692 };
    const facts = { ...NOTHING, pars: [priced] };
    expect(ledgerOf(priced, facts, '2026-11-05', ZONE)).toMatchObject({ unused: 20, unusedCents: 13_840 });
    const [line] = authorizationLines(facts, { isPrivate: false, payers: [] }, '2026-11-05', ZONE);
    expect(line?.findings.map(({ kind, units, cents }) => [kind, units, cents])).toEqual([
      ['underUsed', 20, 13_840],
    ]);
  });

  test('is underused by what is lost at the present pace: planned units of which a part is missed too', () => {
    const planned = ['02', '03', '04', '05'].map((at) => served(`2026-11-${at}`, '08:00', '09:00'));
    const facts = {
      ...NOTHING,
      visits: [
        month('2026-11', {
          planned,
          worked: planned.slice(0, 2),
          toCome: ['10', '11'].map((at) => served(`2026-11-${at}`, '08:00', '09:00')),
        }),
      ],
    };
    // Half of what was planned was worked: of the 8 planned units 4 are lost beside the 4 that nobody has planned.
    expect(ledgerOf(PAR, facts, '2026-11-06', ZONE)).toMatchObject({
      ...{ worked: 8, planned: 8, unused: 4, unusedCents: 2_000, unusedAtPace: 8, unusedAtPaceCents: 4_000 },
    });
    const [line] = authorizationLines(facts, { isPrivate: false, payers: [] }, '2026-11-06', ZONE);
    expect(line?.findings.find(({ kind }) => kind === 'underUsed')).toMatchObject({ units: 8, cents: 4_000 });
  });

  test('loses all that is planned at this pace where nobody came to any of its visits', () => {
    const planned = ['02', '03'].map((at) => served(`2026-11-${at}`, '08:00', '09:00'));
    const toCome = ['10', '11', '12', '13', '16'].map((at) => served(`2026-11-${at}`, '08:00', '09:00'));
    const facts = { ...NOTHING, visits: [month('2026-11', { planned, toCome })] };
    expect(ledgerOf(PAR, facts, '2026-11-06', ZONE)).toMatchObject({
      ...{ worked: 0, planned: 20, unused: 0, unusedAtPace: 20, unusedAtPaceCents: 10_000 },
      runsOutAtPace: null,
    });
    const [line] = authorizationLines(facts, { isPrivate: false, payers: [] }, '2026-11-06', ZONE);
    expect(line?.findings.find(({ kind }) => kind === 'underUsed')).toMatchObject({
      units: 20,
      cents: 10_000,
    });
  });

  test('a saved card speaks for its days, visits for those after its last one', () => {
    const card = {
      planId: 7,
      date: '2026-11',
      typeCode: 'PCP',
      startPeriod: '2026-11-01',
      endPeriod: '2026-11-30',
      payRate: 500,
      rates: [],
      unitRule: 'up' as const,
      days: [served('2026-11-03', '08:00', '09:00')],
    };
    const worked = [served('2026-11-02', '08:00', '09:00'), served('2026-11-04', '08:00', '09:00')];
    const facts = { ...NOTHING, cards: [card], visits: [month('2026-11', { worked })] };
    expect(ledgerOf(PAR, facts, '2026-11-10', ZONE)).toMatchObject({ worked: 8, onCards: 4 });
    expect(ledgerOf(PAR, facts, '2026-12-10', ZONE)).toMatchObject({ worked: 4, onCards: 4 });
  });

  test('says nothing of what is left while nobody says how the time of a day becomes units', () => {
    const toCome = [served('2026-11-09', '08:00', '09:00')];
    const of = (unitRule: 'up' | null, more = {}) => ({
      ...NOTHING,
      visits: [{ ...month('2026-11', { toCome }), unitRule, ...more }],
    });
    const lines = [of('up'), of(null), of(null, { type: 'HMK' })].map((facts) =>
      ledgerOf(PAR, facts, '2026-11-08', ZONE),
    );
    expect(lines.map((line) => [line?.authorized, line?.planned, line?.left])).toEqual([
      [20, 4, 20],
      [20, 0, null],
      [20, 0, 20],
    ]);
    const partial = usedUnits(of(null), '2026-11-08', ZONE);
    expect([...unitsLeftFor(partial, { date: '2026-11-09', plans: [] })]).toEqual([]);
  });

  test('says the first day that is not covered, and what is beyond it in units and cents', () => {
    const toCome = ['09', '10', '11', '12', '13', '14'].map((day) =>
      served(`2026-11-${day}`, '08:00', '09:00'),
    );
    const facts = { ...NOTHING, visits: [month('2026-11', { toCome })] };
    expect(ledgerOf(PAR, facts, '2026-11-08', ZONE)).toMatchObject({
      planned: 24,
      runsOut: '2026-11-14',
      short: 4,
      shortCents: 2_000,
      unused: 0,
    });
  });

  test('days without an authorization have a line of their own', () => {
    const facts = {
      ...NOTHING,
      visits: [month('2027-01', { toCome: [served('2027-01-04', '08:00', '09:00')] })],
    };
    expect(ledgersOf(facts, '2026-12-20', ZONE)).toMatchObject([
      { par: PAR, planned: 0 },
      { par: null, type: 'PCP', planned: 4, authorized: null, runsOut: null },
    ]);
  });

  test('a claim counts for the authorization it was sent with, also when a later one covers the day', () => {
    const later = { ...PAR, id: 2, number: 'A2', from: '2026-11-01' };
    const claim = {
      planId: 7,
      type: 'PCP',
      par: 'A1',
      day: '2026-11-02',
      units: 4,
      claimId: '1-1',
      chargeCents: 2_000,
      paidCents: 0,
    };
    const facts = { ...NOTHING, pars: [PAR, later], claims: [claim] };
    expect(ledgersOf(facts, '2026-11-20', ZONE)).toMatchObject([
      { claimed: 4, denied: 4, deniedCents: 2_000, paid: 0, deniedClaims: ['1-1'] },
      { claimed: 0 },
    ]);
  });

  test('names the days behind its numbers: those of claims with their claim, those beyond it in part', () => {
    const asked = { planId: 7, type: 'PCP', par: 'A1', units: 4, chargeCents: 2_000 };
    const claims = [
      { ...asked, claimId: '1-1', day: '2026-11-02', paidCents: 2_000 },
      { ...asked, claimId: '1-2', day: '2026-11-03', paidCents: 0 },
      { ...asked, claimId: '1-3', day: '2026-11-04', paidCents: null },
    ];
    const toCome = ['11', '12', '13'].map((day) => served(`2026-11-${day}`, '08:00', '10:00'));
    const worked = ['02', '05'].map((day) => served(`2026-11-${day}`, '08:00', '09:00'));
    const visits = [month('2026-11', { worked, toCome })];
    const ledger = ledgerOf(
      PAR,
      { ...NOTHING, pars: [{ ...PAR, units: 28 }], claims, visits },
      '2026-11-10',
      ZONE,
    );
    const behind = (part: LedgerPart) =>
      ledger && daysBehind(ledger, part).map(({ date, units, claimId }) => [date, units, claimId]);
    expect(behind('claimed')).toHaveLength(3);
    expect(behind('paid')).toEqual([['2026-11-02', 4, '1-1']]);
    expect(behind('denied')).toEqual([['2026-11-03', 4, '1-2']]);
    expect(behind('planned')).toHaveLength(3);
    expect(behind('short')).toEqual([['2026-11-13', 4, null]]);
    expect(behind('open')).toEqual([['2026-11-05', 4, null]]);
  });
});

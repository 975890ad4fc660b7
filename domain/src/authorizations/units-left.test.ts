import { expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import type { LedgerFacts, LedgerPar } from './ledger.ts';
import { ZONE } from './testing/test-year.ts';
import { unitsLeftFor, usedUnits } from './units-left.ts';

const TODAY = '2026-11-16';
const par = (type: string, units: number | null): LedgerPar => ({
  id: type.length,
  type,
  number: type,
  from: '2026-11-01',
  through: '2026-12-31',
  units,
});
/** Two hours are 8 units: two days are worked, two are ahead. */
const days = (dates: readonly string[]) => dates.map((date) => served(date, '08:00', '10:00'));
const month = (planId: number, type: string): LedgerFacts['visits'][number] => ({
  planId,
  month: '2026-11',
  type,
  unitRule: 'up',
  payRate: 500,
  rates: [],
  planned: [],
  worked: days(['2026-11-02', '2026-11-09']),
  toCome: days(['2026-11-16', '2026-11-23']),
  uncoded: [],
});
const left = (
  pars: readonly LedgerPar[],
  visit: Parameters<typeof unitsLeftFor>[1],
  more: Partial<LedgerFacts> = {},
) => [
  ...unitsLeftFor(
    usedUnits({ pars, cards: [], visits: [month(7, 'PCP')], claims: [], ...more }, TODAY, ZONE),
    visit,
  ),
];

test.each([
  ['less worked, the visit itself apart', 40, '2026-11-16', 24],
  ['and less what is planned before it', 40, '2026-11-23', 16],
  ['never below nothing', 12, '2026-11-23', 0],
])('units left are those authorized %s', (_, units, date, rest) => {
  expect(left([par('PCP', units)], { date, plans: [7] })).toEqual([['PCP', rest]]);
});

test('a visit that is not planned under the authorization takes none that later days need', () => {
  expect(left([par('PCP', 40)], { date: '2026-11-16', plans: [8] })).toEqual([['PCP', 8]]);
});

test('what a claim asks for counts as it was sent', () => {
  const claims = [
    {
      claimId: '1-1',
      planId: 7,
      type: 'PCP',
      par: 'PCP',
      day: '2026-11-02',
      units: 7,
      chargeCents: 3500,
      paidCents: null,
    },
  ];
  const [[, rest] = []] = left([par('PCP', 40)], { date: '2026-11-16', plans: [7] }, { claims });
  // The other worked day keeps its 8, so that one unit more is left.
  expect(rest).toBe(25);
});

test('each type has its own, and an authorization without units or of other days counts none', () => {
  const pars = [par('PCP', 40), par('HMK', 5), par('RPCP', null)];
  expect(left(pars, { date: '2026-11-16', plans: [7] })).toEqual([
    ['PCP', 24],
    ['HMK', 5],
  ]);
  expect(left(pars, { date: '2027-01-04', plans: [7] })).toEqual([]);
});

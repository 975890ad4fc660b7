import { expect, it } from 'vitest';
import { type Exceeded, madeWorse, unclaimableDays } from './exceeded.ts';
import { type LedgerPar, ledgersOf, type UsedDay } from './ledger.ts';

const beyond = (until: string, amount: number): Exceeded => ({
  limit: 'providerWeek',
  rule: 'block',
  parId: null,
  day: until,
  until,
  amount,
  cents: null,
  text: `${amount} until ${until}`,
});
const saved = [beyond('2026-12-13', 120)];
const worse = (...after: Exceeded[]) => madeWorse(saved, after).map(({ text }) => text);

it('a decision does not make a limit worse that was exceeded as much in the same period', () => {
  expect(worse(beyond('2026-12-13', 120))).toEqual([]);
  expect(worse(beyond('2026-12-13', 121))).toEqual(['121 until 2026-12-13']);
  expect(worse(beyond('2026-12-13', 120), beyond('2027-01-10', 60))).toEqual(['60 until 2027-01-10']);
});

it('a later period of the same limit counts only if it exceeds the limit by more', () =>
  expect(worse(beyond('2027-01-10', 60), beyond('2027-01-17', 60), beyond('2027-07-11', 61))).toEqual([
    '60 until 2027-01-10',
    '61 until 2027-07-11',
  ]));

it('days without an authorization or a code are separate limits, except days that wait for a renewal', () => {
  const par: LedgerPar = {
    ...{ id: 1, type: 'PCP', number: 'A1', units: null },
    ...{ from: '2026-12-01', through: '2026-12-10' },
  };
  const day = (date: string, more: Partial<UsedDay> = {}): UsedDay => ({
    ...{ planId: 7, type: 'PCP', date, units: 4, cents: 2_000, minutes: 60, from: 'plan', hasCode: true },
    ...more,
  });
  const found = (pars: LedgerPar[], days: UsedDay[]) => {
    const ledgers = ledgersOf(
      { pars, cards: [], visits: [], claims: [] },
      '2026-12-01',
      'America/Denver',
      days,
    );
    const rules = { noPar: 'block' } as const;
    return unclaimableDays(ledgers, rules, '2026-12-01', (date) => date >= '2026-12-01').map(
      ({ limit, rule, amount, until, text }) => [limit, rule, amount, until, text],
    );
  };
  expect(found([par], [day('2026-12-08'), day('2026-12-15')])).toEqual([]);
  expect(found([], [day('2026-11-30'), day('2026-12-08'), day('2026-12-15')])).toEqual([
    ['noPar', 'block', 8, '2026-12-15', 'No authorization from Dec 8: 8 units uncovered until Dec 15'],
  ]);
  expect(found([par], [day('2026-12-08', { hasCode: false })])).toEqual([
    ['noCode', 'warn', 4, '2026-12-08', 'No code for the program from Dec 8: 4 units uncoded until Dec 8'],
  ]);
});

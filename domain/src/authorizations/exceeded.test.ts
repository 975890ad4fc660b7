import { expect, it } from 'vitest';
import { type Exceeded, madeWorse } from './exceeded.ts';

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

it('what was exceeded as far before in the same time is no news', () => {
  expect(worse(beyond('2026-12-13', 120))).toEqual([]);
  expect(worse(beyond('2026-12-13', 121))).toEqual(['121 until 2026-12-13']);
  expect(worse(beyond('2026-12-13', 120), beyond('2027-01-10', 60))).toEqual(['60 until 2027-01-10']);
});

it('of one limit a later time is news where it goes further', () =>
  expect(worse(beyond('2027-01-10', 60), beyond('2027-01-17', 60), beyond('2027-07-11', 61))).toEqual([
    '60 until 2027-01-10',
    '61 until 2027-07-11',
  ]));

import { describe, expect, test } from 'vitest';
import { ALREADY_SENT, ALREADY_VOID, MAIL_IS_OFF, maySend, mayVoid, NO_ADDRESS } from './moves.ts';
import { checkTerms, SAME_DAY, tidyTerms, UNKNOWN_TYPE } from './terms.ts';

const types = new Set(['PCP', 'PRIVATE']);
const rate = (from: string, type = 'PCP', cents = 3_800) => ({ type, from, cents });

describe('rates and shares of cost', () => {
  test('are of known types, once a day, shares from the first of a month', () => {
    const faults = (rates: ReturnType<typeof rate>[], shares: { from: string; cents: number }[] = []) =>
      checkTerms({ rates, shares }, types).map(({ field, message }) => [field, message]);
    expect(
      faults([rate('2026-01-01'), rate('2026-01-01', 'PRIVATE')], [{ from: '2026-01-01', cents: 0 }]),
    ).toEqual([]);
    expect(faults([rate('2026-01-01', 'X')])).toEqual([['rates.0.type', UNKNOWN_TYPE]]);
    expect(faults([rate('2026-01-01'), rate('2026-01-01')])).toEqual([['rates.1.from', SAME_DAY]]);
    expect(faults([], [{ from: '2026-01-02', cents: 1 }])[0]?.[0]).toBe('shares.0.from');
    const twice = { from: '2026-01-01', cents: 1 };
    expect(faults([], [twice, twice])).toEqual([['shares.1.from', SAME_DAY]]);
  });

  test('are stored by type and day', () => {
    const sorted = tidyTerms({
      rates: [rate('2026-02-01', 'PRIVATE'), rate('2026-03-01'), rate('2026-01-01')],
      shares: [],
    });
    expect(sorted.rates.map(({ type, from }) => `${type} ${from}`)).toEqual([
      'PCP 2026-01-01',
      'PCP 2026-03-01',
      'PRIVATE 2026-02-01',
    ]);
  });
});

describe('an invoice', () => {
  const one = {
    voided: null,
    sent: null,
    mailFault: null,
    billTo: { name: 'Ana', lines: [], email: 'ana@example.org' },
  };
  test('is sent once, by e-mail where there is an address; one that failed goes again', () => {
    expect(maySend(one, 'Email', true)).toBeUndefined();
    expect(maySend({ ...one, sent: '2026-11-20T17:00:00Z' }, 'Paper', true)).toBe(ALREADY_SENT);
    expect(
      maySend({ ...one, sent: '2026-11-20T17:00:00Z', mailFault: 'Refused' }, 'Email', true),
    ).toBeUndefined();
    expect(maySend({ ...one, voided: '2026-11-20' }, 'Paper', true)).toBe(ALREADY_VOID);
    expect(maySend(one, 'Email', false)).toBe(MAIL_IS_OFF);
    expect(maySend({ ...one, billTo: { ...one.billTo, email: '' } }, 'Email', true)).toBe(NO_ADDRESS);
    expect(maySend({ ...one, billTo: { ...one.billTo, email: '' } }, 'Paper', false)).toBeUndefined();
  });

  test('is voided once', () => {
    expect(mayVoid(one)).toBeUndefined();
    expect(mayVoid({ voided: '2026-11-20' })).toBe(ALREADY_VOID);
    expect(mayVoid(undefined)).toBe(ALREADY_VOID);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import {
  asksMedicaid,
  asksMedicaidWithin,
  type CoveredClient,
  checkClientPayers,
  checkPayer,
  hasMedicaid,
  type KnownPayer,
  MEDICAID_LAST,
  PRIVATE_AND_MEDICAID,
  payerOfCard,
  payersOn,
  tidyPayer,
  UNKNOWN_PAYER,
} from './rules.ts';
import { type ClientPayer, PAYER_KINDS, type PayerFacts } from './schema.ts';

const payer: PayerFacts = {
  kind: 'Private',
  name: 'Ana Lopez',
  contact: '',
  phone: '',
  email: '',
  address: '1 Elm St',
  address2: '',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  termsDays: 15,
  payerNumber: '',
  isActive: true,
};

describe('a payer', () => {
  test.each([
    [{ name: '' }, 'name'],
    [{ phone: '55' }, 'phone'],
    [{ email: 'ana' }, 'email'],
    [{ address: '' }, 'address'],
    [{ city: '' }, 'city'],
    [{ state: '' }, 'state'],
    [{ state: 'Colorado' }, 'state'],
    [{ zip: '' }, 'zip'],
    [{ zip: '12' }, 'zip'],
    [{ kind: 'Other' as const }, 'payerNumber'],
  ])('with %j has an error in %s', (change, field) => {
    expect(checkPayer({ ...payer, ...change }).map((error) => error.field)).toEqual([field]);
  });

  test('needs a name and an address; Medicaid needs only a name', () => {
    expect(checkPayer(payer)).toEqual([]);
    const medicaid = { ...payer, kind: 'Medicaid' as const, address: '', city: '', state: '', zip: '' };
    expect(checkPayer(medicaid)).toEqual([]);
  });

  test('is stored with phone, state and ZIP in uniform spelling', () => {
    expect(tidyPayer({ ...payer, phone: '303 555 0100', state: 'co', zip: '80202-0001' })).toMatchObject({
      phone: '(303) 555-0100',
      state: 'CO',
      zip: '802020001',
    });
  });
});

const known = new Map<number, KnownPayer>([
  [1, { kind: 'Medicaid', name: 'Medicaid', isActive: true }],
  [2, { kind: 'Other', name: 'Aetna', isActive: true }],
  [3, { kind: 'Private', name: 'Ana Lopez', isActive: true }],
]);
const of = (payerId: number, from = '2026-01-01', through: string | null = null): ClientPayer => ({
  payerId,
  from,
  through,
  memberId: payerId === 2 ? 'W123' : '',
  groupNumber: '',
});
const faults = (...payers: ClientPayer[]) =>
  checkClientPayers(payers, known).map(({ field, message }) => [field, message]);

describe('the payers of a client', () => {
  test('must list Medicaid last', () => {
    expect(faults(of(2), of(1))).toEqual([]);
    expect(faults(of(1), of(2))).toEqual([['payers.1.payerId', MEDICAID_LAST]]);
    expect(faults(of(1, '2026-01-01', '2026-03-31'), of(2, '2026-04-01'))).toEqual([]);
  });

  test('must not include Medicaid and a private payer for the same days', () => {
    expect(faults(of(3), of(1))).toEqual([['payers.1.from', PRIVATE_AND_MEDICAID]]);
    expect(faults(of(1), of(3))).toEqual([['payers.1.from', PRIVATE_AND_MEDICAID]]);
    expect(faults(of(3, '2026-01-01', '2026-02-28'), of(1, '2026-03-01'))).toEqual([]);
  });

  test('must exist, end after they begin, cover a day once, and have a member number if they are insurers', () => {
    expect(faults(of(9))).toEqual([['payers.0.payerId', UNKNOWN_PAYER]]);
    expect(faults(of(3, '2026-02-01', '2026-01-31'))[0]?.[0]).toBe('payers.0.through');
    expect(faults(of(3, '2026-01-01', '2026-06-30'), of(3, '2026-06-30'))[0]?.[0]).toBe('payers.1.from');
    expect(faults({ ...of(2), memberId: '' })[0]?.[0]).toBe('payers.0.memberId');
  });
});

const covered = (isPrivate: boolean, ...payers: ClientPayer[]): CoveredClient => ({
  isPrivate,
  payers: payers.map((one) => ({ ...one, kind: known.get(one.payerId)?.kind ?? 'Other' })),
});
/** Lists of up to `maxLength` payers that start and end on the given days. */
const payerLists = (starts: readonly string[], ends: readonly (string | null)[], maxLength: number) =>
  fc.array(
    fc.record({
      payerId: fc.integer({ min: 1, max: 3 }),
      from: fc.constantFrom(...starts),
      through: fc.constantFrom(...ends),
      memberId: fc.constant('W1'),
      groupNumber: fc.constant(''),
    }),
    { maxLength },
  );
const card = (startPeriod: string) => ({ startPeriod });

describe('Medicaid', () => {
  test('is billed within a span exactly if it is billed for one of its days', () => {
    const list = payerLists(
      ['2026-01-01', '2026-01-10', '2026-01-20'],
      [null, '2026-01-09', '2026-01-25'],
      3,
    );
    const first = Temporal.PlainDate.from('2025-12-28');
    const day = fc.integer({ min: 0, max: 40 }).map((days) => first.add({ days }));
    fc.assert(
      fc.property(fc.boolean(), list, day, day, (isPrivate, payers, from, through) => {
        fc.pre(Temporal.PlainDate.compare(from, through) <= 0);
        const client = covered(isPrivate, ...payers);
        const days = Array.from({ length: from.until(through).days + 1 }, (_, n) =>
          from.add({ days: n }).toString(),
        );
        expect(asksMedicaidWithin(client, { from: `${from}`, through: `${through}` })).toBe(
          days.some((one) => asksMedicaid(client, one)),
        );
      }),
    );
  });
});

describe('a billing card', () => {
  test('belongs to the payer that the client record implies if no payer is entered for its first day', () => {
    for (const client of [covered(false), covered(false, of(3, '2027-01-01'))])
      expect(payerOfCard(card('2026-11-01'), client)).toEqual({ kind: 'Medicaid', payerId: null });
    expect(payerOfCard(card('2026-11-01'), covered(true))).toEqual({ kind: 'Private', payerId: null });
  });

  test('belongs to the first payer of its first day', () => {
    const client = covered(false, of(2, '2026-03-10'), of(1));
    expect(payerOfCard(card('2026-03-09'), client)).toMatchObject({ kind: 'Medicaid', payerId: 1 });
    expect(payerOfCard(card('2026-03-10'), client)).toMatchObject({ kind: 'Other', payerId: 2 });
    expect(hasMedicaid(card('2026-03-10'), client)).toBe(true);
    expect(hasMedicaid(card('2026-03-10'), covered(false, of(2)))).toBe(false);
    expect(payersOn(client, '2026-03-10').map(({ payerId }) => payerId)).toEqual([2, 1]);
  });

  test('is claimed from Medicaid exactly if the client is not private, as long as no payers are entered', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.integer({ min: 0, max: 4_000 }), (isPrivate, days) => {
        const startPeriod = addDays('2020-01-01', days);
        expect(hasMedicaid(card(startPeriod), covered(isPrivate))).toBe(!isPrivate);
      }),
    );
  });

  test('has one payer, and Medicaid comes before no other, for every valid list', () => {
    const list = payerLists(
      ['2026-01-01', '2026-02-01', '2026-03-01'],
      [null, '2026-02-15', '2026-03-31'],
      4,
    );
    fc.assert(
      fc.property(list, fc.constantFrom('2026-01-01', '2026-02-10', '2026-04-01'), (payers, day) => {
        fc.pre(checkClientPayers(payers, known).length === 0);
        const kinds = payersOn(covered(false, ...payers), day).map(({ kind }) => kind);
        expect(kinds.slice(0, -1)).not.toContain('Medicaid');
        expect(kinds.includes('Medicaid') && kinds.includes('Private')).toBe(false);
        expect(PAYER_KINDS).toContain(kinds[0]);
      }),
    );
  });
});

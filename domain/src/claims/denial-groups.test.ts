import { describe, expect, it } from 'vitest';
import type { DayLine } from './day-lines.ts';
import { changesOf, denialGroups, NO_USE, NOTHING_CHANGED, type Redraft } from './denial-groups.ts';
import { fileBy, type PayerTerms, resendBy, validOn } from './payer-terms.ts';
import { REASONS, reasonCode, reasonWords } from './reason-words.ts';
import type { Denial, DenialReason } from './schema.ts';
import type { SentClaim } from './sent-claim.ts';

const TERMS: readonly PayerTerms[] = [
  { validFrom: '2018-06-01', filingDays: 365, resubmitDays: 60, resendDenied: '7', source: 'FAQ' },
  { validFrom: '2026-10-01', filingDays: 90, resubmitDays: 60, resendDenied: '1', source: 'Bulletin' },
];
const reason = (code: string, mend: DenialReason['mend']): DenialReason => ({
  code,
  mend,
  validFrom: '2000-01-01',
  title: `Title ${code}`,
  cause: `Cause ${code}.`,
  advice: `Advice ${code}`,
  source: 'ours',
});
const REASON_ROWS = [
  reason('197', 'par'),
  { ...reason('197', 'par'), validFrom: '2027-01-01', title: 'Later' },
  reason('112', 'visit'),
  reason('18', 'final'),
];
const line = (day: string, paid: number, code = '197'): Denial['lines'][number] => ({
  cardId: 1,
  day,
  code: 'T1019 U1',
  units: 8,
  charge: 4_000,
  insured: 0,
  paid,
  reason: reasonWords({ group: 'CO', reason: code }),
});
const denial = (id: string, values: Partial<Denial> = {}): Denial => ({
  id,
  state: 'Denied',
  frequency: '1',
  clientId: 1,
  client: 'Baca, Guadalupe',
  month: '2026-10',
  from: '2026-10-05',
  through: '2026-10-06',
  par: 'A1',
  icn: '59001',
  charge: 8_000,
  insured: 0,
  paid: 0,
  overpaid: 0,
  settled: 0,
  standing: 0,
  reason: null,
  lines: [line('2026-10-05', 0), line('2026-10-06', 0)],
  sent: '2026-11-01T12:00:00Z',
  decided: '2026-11-08',
  ownerId: null,
  note: null,
  rev: 0,
  fixed: null,
  ...values,
});
const sent: SentClaim = {
  id: '1-1',
  clientId: 1,
  place: '12',
  par: 'A1',
  frequency: '1',
  original: null,
  charge: 8_000,
  lines: ['2026-10-05', '2026-10-06'].map((day, index) => ({
    control: `1-1-${index + 1}`,
    day,
    procedureCode: 'T1019',
    modifiers: ['U1'],
    units: 8,
    charge: 4_000,
    shares: [],
  })),
};
const nowOf = (values: Partial<DayLine> = {}): DayLine[] =>
  sent.lines.map(({ day }) => ({
    clientId: 1,
    day,
    type: 'PCP',
    place: '12',
    par: 'A1',
    procedureCode: 'T1019',
    modifiers: ['U1'],
    units: 8,
    charge: 4_000,
    isRateOutdated: false,
    shares: [],
    ...values,
  }));
const redraft = (values: Partial<Redraft> = {}): Redraft => ({
  sent,
  lines: nowOf(),
  missing: [],
  unproven: null,
  ...values,
});
const BOTH = { filing: TERMS, resending: TERMS };
const SETTING = { reasons: REASON_ROWS, terms: BOTH, today: '2026-11-20', agency: [] as readonly string[] };
const rowOf = (one: Denial, again: Redraft | undefined, setting = SETTING) => {
  const [group] = denialGroups([one], again ? new Map([[one.id, again]]) : new Map(), setting);
  return group?.rows[0];
};

describe('terms of the payer', () => {
  it('are those in force on the day', () => {
    expect(validOn(TERMS, '2018-05-31')).toBeUndefined();
    expect(fileBy(TERMS, '2026-09-30')).toBe('2027-09-30');
    expect(fileBy(TERMS, '2026-10-01')).toBe('2026-12-30');
  });
  it('let a denied claim be resent within some days of the denial, if that is later', () => {
    expect(resendBy(BOTH, { day: '2026-10-05', decided: '2026-10-20' })).toBe('2027-01-03');
    expect(resendBy(BOTH, { day: '2026-10-05', decided: '2026-12-20' })).toBe('2027-02-18');
    // If nobody says how denied claims are sent again, the first deadline stays.
    expect(resendBy({ ...BOTH, resending: [] }, { day: '2026-10-05', decided: '2026-12-20' })).toBe(
      '2027-01-03',
    );
  });
});

describe('the code of a reason', () => {
  it('is found again in the wording of every reason', () =>
    expect(
      Object.keys(REASONS).map((code) => reasonCode(reasonWords({ group: 'CO', reason: code }))),
    ).toEqual(Object.keys(REASONS)));
  it("is not found in somebody else's words", () =>
    expect([reasonCode('More was paid than was billed.'), reasonCode(null)]).toEqual([null, null]));
});

describe('what would change', () => {
  it('is each difference in the claim, old and new', () =>
    expect(changesOf(sent, nowOf({ par: 'B2', modifiers: ['KX'], units: 7, charge: 3_500 }))).toEqual([
      { field: 'PAR', from: 'A1', to: 'B2' },
      { field: 'Modifier', from: 'U1', to: 'KX' },
      { field: 'Units', from: '16', to: '14' },
      { field: 'Amount', from: '80.00', to: '70.00' },
    ]));
  it('is nothing for the same claim', () => expect(changesOf(sent, nowOf())).toEqual([]));
});

describe('denials by reason', () => {
  it('put each claim under the reason for most of its money, and add up to everything open', () => {
    const mixed = denial('1-2', {
      lines: [line('2026-10-05', 0, '112'), { ...line('2026-10-06', 3_000), units: 8 }],
      paid: 3_000,
      state: 'PartPaid',
    });
    const groups = denialGroups([denial('1-1'), mixed], new Map(), SETTING);
    expect(groups.map(({ code, open, title }) => [code, open, title])).toEqual([
      ['197', 8_000, 'Title 197'],
      ['112', 5_000, 'Title 112'],
    ]);
  });
  it("use the payer's current wording, or the product's own if there is none", () => {
    expect(denialGroups([denial('1-1')], new Map(), { ...SETTING, today: '2027-02-01' })[0]?.title).toBe(
      'Later',
    );
    const odd = denial('1-1', { lines: [line('2026-10-05', 0, '50')] });
    expect(denialGroups([odd], new Map(), SETTING)[0]?.title).toBe(
      'The payer does not regard it as medically necessary',
    );
  });
  it('check a claim that is corrected, and say how it is sent', () => {
    const row = rowOf(denial('1-1'), redraft({ lines: nowOf({ par: 'B2' }) }));
    expect(row).toMatchObject({ why: null, isBlocked: false, frequency: '1', units: 16, by: '2027-01-07' });
    expect(rowOf(denial('1-1', { paid: 10 }), redraft())?.frequency).toBe('7');
    expect(rowOf(denial('1-1'), redraft(), { ...SETTING, today: '2026-09-01' })?.frequency).toBe('7');
  });
  it.each([
    ['nothing changed', denial('1-1'), redraft(), NOTHING_CHANGED, false],
    [
      'a duplicate',
      denial('1-1', { lines: [line('2026-10-05', 0, '18')] }),
      redraft({ lines: nowOf({ par: 'B2' }) }),
      NO_USE,
      false,
    ],
    [
      'a visit that is still missing',
      denial('1-1', { lines: [line('2026-10-05', 0, '112')] }),
      redraft({ unproven: { day: '2026-10-05', reason: 'The visit was never sent to Sandata.' } }),
      '10-05-2026: The visit was never sent to Sandata.',
      false,
    ],
    ['data that is missing', denial('1-1'), redraft({ missing: ['No PAR.'] }), 'No PAR.', true],
    [
      'no billed day',
      denial('1-1'),
      redraft({ lines: [] }),
      'Nothing of claim 1-1 is billed anymore. Void it.',
      true,
    ],
    ['no decision', denial('1-1', { fixed: 'Not yet.' }), undefined, 'Not yet.', true],
  ])('leave a claim unchecked and say why: %s', (_, one, again, why, isBlocked) =>
    expect(rowOf(one, again)).toMatchObject({ why, isBlocked }),
  );
  it('mention an accepted visit as the change', () =>
    expect(rowOf(denial('1-1', { lines: [line('2026-10-05', 0, '112')] }), redraft())).toMatchObject({
      why: null,
      changes: [{ field: 'Visit', from: 'not accepted', to: 'accepted' }],
    }));
  it('report a missed deadline', () => {
    const setting = { ...SETTING, today: '2027-03-01' };
    expect(rowOf(denial('1-1'), redraft({ lines: nowOf({ par: 'B2' }) }), setting)?.why).toBe(
      'The payer took it until 01-07-2027: ask the payer for a waiver.',
    );
  });
  it("block every claim while the agency's own data is incomplete", () =>
    expect(rowOf(denial('1-1'), redraft(), { ...SETTING, agency: ['No TPID.'] })).toMatchObject({
      why: 'No TPID.',
      isBlocked: true,
    }));
});

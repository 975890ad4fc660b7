import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CardStatus } from '../billing/schema.ts';
import { served } from '../billing/testing/served.ts';
import { FIRST_PACK } from '../states/registry.ts';
import {
  type BatchCard,
  type CardPart,
  cardsOfClaim,
  chooseCards,
  claimedBeside,
  claimsInPlaceOf,
  goesInPart,
  linesToReplace,
  numberClaims,
  numberVoids,
  type OpenClaim,
  totalsOf,
} from './batch.ts';
import { afterEvent, type CardBook, withoutTests } from './card-book.ts';
import { dayLines } from './day-lines.ts';
import { proveCard, provenBy } from './proof.ts';
import type { ProofVisit } from './schema.ts';
import { NO_FIRST_PAYERS } from './second-payer.ts';
import { claimsToSend } from './sent-claim.ts';
import { cardToClaim } from './testing/example-month.ts';

const ZONE = 'America/Denver';
const BY_AGGREGATOR = { zone: ZONE, by: 'aggregator' } as const;

const parts = (more: Partial<CardPart> = {}): CardPart => ({
  claimId: '1-1',
  cardId: 1,
  frequency: '1',
  replaces: null,
  superseded: false,
  charge: 100,
  units: 1,
  paid: null,
  reversed: false,
  refused: null,
  reason: null,
  problem: null,
  posted: [],
  icn: '2026000000001',
  usage: 'P',
  ...more,
});
const refused = { source: '277CA', reason: 'No.' } as const;
const cardWith = (claims: readonly CardPart[], amount = 100): BatchCard => ({
  ...cardToClaim([served('2026-11-02', '08:00', '09:00')]),
  amount,
  parts: claims,
});

describe('an upload takes a card', () => {
  const cases: readonly (readonly [string, readonly CardPart[], '1' | '7', 'fresh' | 'replaced' | 'sent'])[] =
    [
      ['that was never sent', [], '1', 'fresh'],
      ['but not if it waits for an answer', [parts()], '1', 'sent'],
      ['that was refused', [parts({ refused })], '1', 'fresh'],
      ['that was denied', [parts({ paid: 0 })], '1', 'fresh'],
      ['but not if it was paid', [parts({ paid: 100 })], '1', 'sent'],
      ['but not if it was paid in part', [parts({ paid: 40 })], '1', 'sent'],
      ['that was denied, as a replacement of the old claim', [parts({ paid: 0 })], '7', 'replaced'],
      ['as a new claim if the payer gave no number', [parts({ paid: 0, icn: null })], '7', 'fresh'],
      ['but not if it was paid and has not changed', [parts({ paid: 100 })], '7', 'sent'],
      ['that was paid and has changed since', [parts({ paid: 100, charge: 80 })], '7', 'replaced'],
      ['but not if it waits for an answer, although it has changed', [parts({ charge: 80 })], '7', 'sent'],
      [
        'not one whose replacement waits',
        [parts({ paid: 0 }), parts({ claimId: '2-1', frequency: '7', replaces: '1-1' })],
        '7',
        'sent',
      ],
      [
        'one whose replacement was refused',
        [parts({ paid: 0 }), parts({ claimId: '2-1', frequency: '7', replaces: '1-1', refused })],
        '7',
        'replaced',
      ],
      [
        'one that was voided and taken back',
        [parts({ paid: 0, reversed: true }), parts({ claimId: '2-1', frequency: '8', replaces: '1-1' })],
        '1',
        'fresh',
      ],
      ['that was only sent as a test', [parts({ usage: 'T' })], '1', 'fresh'],
    ];
  test.each(cases)('%s', (_, claims, frequency, expected) => {
    const choice = chooseCards([cardWith(claims)], { usage: 'P', frequency });
    expect([choice.fresh.length, choice.replaced.length, choice.alreadySent.length]).toEqual([
      expected === 'fresh' ? 1 : 0,
      expected === 'replaced' ? 1 : 0,
      expected === 'sent' ? 1 : 0,
    ]);
  });

  it('reports cards that have changed since they were sent', () => {
    const choice = chooseCards([cardWith([parts()], 90), cardWith([parts()])], {
      usage: 'P',
      frequency: '1',
    });
    expect([choice.alreadySent.length, choice.changed.length]).toEqual([2, 1]);
  });

  it('test files hold back cards of other test files only', () => {
    expect(
      chooseCards([cardWith([parts({ usage: 'T' })])], { usage: 'T', frequency: '1' }).alreadySent,
    ).toHaveLength(1);
  });

  it('puts each card into exactly one group, whatever its claims', () => {
    const claim = fc.record({
      paid: fc.constantFrom(null, 0, 50, 100),
      icn: fc.constantFrom(null, '1'),
      superseded: fc.boolean(),
      refused: fc.constantFrom(null, refused),
      frequency: fc.constantFrom('1' as const, '7' as const, '8' as const),
    });
    fc.assert(
      fc.property(
        fc.array(claim, { maxLength: 4 }),
        fc.constantFrom('1' as const, '7' as const),
        (list, frequency) => {
          const claims = list.map((one, at) => parts({ ...one, claimId: `${at + 1}-1` }));
          const choice = chooseCards([cardWith(claims)], { usage: 'P', frequency });
          const taken =
            choice.fresh.length + (choice.replaced.length > 0 ? 1 : 0) + choice.alreadySent.length;
          expect(taken).toBe(1);
          // Money that was asked for or paid is never asked for again as new.
          const asks = claims.some(
            (one) =>
              one.frequency !== '8' &&
              !one.superseded &&
              one.paid !== 0 &&
              !(one.refused !== null && one.paid === null),
          );
          if (asks) expect(choice.fresh).toEqual([]);
        },
      ),
    );
  });
});

const month = cardToClaim([
  served('2026-11-02', '08:00', '09:00'),
  served('2026-11-09', '08:00', '10:00'),
  served('2026-11-16', '08:00', '11:00'),
]);
const [sent] = claimsToSend(dayLines([month], ZONE), 3);
if (!sent) throw new Error('a month has a claim');

describe('a claim that is sent again', () => {
  const around = { keyOf: (id: number) => `plan ${id}`, others: [], zone: ZONE };

  it('has the lines that its cards have now, under the number of the claim that it replaces', () => {
    const shorter = cardToClaim([served('2026-11-02', '08:00', '08:30')], {}, { pars: [] });
    const replacements = linesToReplace([{ claim: sent, icn: 'ICN' }], [shorter], around);
    const [again, ...others] = numberClaims(9, [], replacements, NO_FIRST_PAYERS);
    expect(others).toEqual([]);
    expect(again).toMatchObject({
      replaces: '3-1',
      sent: { id: '9-1', frequency: '7', original: 'ICN', charge: 2 * 608, par: null },
    });
  });

  it('leaves out days that another claim has, and takes those that none has', () => {
    const [first, second, third] = sent.lines;
    if (!first || !second || !third) throw new Error('three lines');
    const one = { ...sent, lines: [first] };
    const two = { ...sent, id: '3-2', lines: [second] };
    const [again] = linesToReplace([{ claim: one, icn: 'ICN' }], [month], { ...around, others: [two] });
    expect(again?.lines.map(({ day }) => day)).toEqual([first.day, third.day]);
    const both = linesToReplace(
      [one, two].map((claim) => ({ claim, icn: 'ICN' })),
      [month],
      around,
    );
    expect(both.map(({ lines }) => lines.map(({ day }) => day))).toEqual([
      [first.day, third.day],
      [second.day],
    ]);
  });

  it("keeps its days out of the file's other claims", () => {
    const [first, second] = sent.lines;
    if (!first || !second) throw new Error('two lines');
    const replacements = [{ lines: [first, second] }];
    const claimed = claimedBeside(replacements, () => new Map([[second.day, 9]]), around.keyOf);
    expect([...(claimed(1) ?? [])]).toEqual([
      [second.day, second.units],
      [first.day, first.units],
    ]);
    expect(claimed(2)).toEqual(new Map([[second.day, 9]]));
    expect(dayLines([month], ZONE, claimed).map(({ day }) => day)).toEqual(
      sent.lines.slice(2).map(({ day }) => day),
    );
  });

  it('has no lines if nothing is billed any more', () => {
    expect(linesToReplace([{ claim: sent, icn: 'ICN' }], [], around)[0]?.lines).toEqual([]);
  });

  it('is taken back exactly as it was sent', () => {
    const [void_] = numberVoids(9, [{ claim: sent, icn: 'ICN' }]);
    expect(void_).toMatchObject({
      replaces: '3-1',
      sent: { frequency: '8', charge: sent.charge, original: 'ICN' },
    });
    expect(void_?.sent.lines.map(({ units }) => units)).toEqual(sent.lines.map(({ units }) => units));
  });

  it('adds up over its cards, its lines and the file', () => {
    const claims = numberClaims(3, dayLines([month], ZONE), [], NO_FIRST_PAYERS);
    const parts = claims.flatMap((claim) => cardsOfClaim(claim.sent));
    expect(parts).toEqual([{ cardId: 1, units: 24, charge: 24 * 608, insured: 0 }]);
    expect(totalsOf(claims)).toEqual({ claims: 1, lines: 3, units: 24, amount: 24 * 608 });
  });
});

describe('only unclaimed days go out for a record', () => {
  const denied = parts({ paid: 0 });
  const corrected = parts({ claimId: '2-1', frequency: '7', replaces: '1-1', paid: 100 });
  const rejected = parts({ claimId: '3-1', refused });
  const voided = parts({ claimId: '4-1', frequency: '8', replaces: '1-1', paid: 0 });
  const cases: readonly (readonly [string, CardStatus, readonly CardPart[], '1' | '7', boolean])[] = [
    ['that was corrected', 'Adjust', [{ ...denied, superseded: true }, corrected], '1', true],
    ['but not for one that staff set to Adjust without any claim', 'Adjust', [], '1', false],
    ['but not for one with a voided claim', 'Adjust', [corrected, voided], '1', false],
    [
      'not one of which a claim is on its way to be taken back',
      'Adjust',
      [corrected, { ...voided, replaces: '2-1', paid: null }],
      '1',
      false,
    ],
    [
      'one whose void the payer refused',
      'Adjust',
      [corrected, { ...voided, replaces: '2-1', paid: null, refused }],
      '1',
      true,
    ],
    ['with a denied claim beside a refused one', 'Billed', [denied, rejected], '1', true],
    ['but not for one whose denied claim is replaced', 'Billed', [denied, rejected], '7', false],
    ['but not for one that was refused entirely', 'Billed', [rejected], '1', false],
    ['but not for one that staff set back to Billed', 'Billed', [denied], '1', false],
    ['but not for one that was only sent as a test', 'Adjust', [parts({ usage: 'T' })], '1', false],
  ];
  test.each(cases)('is %s', (_, status, claims, frequency, expected) => {
    expect(goesInPart({ status, parts: claims }, { usage: 'P', frequency })).toBe(expected);
  });
});

describe('a new claim takes the place of', () => {
  const line = (day: string, cardId = 1) => ({
    ...{ day, control: day, procedureCode: 'T1019', modifiers: [], units: 1, charge: 100 },
    shares: [{ cardId, units: 1, amount: 100 }],
  });
  type Lines = readonly ReturnType<typeof line>[];
  const claim = (id: string, ...lines: Lines) => ({ id, frequency: '1' as const, lines });
  const days = (...list: readonly string[]) => list.map((day) => line(day));
  const first = { ...claim('1-1', ...days('2026-11-01', '2026-11-02')), beside: [] };
  const inPlace = (
    next: Parameters<typeof claimsInPlaceOf>[0],
    records: Lines,
    earlier: readonly OpenClaim[] = [first],
  ) => claimsInPlaceOf(next, earlier, { keyOf: String, key: '1', records });
  test.each([
    ['one with a shared day', claim('2-1', ...days('2026-11-02', '2026-11-03')), ['1-1']],
    ['none with other days', claim('2-1', ...days('2026-11-03')), []],
    ['none of another record on the same day', claim('2-1', line('2026-11-01', 9)), []],
    [
      'not one of other days of this record, though it asks again for days of another',
      claim('2-1', line('2026-11-03'), line('2026-11-01', 9)),
      [],
    ],
  ])('%s', (_, next, expected) => {
    expect(inPlace(next, days('2026-11-01', '2026-11-02', '2026-11-03'))).toEqual(expected);
  });

  it('one whose days are no longer in the record', () => {
    expect(inPlace(claim('2-1', ...days('2026-11-03')), days('2026-11-03'))).toEqual(['1-1']);
  });

  const refused = { ...claim('1-1', ...days('2026-11-01', '2026-11-02')), frequency: '7' as const };
  const elsewhere = (...list: readonly string[]) => [{ lines: days(...list) }];
  test.each<[string, '1' | '7', Lines, OpenClaim['beside'], Lines, readonly string[]]>([
    [
      'no refused correction, if it is new and has only some of its days',
      '1',
      days('2026-11-01'),
      [],
      [],
      [],
    ],
    [
      'a refused correction, if it is new and has all of its days',
      '1',
      days('2026-11-01', '2026-11-02'),
      [],
      [],
      ['1-1'],
    ],
    [
      'one by a new claim for what others leave of it',
      '1',
      days('2026-11-01'),
      elsewhere('2026-11-02'),
      [],
      ['1-1'],
    ],
    [
      'one by a new claim for what the record still has of it',
      '1',
      days('2026-11-01'),
      [],
      days('2026-11-01', '2026-11-03'),
      ['1-1'],
    ],
    ['a refused correction, if it is another correction', '7', days('2026-11-01'), [], [], ['1-1']],
  ])('%s', (_, frequency, lines, beside, records, expected) => {
    const left = records.length > 0 ? records : days('2026-11-01', '2026-11-02');
    expect(inPlace({ frequency, lines }, left, [{ ...refused, beside }])).toEqual(expected);
  });
});

describe('the book of a plan’s month', () => {
  const book: CardBook = {
    key: '1 2026-11',
    card: { id: 1, status: 'Denied', deniedReason: 'No.', amount: 100 },
    claims: [],
  };
  const event = {
    kind: 'sent',
    claimId: '3-1',
    charge: 100,
    frequency: '1',
    replaces: null,
    askedAgain: [],
  } as const;

  it('keeps what a new claim takes from it, and stays Billed', () => {
    const after = afterEvent(book, event, { cardId: 1, units: 1, usage: 'P' });
    expect(after.card).toEqual({ id: 1, status: 'Billed', deniedReason: null, amount: 100 });
    expect(after.claims).toMatchObject([{ claimId: '3-1', cardId: 1, units: 1, icn: null }]);
    expect(afterEvent(after, event)).toBe(after);
  });

  it('continues without a card that was deleted', () => {
    const after = afterEvent({ ...book, card: null }, event, { cardId: 1, units: 1, usage: 'P' });
    expect([after.card, after.claims.length]).toEqual([null, 1]);
  });

  it('drops tests once files are real', () => {
    const tested = { ...book, claims: [parts({ usage: 'T' }), parts({ claimId: '2-1' })] };
    expect(withoutTests(tested).claims.map(({ superseded }) => superseded)).toEqual([true, false]);
  });
});

describe('proof before billing', () => {
  const TYPE = { evvNeeded: true, aggregatorCode: 'PRSNL' };
  const visit = (more: Partial<ProofVisit> = {}): ProofVisit => ({
    date: '2026-11-02',
    status: 'Complete',
    start: '2026-11-02T15:00:00Z',
    end: '2026-11-02T16:00:00Z',
    sent: 'Success',
    message: null,
    code: 'PRSNL',
    ...more,
  });
  const card = cardToClaim([served('2026-11-02', '08:00', '09:00')]);
  const cases: readonly (readonly [string, readonly ProofVisit[], string | null])[] = [
    ['accepted, same code, day and units', [visit()], null],
    ['no visit', [], 'No visit is recorded for this day.'],
    ['a visit on another day', [visit({ date: '2026-11-03' })], 'No visit is recorded for this day.'],
    ['not checked out', [visit({ status: 'Active', end: null })], 'The visit is not complete.'],
    ['never sent', [visit({ sent: null })], 'The visit was never sent to Sandata.'],
    ['under way', [visit({ sent: 'Pending' })], 'Sandata has not responded about the visit yet.'],
    ['refused', [visit({ sent: 'Failed', message: 'No client.' })], 'Sandata rejected the visit: No client.'],
    [
      'another service',
      [visit({ code: 'HMKR' })],
      'Sandata accepted the visit as HMKR, but this type is PRSNL.',
    ],
    ['too short', [visit({ end: '2026-11-02T15:30:00Z' })], '4 units billed, only 2 verified.'],
    [
      'two that add up',
      [visit({ end: '2026-11-02T15:30:00Z' }), visit({ start: '2026-11-02T15:30:00Z' })],
      null,
    ],
  ];
  test.each(cases)('%s', (_, visits, reason) => {
    const [line] = proveCard(card, TYPE, visits, BY_AGGREGATOR);
    expect(line).toMatchObject({ verdict: reason === null ? 'accepted' : 'deny', reason });
  });

  const noAggregator = [
    ['a Complete visit that was never sent', [visit({ sent: null })], null],
    ['one whose record the aggregator refused', [visit({ sent: 'Failed' })], null],
    ['one with another code at the aggregator', [visit({ code: 'HMKR' })], null],
    ['no visit', [], 'No visit is recorded for this day.'],
    ['not checked out', [visit({ sent: null, status: 'Active', end: null })], 'The visit is not complete.'],
    ['no times', [visit({ sent: null, start: null, end: null })], 'The visit has no recorded times.'],
    ['too short', [visit({ sent: null, end: '2026-11-02T15:30:00Z' })], '4 units billed, only 2 verified.'],
  ] as const;
  test.each(noAggregator)('where no visit is sent to an aggregator: %s', (_, visits, reason) => {
    const by = provenBy({ sandataEnabled: false }, FIRST_PACK, '2026-11-20');
    const [line] = proveCard(card, TYPE, visits, { zone: ZONE, by });
    expect(line).toMatchObject({ verdict: reason === null ? 'accepted' : 'deny', reason });
  });

  it('requires nothing if the service needs no visit, with or without an aggregator', () => {
    for (const sandataEnabled of [true, false]) {
      const how = { zone: ZONE, by: provenBy({ sandataEnabled }, FIRST_PACK, '2026-11-20') };
      expect(proveCard(card, { ...TYPE, evvNeeded: false }, [], how)).toMatchObject([{ verdict: 'exempt' }]);
    }
  });

  it.each([
    [{ ...TYPE, evvNeeded: false }, {}],
    [TYPE, { excluded: '2026-01-01' }],
  ])('requires no visit if none is needed: %j', (type, more) => {
    const exempt = cardToClaim([served('2026-11-02', '08:00', '09:00')], more);
    expect(proveCard(exempt, type, [], BY_AGGREGATOR)).toMatchObject([{ verdict: 'exempt', reason: null }]);
  });

  it('counts travel, although no visit shows it', () => {
    const travelled = cardToClaim([served('2026-11-02', '08:00', '09:00', { travel: 30 })]);
    expect(proveCard(travelled, TYPE, [visit()], BY_AGGREGATOR)).toMatchObject([
      { verdict: 'accepted', units: 6, verified: 6 },
    ]);
  });
});

import { describe, expect, it, test } from 'vitest';
import { checkMemo, daysSince, isAlarming } from './findings.ts';
import { listOfHead, readerOf } from './layouts.ts';
import {
  entryKey,
  matchPerson,
  nameParts,
  type ScreenedPerson,
  screenerOf,
  typosBetween,
} from './matching.ts';
import { areNicknames } from './nicknames.ts';
import type { ExcludedPerson } from './schema.ts';

const person = (over: Partial<ScreenedPerson> = {}): ScreenedPerson => ({
  id: 1,
  last: 'Martinez',
  first: 'Dolores',
  middle: 'Ana',
  birth: '1975-04-12',
  state: 'CO',
  earlier: [],
  ...over,
});
const entry = (over: Partial<ExcludedPerson> = {}): ExcludedPerson => ({
  last: 'MARTINEZ',
  first: 'DOLORES',
  middle: 'A',
  birth: '1975-04-12',
  city: 'DENVER',
  state: 'CO',
  cause: '1128a1',
  since: '2019-05-20',
  ...over,
});
const score = (a: Partial<ScreenedPerson>, b: Partial<ExcludedPerson>) =>
  matchPerson(person(a), entry(b)).score;

describe('a person is flagged', () => {
  it.each([
    ['by the same name and birth date', {}, {}],
    ['with a typo in the last name', {}, { last: 'MARTINES' }],
    ['with two letters swapped', {}, { last: 'MARITNEZ' }],
    ['with a typo in the first name', {}, { first: 'DOLORSE' }],
    ['by a nickname', {}, { first: 'LOLA' }],
    ['by the longer form of a nickname', { first: 'Bob' }, { first: 'ROBERT' }],
    ['with first and last name swapped', {}, { last: 'DOLORES', first: 'MARTINEZ' }],
    ['by one half of a double name', { last: 'Martinez-Lopez' }, {}],
    ['despite another last name, in the same state', { last: 'Keller' }, {}],
    ['despite another last name, with the same middle name', { last: 'Keller', state: 'UT' }, {}],
    ['by an earlier last name', { last: 'Keller', state: 'UT', middle: '', earlier: ['Martinez'] }, {}],
    ['with day and month swapped', {}, { birth: '1975-12-04' }],
    ['with one digit of the year wrong', {}, { birth: '1976-04-12' }],
    ['with accents and a suffix', { last: 'Martínez Jr.' }, {}],
    ['by the same name if the list has no birth date', {}, { birth: null }],
    ['by a nickname if the list has no birth date', {}, { birth: null, first: 'LOLA' }],
  ])('%s', (_, a, b) => expect(score(a, b)).toBeGreaterThanOrEqual(70));

  it.each([
    ['another birth date is another person', {}, { birth: '1981-09-30' }],
    ['another first name with the same birth date is a twin', {}, { first: 'ROSA' }],
    ['another last name in another state is somebody else', { last: 'Keller', state: 'UT', middle: '' }, {}],
    [
      'a name that is only alike counts for nothing without a birth date',
      {},
      { birth: null, last: 'MARTINES' },
    ],
    ['the same birth date alone is not enough', { last: 'Keller', first: 'Ida' }, {}],
    [
      'short names do not count as typos of each other',
      { last: 'Lee' },
      { last: 'LEA', state: 'UT', middle: '' },
    ],
  ])('%s', (_, a, b) => expect(score(a, b)).toBeLessThan(70));

  it('the score falls with each difference and gives the reasons', () => {
    const exact = matchPerson(person(), entry());
    expect(exact).toEqual({ score: 100, reasons: ['Same birth date'] });
    expect(matchPerson(person(), entry({ first: 'LOLA', last: 'MARTINES' }))).toEqual({
      score: 88,
      reasons: [
        'Same birth date',
        'Last name differs by a letter or two',
        'First name is short for the other',
      ],
    });
  });
  it('people are looked up by name and birth date', () => {
    const screen = screenerOf([person(), person({ id: 2, last: 'Keller', birth: '1990-01-01' })]);
    expect(screen(entry({ last: 'MARITNEZ' })).map(({ person: { id } }) => id)).toEqual([1]);
    expect(
      screen(entry({ last: 'DOLORES', first: 'MARTINEZ', birth: null })).map(({ person: { id } }) => id),
    ).toEqual([1]);
    expect(screen(entry({ last: 'NOBODY', first: 'X', birth: '1960-01-01' }))).toEqual([]);
  });
});

test('names are split into parts and compared for typos and nicknames', () => {
  expect(nameParts("O'Brien-Łukasz, Jr.")).toEqual(['obrien', 'lukasz']);
  expect([
    typosBetween('abcd', 'abdc', 2),
    typosBetween('abcd', 'xbcdy', 1),
    typosBetween('a', 'abcd', 2),
  ]).toEqual([1, 2, 3]);
  expect([areNicknames('bob', 'robert'), areNicknames('bob', 'rosa')]).toEqual([true, false]);
  expect(entryKey(entry())).toBe(entryKey(entry({ last: 'Martinez', city: 'AURORA' })));
});

describe('the files of the LEIE and SAM lists', () => {
  const LEIE =
    'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE'.split(
      ',',
    );
  const SAM =
    'Classification,Name,Prefix,First,Middle,Last,Suffix,Address 1,Address 2,Address 3,Address 4,City,State / Province,Country,Zip Code,Open Data Flag,Blank (Deprecated),Unique Entity ID,Exclusion Program,Excluding Agency,CT Code,Exclusion Type,Additional Comments,Active Date,Termination Date,Record Status,Cross-Reference,SAM Number,CAGE,NPI,Creation_Date'.split(
      ',',
    );
  it('are recognized by their first row', () => {
    expect([listOfHead(LEIE), listOfHead(SAM), listOfHead(['Name', 'DOB'])]).toEqual([
      'LEIE',
      'SAM',
      undefined,
    ]);
  });
  it('yield only people who are excluded now, no businesses', () => {
    const leie = readerOf('LEIE', LEIE, '2026-11-20');
    const row = (over: Record<string, string>) => LEIE.map((column) => over[column] ?? '');
    const one = {
      LASTNAME: 'DOE',
      FIRSTNAME: 'JANE',
      DOB: '19750412',
      STATE: 'CO',
      EXCLTYPE: '1128a1',
      EXCLDATE: '20190520',
      REINDATE: '00000000',
    };
    expect(leie(row(one))).toEqual({
      last: 'DOE',
      first: 'JANE',
      middle: '',
      birth: '1975-04-12',
      city: '',
      state: 'CO',
      cause: '1128a1',
      since: '2019-05-20',
    });
    expect(leie(row({ ...one, REINDATE: '20240101' }))).toBeUndefined();
    expect(leie(row({ BUSNAME: 'ACME HOME CARE' }))).toBeUndefined();
    const sam = readerOf('SAM', SAM, '2026-11-20');
    const other = (over: Record<string, string>) => SAM.map((column) => over[column] ?? '');
    const two = {
      Classification: 'Individual',
      First: 'JOHN',
      Last: 'ROE',
      'Active Date': '05/20/2019',
      'Termination Date': 'Indefinite',
    };
    expect(sam(other(two))).toMatchObject({ last: 'ROE', birth: null, since: '2019-05-20' });
    expect(sam(other({ ...two, 'Termination Date': '11/19/2026' }))).toBeUndefined();
    expect(sam(other({ ...two, Classification: 'Firm' }))).toBeUndefined();
  });
});

test('an undecided finding is alarming, a cleared one is not', () => {
  expect(checkMemo(' ')).toHaveLength(1);
  expect(isAlarming({ decision: null, isListed: false })).toBe(true);
  expect(isAlarming({ decision: 'cleared', isListed: true })).toBe(false);
  expect(isAlarming({ decision: 'confirmed', isListed: true })).toBe(true);
  const at = (stamp: string) => ({ list: 'LEIE', at: stamp }) as const;
  const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  expect(daysSince([at('2026-11-10T12:00:00Z'), at('2026-10-10T12:00:00Z')], 'LEIE', now)).toBe(10);
  expect(daysSince([], 'SAM', now)).toBeUndefined();
});

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fold } from '../fold.ts';
import { fieldOf, LIST_FIELDS } from './dictionary.ts';
import { PersonRow } from './schema.ts';
import { indexPeople, matchesSearch, readSearch, searchTextOf, selectPeople } from './search.ts';

const emptyRow = Object.fromEntries(
  LIST_FIELDS.map((name) => [name, fieldOf(name).kind === 'bool' ? false : null]),
);
const row = (values: Partial<PersonRow>): PersonRow =>
  PersonRow.parse({
    ...emptyRow,
    ID: 1,
    'Provider or Client': 'Client',
    Cur: 'y',
    Month: null,
    Day: null,
    Year: null,
    hasNote: false,
    rev: 0,
    ...values,
  });

const huong = row({
  ID: 4412,
  LastName: 'Le',
  FirstName: 'Thị Hương',
  Phone: '(720) 529-8387',
  Medicaid: 'Y778899',
  Language: 'Vietnamese',
  'Home Visit': '2026-10-03',
  'SSI #': '2191',
  Doctor: 'Nguyễn, Anh',
  'Provider or Client': 'Client',
});

describe('the search box', () => {
  test.each([
    'le',
    'LE, thi',
    'Thị Hương Le',
    'huong',
    'hương',
    '(720) 529-8387',
    '7205298387',
    '720-529-8387',
    '+1 720 529 8387',
    '529-83',
    'y778899',
    'viet',
    '10-03-2026',
    '2191',
    'nguyen',
    'client',
    '',
    '   ',
    'ID=4412, 4413',
    'ID=4412',
    'id = 4412',
    'ID=',
  ])('finds the row by %o', (typed) => {
    expect(matchesSearch(huong, searchTextOf(huong), readSearch(typed))).toBe(true);
  });
  test.each(['lee', 'provider', '7205298388', '2192', 'ID=441', 'ID=44120', 'le smith', '2026-10-03'])(
    'does not find it by %o',
    (typed) => {
      expect(matchesSearch(huong, searchTextOf(huong), readSearch(typed))).toBe(false);
    },
  );

  it('finds a row by any part of what it shows', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-ZáéñŁø' -]{1,20}$/), fc.nat(), fc.nat(), (name, from, length) => {
        const person = row({ LastName: name });
        const part = name.slice(from % name.length).slice(0, 1 + (length % name.length));
        expect(matchesSearch(person, searchTextOf(person), readSearch(part))).toBe(true);
      }),
    );
  });

  it('never fails, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (typed) => typeof matchesSearch(huong, searchTextOf(huong), readSearch(typed)) === 'boolean',
      ),
    );
  });

  it('folds text to a form that folding again does not change', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)));
  });
});

describe('the tabs and their counts', () => {
  const people = indexPeople([
    huong,
    row({ ID: 1, LastName: 'Abeyta', 'Provider or Client': 'Provider' }),
    row({ ID: 2, LastName: 'Baca', 'Provider or Client': 'Provider', Cur: 'n' }),
    row({ ID: 3, LastName: 'Cordova', Cur: 'n' }),
  ]);
  const view = (tab: 'All' | 'Providers' | 'Clients', showArchived: boolean, typed = '') => {
    const { rows, counts } = selectPeople(people, { tab, showArchived, search: readSearch(typed) });
    return [rows.map(({ ID }) => ID), counts] as const;
  };
  test('show only active people by default', () => {
    expect(view('All', false)).toEqual([[4412, 1], { All: 2, Providers: 1, Clients: 1 }]);
    expect(view('Providers', false)[0]).toEqual([1]);
  });
  test('include archived people on request', () => {
    expect(view('Clients', true)).toEqual([[4412, 3], { All: 4, Providers: 2, Clients: 2 }]);
  });
  test('follow the search', () => {
    expect(view('Clients', true, 'baca')).toEqual([[], { All: 1, Providers: 1, Clients: 0 }]);
  });
});

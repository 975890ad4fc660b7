import { expect, test } from 'vitest';
import { fold } from '../fold.ts';
import { findsKind, markTyped, readFind, shownPeople } from './rules.ts';

const ON = {
  premium: true,
  smsEnabled: true,
  emailEnabled: true,
  sandataEnabled: true,
  eligibility: true,
  billing: true,
  version: 2,
};

test('a role finds the kinds whose lists it may open and that are switched on', () => {
  const kindsOf = (role: 'admin' | 'user' | 'evv', switches = ON) =>
    (['people', 'plans', 'visits', 'claims', 'invoices'] as const).filter((kind) =>
      findsKind(kind, role, switches),
    );
  expect(kindsOf('admin')).toEqual(['people', 'plans', 'visits', 'claims', 'invoices']);
  expect(kindsOf('user')).toEqual(['people', 'plans', 'visits']);
  expect(kindsOf('admin', { ...ON, premium: false, billing: false })).toEqual([
    'people',
    'plans',
    'invoices',
  ]);
  expect(kindsOf('evv')).toEqual([]);
});

test('typed text is read as words in any order, a phone number or the number of a record', () => {
  expect(readFind('Hương  Nguyễn')).toEqual({ words: ['huong', 'nguyen'], phone: null, id: null });
  expect(readFind('(720) 555-0160')).toMatchObject({ phone: '7205550160', id: null });
  expect(readFind('ID=349')).toEqual({ words: [], phone: null, id: 349 });
  expect(readFind('349')).toEqual({ words: ['349'], phone: null, id: 349 });
  expect(readFind('plan 349')).toMatchObject({ id: 349 });
  expect(readFind('a b c d e f g h i j').words).toHaveLength(8);
});

test('archived people are listed after active ones, but not if only archived ones match', () => {
  const [active, archived] = [{ isArchived: false }, { isArchived: true }];
  expect(shownPeople([active, archived])).toEqual([active, archived]);
  expect(shownPeople([archived])).toEqual([]);
});

test('the typed letters are marked in each hit, accents included', () => {
  expect(markTyped('Martínez, Dolores', ['martin', 'dol'], fold)).toEqual([
    { text: 'Martín', isTyped: true },
    { text: 'ez, ', isTyped: false },
    { text: 'Dol', isTyped: true },
    { text: 'ores', isTyped: false },
  ]);
  expect(markTyped('Baca', [], fold)).toEqual([{ text: 'Baca', isTyped: false }]);
  expect(markTyped('', ['a'], fold)).toEqual([]);
});

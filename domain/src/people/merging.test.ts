import { describe, expect, test } from 'vitest';
import {
  compareRecords,
  type MergeSide,
  mergeBlocks,
  mergedValues,
  mergeGroups,
  restoredValues,
  suggestKept,
  undoBlocked,
  undoEnd,
} from './merging.ts';
import type { PersonDraft } from './schema.ts';

const person = (more: PersonDraft = {}): PersonDraft => ({
  LastName: 'Baca',
  FirstName: 'Guadalupe',
  Address: '1420 S Abilene St',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80012',
  ...more,
});
const side = (more: Partial<MergeSide> = {}): MergeSide => ({
  ID: 1,
  name: 'Baca, Guadalupe (ID 1)',
  kind: 'Client',
  isActive: true,
  mergedInto: null,
  visitInProgress: null,
  isBeingSent: false,
  phoneLogin: null,
  hasExportedPay: false,
  rows: 0,
  ...more,
});
const outcomes = (keep: PersonDraft, away: PersonDraft) =>
  Object.fromEntries(
    compareRecords(keep, away, 'Client').flatMap(({ name, outcome }) =>
      outcome === 'same' ? [] : [[name, outcome]],
    ),
  );

describe('the merged values', () => {
  test('take a name or an address as a whole, never mixed', () => {
    const keep = person();
    const away = person({
      FirstName: 'Lupe',
      Address: '9 Elm St',
      AddressLatitude: 39.1,
      AddressLongitude: -104,
    });
    expect(outcomes(keep, away)).toEqual({ LastName: 'differs', Address: 'differs' });
    expect(mergedValues(keep, away, 'Client', ['Address'])).toEqual({
      Address: '9 Elm St',
      Address2: null,
      City: 'Aurora',
      State: 'CO',
      PostalCode: '80012',
      County: null,
      AddressLatitude: 39.1,
      AddressLongitude: -104,
      AddressApproximate: null,
    });
  });

  test('do not count another location of the same address as a difference', () => {
    expect(
      outcomes(person({ AddressLatitude: 39.1 }), person({ AddressLatitude: 39.2, County: 'Arapahoe' })),
    ).toEqual({});
  });

  test('keep what only one record has, and never replace a value by an empty one', () => {
    expect(
      mergedValues(person({ Doctor: 'Dr. A' }), person({ Email: 'a@example.org' }), 'Client', ['Doctor']),
    ).toEqual({
      Email: 'a@example.org',
      confirmedEmail: null,
    });
  });

  test('keep both notes, without repeating the same one', () => {
    expect(mergedValues(person({ notes: 'a' }), person({ notes: 'b' }), 'Client', []).notes).toBe('a\n\nb');
    expect(mergedValues(person({ notes: 'a' }), person({ notes: 'a' }), 'Client', [])).toEqual({});
  });

  test('let the user choose an unticked box', () => {
    expect(outcomes(person({ PrivateClient: false }), person({ PrivateClient: true }))).toEqual({
      PrivateClient: 'differs',
    });
  });

  test('never offer status, pay rates or server fields for choice', () => {
    const names = mergeGroups('Provider').flatMap(({ fields }) => fields);
    for (const name of ['ID', 'Cur', 'archiveDate', 'DC Date', 'providerPayRate', 'created', 'mobileUserId'])
      expect(names).not.toContain(name);
  });
});

describe('the record to keep', () => {
  test.each([
    ['the one with exported pay', { hasExportedPay: true, isActive: false }, {}],
    ['the active one', { rows: 0 }, { isActive: false, rows: 9 }],
    ['the one with more rows', { rows: 9 }, { rows: 1 }],
  ])('%s', (_, better, worse) => {
    const [a, b] = [side({ ID: 2, ...better }), side({ ID: 1, ...worse })];
    expect(suggestKept(a, b)).toBe(a);
    expect(suggestKept(b, a)).toBe(a);
  });
  test('the older one if nothing else decides', () => {
    const [a, b] = [side({ ID: 1 }), side({ ID: 2 })];
    expect(suggestKept(b, a)).toBe(a);
  });
});

test('each obstacle is reported in its own sentence', () => {
  const twice = { plans: ['plan 1 and plan 2 on Mon', 'plan 1 and plan 3 on Tue'], visits: [], cards: [] };
  expect(mergeBlocks(side(), side({ ID: 2, name: 'B' }), twice)).toEqual([
    'Care plans of both records take place at the same time: plan 1 and plan 2 on Mon and 1 more. End one of them first.',
  ]);
  const free = { plans: [], visits: [], cards: [] };
  expect(mergeBlocks(side(), side({ ID: 2 }), free)).toEqual([]);
  expect(mergeBlocks(side(), side(), free)).toEqual(['Choose two different records.']);
  expect(mergeBlocks(side(), side({ ID: 2, kind: 'Provider' }), free)).toHaveLength(1);
});

describe('undoing a merge', () => {
  const merged = Temporal.Instant.from('2026-10-20T16:00:00Z');
  const since = {
    isUndone: false,
    end: undoEnd(merged, 'America/Denver'),
    mergedFurther: null,
    visitInProgress: null,
    exportedRun: null,
    claim: null,
    gone: [],
    holders: [],
    clientMaximum: null,
  };
  test('is possible for 30 calendar days, even across the end of daylight saving time', () => {
    expect(since.end.toString()).toBe('2026-11-19T17:00:00Z');
    expect(undoBlocked(since, Temporal.Instant.from('2026-11-19T16:59:59Z'))).toBeUndefined();
    expect(undoBlocked(since, since.end)).toContain('30 days');
  });
  test('leaves values alone that were changed since', () => {
    expect(
      restoredValues({ doctor: null, email: null }, { doctor: 'A', email: 'x' }, { doctor: 'B', email: 'x' }),
    ).toEqual({ email: null });
  });
});

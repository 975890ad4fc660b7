import { describe, expect, it } from 'vitest';
import { getLog } from '../aggregator/contract.ts';
import { DECLARED_CALLS } from '../calls.ts';
import { getCarePlans, listCarePlans } from '../care-plans/contract.ts';
import { search } from '../find/contract.ts';
import { exportPeople } from '../list-export/people-contract.ts';
import { getNote, getPeople, updatePerson } from '../people/contract.ts';
import { newProvider } from '../people-forms/contract.ts';
import { capabilities } from '../sites/page-contract.ts';
import { getEvvList } from '../visits/contract.ts';
import { type LookedAt, lookReader, MOST_NAMED, type Shown } from './looked-at.ts';
import { FAMILY_CALENDAR, isSaid, lookOf, NAMES_OF_LOOKS } from './looks.ts';

const READING = DECLARED_CALLS.filter(({ effect }) => effect !== 'write');
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ ID: index + 1 }));

describe('what a reading call shows', () => {
  it('it is declared for every reading call', () => {
    expect(READING.filter((call) => !isSaid(call)).map(({ name }) => name)).toEqual([]);
  });

  it('it is declared for no call that is unknown or that writes', () => {
    const names = new Set([...READING.map(({ name }) => name), FAMILY_CALENDAR]);
    expect(NAMES_OF_LOOKS.filter((name) => !names.has(name))).toEqual([]);
  });

  it('names the rows of every followed list, so that a changed row is a look at its record', () => {
    const unnamed = READING.filter((call) => {
      const look = lookOf(call);
      return call.followed && 'words' in look && !look.rows;
    });
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });

  it('a reading call without a declaration is refused', () => {
    expect(() => lookOf({ name: 'people.unheardOf' })).toThrow('people.unheardOf');
  });
});

describe('a look', () => {
  const cases: [string, Parameters<typeof lookReader>[0], unknown, Shown, LookedAt | undefined][] = [
    [
      'at a note is at its person',
      getNote,
      { id: 5 },
      { data: { notes: 'Has a dog', rev: 1 } },
      { way: 'opened', subjects: [['person', 5]], rows: null, filter: null },
    ],
    [
      'at a person by a filter is at that person, and keeps no value of another filter',
      getPeople,
      {
        filters: [
          { field: 'ID', op: '=', value: '7' },
          { field: 'LastName', op: '=', value: 'Baca' },
        ],
      },
      { data: rows(1) },
      { way: 'opened', subjects: [['person', 7]], rows: 1, filter: { filters: ['LastName'] } },
    ],
    [
      'at a long list is its number of rows',
      getPeople,
      { filters: [] },
      { data: rows(MOST_NAMED + 1) },
      { way: 'listed', subjects: [], rows: MOST_NAMED + 1, filter: null },
    ],
    [
      'at a short list is at its rows',
      getPeople,
      { filters: [{ field: 'LastName', op: '=', value: 'Baca' }] },
      { data: rows(2) },
      {
        way: 'listed',
        subjects: [
          ['person', 1],
          ['person', 2],
        ],
        rows: 2,
        filter: { filters: ['LastName'] },
      },
    ],
    [
      'at what changed in a list is at the changed rows, without the tag that was sent',
      listCarePlans,
      { status: 'Active', date: '2026-11', showTemp: false, since: '"admin.4"' },
      { data: [{ id: 3 }], changed: [3, 9] },
      {
        way: 'changed',
        subjects: [
          ['plan', 3],
          ['plan', 9],
        ],
        rows: 2,
        filter: { status: 'Active', date: '2026-11', showTemp: false },
      },
    ],
    ['a poll that brings no changes is no look', listCarePlans, {}, { data: [], changed: [] }, undefined],
    [
      'at the plans of a client is at the client',
      getCarePlans,
      { filters: [{ field: 'ClientID', op: '=', value: '8' }] },
      { data: [] },
      { way: 'opened', subjects: [['person', 8]], rows: 0, filter: null },
    ],
    [
      'of a search keeps that something was typed, not what',
      search,
      { text: 'Baca 970' },
      { data: { people: { rows: rows(1) }, plans: [] } },
      { way: 'listed', subjects: [['person', 1]], rows: 1, filter: { text: '…' } },
    ],
    [
      'at an export is its filter and the rows of the file',
      exportPeople,
      { tab: 'Clients', search: 'Baca', showArchived: true, format: 'csv' },
      { rows: 412 },
      {
        way: 'listed',
        subjects: [],
        rows: 412,
        filter: { tab: 'Clients', search: '…', showArchived: true, format: 'csv' },
      },
    ],
    [
      'at the aggregator log of a client is at a person',
      getLog,
      { id: 4, type: 'Client' },
      { data: [] },
      { way: 'opened', subjects: [['person', 4]], rows: 0, filter: { type: 'Client' } },
    ],
    [
      'at a form of typed fields keeps none of them',
      newProvider,
      { name: 'Lupe Baca', dob: '1970-01-02' },
      {},
      { way: 'listed', subjects: [], rows: null, filter: null },
    ],
    [
      'at an empty day that a screen polls is none',
      getEvvList,
      { year: 2026, month: 11, startDay: 20, endDay: 20 },
      { data: [] },
      undefined,
    ],
  ];
  it.each(cases)('%s', (_, call, input, shown, expected) => {
    expect(lookReader(call)?.(input, shown)).toEqual(expected);
  });

  it('is not recorded for calls that show nobody, nor for writes, which the change log records', () => {
    expect(lookReader(capabilities)).toBeUndefined();
    expect(lookReader(updatePerson)).toBeUndefined();
  });
});

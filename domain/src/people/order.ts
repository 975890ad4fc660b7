import { compareKeys } from '../compare.ts';
import type { PersonRow } from './schema.ts';

type Named = Pick<PersonRow, 'ID' | 'LastName' | 'FirstName' | 'MiddleName'>;

/** Lists are ordered by this key: last, first and middle name without case and accents, as `person_sort_key` of the database. */
export const personSortKey = ({ LastName, FirstName, MiddleName }: Named): string =>
  `${LastName}\t${FirstName}\t${MiddleName ?? ''}`
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** The order of every list of people; of the same name the older record comes first. */
export const comparePeople = (a: Named, b: Named): number =>
  compareKeys(personSortKey(a), personSortKey(b)) || a.ID - b.ID;

/** 'Last, First' as the key that lists are ordered by: a row that says the name like this says no middle name. */
const nameKey = (name: string): string => {
  const comma = name.indexOf(', ');
  return personSortKey({
    ID: 0,
    LastName: name.slice(0, comma),
    FirstName: name.slice(comma + 2),
    MiddleName: '',
  });
};

/**
 * The order of people by 'Last, First'. If names alone do not decide it, the server sends a followed list whole instead of
 * its changes (docs/rules/calls.md, rule 20).
 */
export const compareNames = (a: string, b: string): number => compareKeys(nameKey(a), nameKey(b));

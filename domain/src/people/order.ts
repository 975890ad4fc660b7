import { compareKeys } from '../compare.ts';
import type { PersonRow } from './schema.ts';

type Named = Pick<PersonRow, 'ID' | 'LastName' | 'FirstName' | 'MiddleName'>;

/** The sort key of lists: last, first and middle name without case and accents, like `person_sort_key` in the database. */
export const personSortKey = ({ LastName, FirstName, MiddleName }: Named): string =>
  `${LastName}\t${FirstName}\t${MiddleName ?? ''}`
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** The order of all lists of people. Of people with the same name, the older record comes first. */
export const comparePeople = (a: Named, b: Named): number =>
  compareKeys(personSortKey(a), personSortKey(b)) || a.ID - b.ID;

/** The sort key of a name written as 'Last, First', which has no middle name. */
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

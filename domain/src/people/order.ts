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

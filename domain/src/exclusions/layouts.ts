import { isDay } from '../wire.ts';
import type { ExcludedPerson, ExclusionList } from './schema.ts';

/**
 * Layouts of the public files. LEIE: UPDATED.csv and the monthly YYMMEXCL.csv, columns LASTNAME to WVRSTATE, dates YYYYMMDD
 * with 00000000 for none. SAM: SAM_Exclusions_Public_Extract, columns Classification to Creation_Date, dates MM/DD/YYYY, no
 * birth dates.
 */

type Row = (column: string) => string;

/** Reads YYYYMMDD or MM/DD/YYYY. Anything else, such as 'Indefinite' or 00000000, is null. */
const dateIn = (text: string): string | null => {
  const plain = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const parts = plain
    ? [plain[1], plain[2], plain[3]]
    : slashed
      ? [slashed[3], slashed[1]?.padStart(2, '0'), slashed[2]?.padStart(2, '0')]
      : [];
  const day = parts.join('-');
  return day !== '' && isDay(day) ? day : null;
};

interface Layout {
  readonly list: ExclusionList;
  /** Columns that identify the file. */
  readonly columns: readonly string[];
  /** Reads a row; undefined if it is no person or the exclusion has ended by `today`. */
  readonly read: (row: Row, today: string) => ExcludedPerson | undefined;
}

const LEIE: Layout = {
  list: 'LEIE',
  columns: [
    'LASTNAME',
    'FIRSTNAME',
    'MIDNAME',
    'BUSNAME',
    'DOB',
    'STATE',
    'EXCLTYPE',
    'EXCLDATE',
    'REINDATE',
  ],
  read: (row) => {
    if (row('LASTNAME') === '' || dateIn(row('REINDATE')) !== null) return undefined;
    return {
      last: row('LASTNAME'),
      first: row('FIRSTNAME'),
      middle: row('MIDNAME'),
      birth: dateIn(row('DOB')),
      city: row('CITY'),
      state: row('STATE'),
      cause: row('EXCLTYPE'),
      since: dateIn(row('EXCLDATE')),
    };
  },
};

const SAM: Layout = {
  list: 'SAM',
  columns: ['Classification', 'First', 'Middle', 'Last', 'Exclusion Type', 'Active Date', 'Termination Date'],
  read: (row, today) => {
    const ends = dateIn(row('Termination Date'));
    if (row('Classification') !== 'Individual' || row('Last') === '') return undefined;
    if (ends !== null && ends < today) return undefined;
    return {
      last: row('Last'),
      first: row('First'),
      middle: row('Middle'),
      birth: null,
      city: row('City'),
      state: row('State / Province'),
      cause: row('Exclusion Type'),
      since: dateIn(row('Active Date')),
    };
  },
};

export const LAYOUTS: Readonly<Record<ExclusionList, Layout>> = { LEIE, SAM };

/** The list that a file belongs to, judged by its first row; undefined if it is neither. */
export const listOfHead = (head: readonly string[]): ExclusionList | undefined => {
  const names = new Set(head.map((cell) => cell.trim()));
  return Object.values(LAYOUTS).find(({ columns }) => columns.every((column) => names.has(column)))?.list;
};

/** Makes a reader of rows that finds columns by the names in the first row. */
export const readerOf = (list: ExclusionList, head: readonly string[], today: string) => {
  const places = new Map(head.map((cell, at) => [cell.trim(), at]));
  return (cells: readonly string[]): ExcludedPerson | undefined =>
    LAYOUTS[list].read((column) => (cells[places.get(column) ?? -1] ?? '').trim(), today);
};

export const UNKNOWN_LAYOUT =
  'This is neither the LEIE file (UPDATED.csv) nor the public extract of SAM exclusions. Choose the CSV file as it was downloaded.';

import { showDate } from '../calendar.ts';
import { fold } from '../fold.ts';
import { isActive, isClient, isProvider, KIND, SSN } from './kind-and-status.ts';
import type { PersonRow } from './schema.ts';

const digits = (text: string | null) => text?.replace(/\D/g, '') ?? '';

/**
 * Everything that the search box looks in (docs/rules/people.md, rule 38): name, first and last name, phone, Medicaid,
 * language, home visit, SSI number, doctor, type. Built once per row, so that a key press only scans text.
 */
export const searchTextOf = (row: PersonRow): string =>
  fold(
    [
      row.LastName,
      row.FirstName,
      row.Phone,
      digits(row.Phone),
      row.Medicaid,
      row.Language,
      showDate(row['Home Visit']),
      row[SSN],
      row.Doctor,
      row[KIND],
    ].join(' '),
  );

export type Search =
  /** These records; empty while the number is still being typed. */
  | { readonly by: 'id'; readonly ids: readonly number[] }
  | { readonly by: 'words'; readonly words: readonly string[]; readonly number: string | undefined };

/** 'ID=4412' finds a record, 'ID=12,15' several. Otherwise every word must occur, and a typed phone number matches in any format. */
export const readSearch = (typed: string): Search => {
  const id = /^\s*id\s*=\s*([\d\s,]*)$/i.exec(typed);
  if (id)
    return {
      by: 'id',
      ids: (id[1] ?? '')
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number),
    };
  const bare = digits(typed);
  const isNumber = /^[\d\s().+-]+$/.test(typed) && bare.length >= 7;
  return {
    by: 'words',
    words: fold(typed)
      .split(/[\s,]+/)
      .filter(Boolean),
    number: isNumber ? bare.replace(/^1(?=\d{10}$)/, '') : undefined,
  };
};

/** Until a number is typed, everything matches. */
export const isAmong = (ids: readonly number[], id: number): boolean => ids.length === 0 || ids.includes(id);

export const matchesSearch = (row: { readonly ID: number }, searchText: string, search: Search) => {
  if (search.by === 'id') return isAmong(search.ids, row.ID);
  if (search.number !== undefined && searchText.includes(search.number)) return true;
  return search.words.every((word) => searchText.includes(word));
};

export const PEOPLE_TABS = ['All', 'Providers', 'Clients'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];

export interface IndexedPerson {
  readonly row: PersonRow;
  readonly text: string;
}
export const indexPeople = (rows: readonly PersonRow[]): IndexedPerson[] =>
  rows.map((row) => ({ row, text: searchTextOf(row) }));

/** One pass over the list: the rows of the open tab and the counts of all three, after Show Archived and the search. */
export const selectPeople = (
  people: readonly IndexedPerson[],
  view: { readonly tab: PeopleTab; readonly showArchived: boolean; readonly search: Search },
): { rows: PersonRow[]; counts: Record<PeopleTab, number> } => {
  const found = people.filter(
    ({ row, text }) => (view.showArchived || isActive(row)) && matchesSearch(row, text, view.search),
  );
  const providers = found.filter(({ row }) => isProvider(row));
  const clients = found.filter(({ row }) => isClient(row));
  const open = view.tab === 'All' ? found : view.tab === 'Providers' ? providers : clients;
  return {
    rows: open.map(({ row }) => row),
    counts: { All: found.length, Providers: providers.length, Clients: clients.length },
  };
};

import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { type IndexedPerson, searchTextOf } from '@homecare/domain/people/search.ts';

/** Unchanged rows keep their text when the list is refreshed. */
const texts = new WeakMap<PersonRow, string>();

const textOf = (row: PersonRow) => {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = searchTextOf(row);
  texts.set(row, text);
  return text;
};

export const indexedPeople = (people: readonly PersonRow[]): IndexedPerson[] =>
  people.map((row) => ({ row, text: textOf(row) }));

const SLICE = 5;
const PAUSE = 15;

/**
 * Builds the text of all rows in small slices, so that it is ready for the first key in the search box. Returns a function
 * that stops it.
 */
export const warmSearch = (people: readonly PersonRow[]) => {
  let at = 0;
  let timer = 0;
  const step = () => {
    const end = performance.now() + SLICE;
    for (let row = people[at]; row && performance.now() < end; row = people[at]) {
      textOf(row);
      at += 1;
    }
    if (at < people.length) timer = window.setTimeout(step, PAUSE);
  };
  timer = window.setTimeout(step, 200);
  return () => window.clearTimeout(timer);
};

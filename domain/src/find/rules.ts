import type { Call, Role } from '../call.ts';
import { listCarePlans } from '../care-plans/contract.ts';
import { listBatches } from '../claims/contract.ts';
import { getPeople } from '../people/contract.ts';
import { readSearch } from '../people/search.ts';
import { listAccounts } from '../private-pay/contract.ts';
import { mayMake, type Switches } from '../sites/rules.ts';
import { getEvvList } from '../visits/contract.ts';
import type { Found } from './contract.ts';

/** What can be found, and as what (docs/rules/find.md). */

export type FoundKind = keyof Found;

/** Each kind is found by who may open the list that shows all of it. */
const LIST_OF: Record<FoundKind, Call> = {
  people: getPeople,
  plans: listCarePlans,
  visits: getEvvList,
  claims: listBatches,
  invoices: listAccounts,
};

export const findsKind = (kind: FoundKind, role: Role | undefined, switches: Switches): boolean =>
  mayMake(role, LIST_OF[kind], switches);

/** More words than any name has are not looked for one by one. */
const MOST_WORDS = 8;

export interface FindQuery {
  /** Each occurs somewhere in what is found, in any order. */
  readonly words: readonly string[];
  /** Digits of a phone however it is written. */
  readonly phone: string | null;
  /** A number alone, or 'ID=4412': that record too. */
  readonly id: number | null;
}

const LARGEST_ID = 999_999_999;
const idIn = (text: string) => {
  const number = /^(?:plan\s+|id\s*=\s*|#)?(\d{1,9})$/i.exec(text.trim())?.[1];
  const id = number === undefined ? 0 : Number(number);
  return id > 0 && id <= LARGEST_ID ? id : null;
};

/** What somebody typed, read as the search of the People list reads it. */
export const readFind = (text: string): FindQuery => {
  const read = readSearch(text);
  if (read.by === 'id') return { words: [], phone: null, id: read.ids[0] ?? null };
  return { words: read.words.slice(0, MOST_WORDS), phone: read.number ?? null, id: idIn(text) };
};

/** Archived people are below the active ones; where no one active matches they are only counted. */
export const shownPeople = <P extends { readonly isArchived: boolean }>(rows: readonly P[]): readonly P[] =>
  rows.some(({ isArchived }) => !isArchived) ? rows : [];

/** Pieces of a text, those that somebody typed apart: 'Mar', 'martin' in 'Martinez'. Found without regard to case and accents. */
export interface Piece {
  readonly text: string;
  readonly isTyped: boolean;
}

/** A letter folds to one letter, so that places in the folded text are places in the text. */
const foldLetters = (text: string, fold: (letter: string) => string) =>
  [...text].map((letter) => {
    const folded = fold(letter);
    return folded.length === letter.length ? folded : letter;
  });

export const markTyped = (
  text: string,
  words: readonly string[],
  fold: (text: string) => string,
): readonly Piece[] => {
  const letters = [...text.normalize('NFC')];
  const folded = foldLetters(text.normalize('NFC'), fold);
  const marked = letters.map(() => false);
  for (const word of words.filter(Boolean)) {
    const wanted = [...word];
    for (let at = 0; at + wanted.length <= folded.length; at += 1)
      if (wanted.every((letter, n) => folded[at + n] === letter)) marked.fill(true, at, at + wanted.length);
  }
  const pieces: Piece[] = [];
  letters.forEach((letter, at) => {
    const isTyped = marked[at] ?? false;
    const last = pieces.at(-1);
    if (last && last.isTyped === isTyped) pieces[pieces.length - 1] = { text: last.text + letter, isTyped };
    else pieces.push({ text: letter, isTyped });
  });
  return pieces;
};

import type { Call, Role } from '../call.ts';
import { listCarePlans } from '../care-plans/contract.ts';
import { listBatches } from '../claims/contract.ts';
import { getPeople } from '../people/contract.ts';
import { readSearch } from '../people/search.ts';
import { listAccounts } from '../private-pay/contract.ts';
import { mayMake, type Switches } from '../sites/rules.ts';
import { getEvvList } from '../visits/contract.ts';
import type { Found } from './contract.ts';

/** The kinds of records that a search finds (docs/rules/find.md). */

export type FoundKind = keyof Found;

/** A kind is found by every role that may open its full list. */
const LIST_OF: Record<FoundKind, Call> = {
  people: getPeople,
  plans: listCarePlans,
  visits: getEvvList,
  claims: listBatches,
  invoices: listAccounts,
};

export const findsKind = (kind: FoundKind, role: Role | undefined, switches: Switches): boolean =>
  mayMake(role, LIST_OF[kind], switches);

/** No name has more words; the rest is ignored to keep the search cheap. */
const MOST_WORDS = 8;

export interface FindQuery {
  /** Each must occur somewhere in a hit, in any order. */
  readonly words: readonly string[];
  /** Digits of a phone number, however it was typed. */
  readonly phone: string | null;
  /** The record number, if the text is a number alone or like 'ID=4412'. */
  readonly id: number | null;
}

const LARGEST_ID = 999_999_999;
const idIn = (text: string) => {
  const number = /^(?:plan\s+|id\s*=\s*|#)?(\d{1,9})$/i.exec(text.trim())?.[1];
  const id = number === undefined ? 0 : Number(number);
  return id > 0 && id <= LARGEST_ID ? id : null;
};

/** Reads typed text the same way as the search of the People list. */
export const readFind = (text: string): FindQuery => {
  const read = readSearch(text);
  if (read.by === 'id') return { words: [], phone: null, id: read.ids[0] ?? null };
  return { words: read.words.slice(0, MOST_WORDS), phone: read.number ?? null, id: idIn(text) };
};

/** Archived people follow the active ones. If no active one matches, the archived ones are only counted. */
export const shownPeople = <P extends { readonly isArchived: boolean }>(rows: readonly P[]): readonly P[] =>
  rows.some(({ isArchived }) => !isArchived) ? rows : [];

/** A piece of text, marked if the user typed it: 'Mar' and 'martin' in 'Martinez'. Case and accents are ignored. */
export interface Piece {
  readonly text: string;
  readonly isTyped: boolean;
}

/** Folds letter by letter, so that positions in the folded text match those in the original. */
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

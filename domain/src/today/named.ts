import { sayName } from '../person-name.ts';
import type { Named } from './schema.ts';

/** A person by the name of a list, 'Okafor, Chidi', as a row says it. */
export const namedAs = (id: number, listed: string): Named => ({ id, name: sayName(listed) });

/** A part of a sentence; with an id it is the name of that person. */
export interface Piece {
  readonly text: string;
  readonly id: number | null;
}

/** Sentences in pieces, so that each name can lead to its person. Names are looked for in the order in which they are said: two people may have the same one. */
export const piecesOf = (sentences: readonly string[], named: readonly Named[]): Piece[][] => {
  const waiting = named.filter(({ name }) => name !== '');
  return sentences.map((sentence) => {
    const pieces: Piece[] = [];
    let from = 0;
    for (let next = waiting[0]; next; next = waiting[0]) {
      const at = sentence.indexOf(next.name, from);
      if (at < 0) break;
      if (at > from) pieces.push({ text: sentence.slice(from, at), id: null });
      pieces.push({ text: next.name, id: next.id });
      from = at + next.name.length;
      waiting.shift();
    }
    return from < sentence.length ? [...pieces, { text: sentence.slice(from), id: null }] : pieces;
  });
};

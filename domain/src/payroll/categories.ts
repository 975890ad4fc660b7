import type { PayCategory } from '../people/dictionary.ts';

/** The pay category of a care plan type from a day on; null: none, so it has no rate. */
export interface CategoryTerm {
  readonly from: string;
  readonly category: PayCategory | null;
}

/** The latest one that has begun; the oldest counts for all days before it too. */
export const categoryOn = (terms: readonly CategoryTerm[], date: string): PayCategory | null =>
  terms.reduce<CategoryTerm | undefined>((found, term) => {
    if (!found) return term;
    const hasBegun = term.from <= date;
    if (hasBegun !== found.from <= date) return hasBegun ? term : found;
    return term.from > found.from === hasBegun ? term : found;
  }, undefined)?.category ?? null;

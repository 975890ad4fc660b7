/** A linear model in integer or continuous columns for any solver. All columns are 0 or more. */
export type Term = readonly [column: number, factor: number];
export interface Row {
  readonly terms: readonly Term[];
  readonly lower: number;
  readonly upper: number;
}
export interface LinearModel {
  readonly columns: readonly { readonly upper: number; readonly isWhole: boolean }[];
  readonly rows: readonly Row[];
}

export interface Goal {
  readonly sense: 'most' | 'least';
  readonly terms: readonly Term[];
}

/** `limit` means that time ran out: the values are the best found, and no solution can be better than `bound`. */
export type Solved =
  | { readonly status: 'optimal' | 'limit'; readonly values: readonly number[]; readonly bound: number }
  | { readonly status: 'none' };

export type Solve = (
  model: LinearModel,
  goal: Goal,
  options: {
    readonly seconds: number;
    /** Values of the first columns of a known solution to start from. */
    readonly start: readonly number[];
    /** Step size of the objective. Smaller improvements are not worth searching for. */
    readonly grain: number;
  },
) => Solved;

export class ModelBuilder {
  readonly columns: { upper: number; isWhole: boolean }[] = [];
  readonly rows: Row[] = [];

  whole(upper: number): number {
    return this.columns.push({ upper, isWhole: true }) - 1;
  }
  broken(upper = Number.POSITIVE_INFINITY): number {
    return this.columns.push({ upper, isWhole: false }) - 1;
  }
  row(terms: readonly Term[], lower: number, upper: number): void {
    if (terms.length > 0) this.rows.push({ terms, lower, upper });
  }
  atMost(terms: readonly Term[], upper: number): void {
    this.row(terms, Number.NEGATIVE_INFINITY, upper);
  }
  atLeast(terms: readonly Term[], lower: number): void {
    this.row(terms, lower, Number.POSITIVE_INFINITY);
  }
  equal(terms: readonly Term[], value: number): void {
    this.row(terms, value, value);
  }
}

export const plus = (column: number): Term => [column, 1];
export const less = (column: number, factor = 1): Term => [column, -factor];
export const minus = (terms: readonly Term[]): Term[] =>
  terms.map(([column, factor]) => less(column, factor));

import { sum } from '@homecare/domain/sum.ts';

/** A stream of choices that depends only on its seed, so that example data is the same on every machine. */
export interface Random {
  /** At least 0 and less than 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, through: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A few items of a list, in its order. */
  some<T>(list: readonly T[], count: number): T[];
  /** One of the values, chosen by weight. */
  weighted<T>(list: readonly (readonly [value: T, weight: number])[]): T;
}

/** FNV-1a: similar seeds give unrelated streams. */
const hash = (text: string) => {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
};

const only = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
};

export const randomOf = (seed: string): Random => {
  let state = hash(seed);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, through: number) => from + Math.floor(next() * (through - from + 1));
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (list) => only(list[int(0, list.length - 1)]),
    some: (list, count) => {
      const left = list.map((value, index) => ({ value, index, order: next() }));
      return left
        .toSorted((a, b) => a.order - b.order)
        .slice(0, count)
        .toSorted((a, b) => a.index - b.index)
        .map(({ value }) => value);
    },
    weighted: (list) => {
      const total = sum(list.map(([, weight]) => weight));
      let left = next() * total;
      for (const [value, weight] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      return only(list.at(-1))[0];
    },
  };
};

/** The n-th of `size` values, in an order that looks random and contains each value once. */
export const scattered = (n: number, size: number, factor: number) =>
  Number((BigInt(n) * BigInt(factor) + 12_345n) % BigInt(size));

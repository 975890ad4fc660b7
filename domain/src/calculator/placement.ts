import { perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import { sum } from '../sum.ts';
import { packDay } from './packing.ts';
import type { Block, PlacingModel } from './placing-model.ts';

/** A placement built turn by turn: minutes by block and provider, and the values of the columns. */
export class Placement {
  readonly values: number[];
  /** Minutes of each block, and of each provider in the week. */
  readonly load: number[];
  readonly week: number[];
  /** Indexes of the blocks of each day. */
  readonly ofDay: Readonly<Record<Weekday, readonly number[]>>;
  readonly #model: PlacingModel;
  /** Minutes of each provider that only relatives may work. */
  readonly #relative: number[];

  constructor(model: PlacingModel) {
    const { blocks, builder, problem } = model;
    this.#model = model;
    this.values = builder.columns.map(() => 0);
    this.load = blocks.map(() => 0);
    this.week = problem.providers.map(() => 0);
    this.#relative = problem.providers.map(() => 0);
    const places = blocks.map((_, at) => at);
    this.ofDay = perDay((day) => places.filter((at) => blocks[at]?.day === day));
  }

  dayLoad(day: Weekday): number {
    return sum(this.ofDay[day].map((at) => this.load[at] ?? 0));
  }

  /** Sorts block indexes by their provider's minutes, fewest first. */
  byLoad(places: readonly number[]): number[] {
    const loadOf = (at: number) => this.week[this.#model.blocks[at]?.provider ?? 0] ?? 0;
    return places.toSorted((a, b) => loadOf(a) - loadOf(b) || a - b);
  }

  /** Counts a turn of a task on a day, whoever has it. */
  count(ask: number, day: Weekday): void {
    const column = this.#model.counts[ask]?.[day];
    if (column !== undefined) this.values[column] = (this.values[column] ?? 0) + 1;
  }

  /** Adds turns of these lengths to a block, either all or none. */
  tryTurns(at: number, lengths: readonly number[]): boolean {
    const block = this.#model.blocks[at];
    if (!block || !lengths.every((minutes) => shareOf(block, minutes))) return false;
    const fits = lengths.map((minutes) => this.#change(at, block, minutes, 1)).every(Boolean);
    if (fits && this.#isWithinCaps(block) && this.#packs(block.day)) return true;
    for (const minutes of lengths) this.#change(at, block, minutes, -1);
    return false;
  }

  /** Moves a turn from one block to another, or leaves it if that is not possible. */
  transfer(at: number, to: number, minutes: number): boolean {
    const block = this.#model.blocks[at];
    if (!block) return false;
    this.#change(at, block, minutes, -1);
    if (this.tryTurns(to, [minutes])) return true;
    this.#change(at, block, minutes, 1);
    return false;
  }

  /** If a day has several pieces, decides which of them each visit is in. */
  fillPieces(): void {
    for (const day of WEEKDAYS) {
      const visits = this.#visitsOn(day);
      const starts = packDay(this.#model.segments[day], visits) ?? [];
      for (const [n, { at, minutes }] of visits.entries()) {
        const start = starts[n] ?? 0;
        this.#fillPiecesOf(at, day, { start, end: start + minutes });
      }
    }
  }

  #fillPiecesOf(at: number, day: Weekday, visit: Span) {
    const segments = this.#model.segments[day];
    const pieces = this.#model.blocks[at]?.pieces ?? [];
    for (const [place, piece] of pieces.entries()) {
      const inside = overlap(segments[piece.segment], visit);
      this.values[piece.minutes] = inside;
      this.values[piece.used] = inside > 0 ? 1 : 0;
      const next = pieces[place + 1];
      if (piece.crossing !== undefined && next && inside > 0)
        this.values[piece.crossing] = overlap(segments[next.segment], visit) > 0 ? 1 : 0;
    }
  }

  #visitsOn(day: Weekday) {
    return this.ofDay[day].flatMap((at) => {
      const block = this.#model.blocks[at];
      const minutes = this.load[at] ?? 0;
      return block && minutes > 0 ? [{ at, provider: block.provider, minutes }] : [];
    });
  }

  #packs(day: Weekday) {
    return packDay(this.#model.segments[day], this.#visitsOn(day)) !== undefined;
  }

  #isWithinCaps({ provider, day }: Block) {
    const left = this.#model.problem.providers[provider]?.left;
    if (!left) return false;
    const own = this.ofDay[day].filter((at) => this.#model.blocks[at]?.provider === provider);
    return (
      sum(own.map((at) => this.load[at] ?? 0)) <= left.day[day] &&
      (this.week[provider] ?? 0) <= left.week &&
      (this.#relative[provider] ?? 0) <= left.relativeWeek
    );
  }

  #change(at: number, block: Block, minutes: number, turns: number) {
    const share = shareOf(block, minutes);
    if (!share) return false;
    const { provider } = block;
    this.values[share.column] = (this.values[share.column] ?? 0) + turns;
    this.load[at] = (this.load[at] ?? 0) + minutes * turns;
    this.week[provider] = (this.week[provider] ?? 0) + minutes * turns;
    if (this.#isRelative(block)) this.#relative[provider] = (this.#relative[provider] ?? 0) + minutes * turns;
    return (this.values[share.column] ?? 0) <= (this.#model.builder.columns[share.column]?.upper ?? 0);
  }

  #isRelative({ provider, kind }: Block) {
    const kinds = this.#model.problem.providers[provider]?.kinds;
    return kinds?.some((one) => one.kind === kind && one.relative) === true;
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

const overlap = (piece: Span | undefined, { start, end }: Span) =>
  piece ? Math.max(0, Math.min(piece.end, end) - Math.max(piece.start, start)) : 0;

/** The share for turns of this length in a block. */
export const shareOf = (block: Block, minutes: number) =>
  block.shares.find(({ length }) => length.minutes === minutes);

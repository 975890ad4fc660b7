import { DAY_MINUTES, perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import { less, ModelBuilder, minus, plus, type Term } from '../linear.ts';
import { longestRun, type PerDay, type Problem, type Segment, segmentsOf, stepOf } from './problem.ts';
import type { TaskKind } from './tasks.ts';

/** To the model, all tasks of a kind with the same length are the same. Who does which is decided at the end. */
interface Length {
  readonly kind: TaskKind;
  readonly minutes: number;
  readonly asks: readonly number[];
  readonly count: number;
}

/** How often a provider does tasks of one length on a day. */
export interface Share {
  readonly length: Length;
  readonly column: number;
}

/** The part of a block within one piece of the day. */
export interface Piece {
  readonly segment: number;
  readonly minutes: number;
  readonly used: number;
  /** Set if the block can continue into the next piece; undefined if it cannot. */
  readonly crossing: number | undefined;
}

/** One visit: a provider's tasks of one kind on a day, in one stretch. */
export interface Block {
  readonly provider: number;
  readonly kind: TaskKind;
  readonly day: Weekday;
  readonly shares: readonly Share[];
  /** Its minutes. */
  readonly terms: readonly Term[];
  /** Empty if the day has a single piece. */
  readonly pieces: readonly Piece[];
}

export interface PlacingModel {
  readonly problem: Problem;
  readonly builder: ModelBuilder;
  readonly segments: PerDay<readonly Segment[]>;
  readonly blocks: readonly Block[];
  /** How often each task is on each day, by the task's index in the problem. */
  readonly counts: readonly PerDay<number>[];
  readonly placed: readonly Term[];
}

const lengthsOf = ({ asks }: Problem): Length[] => {
  const found = new Map<string, Length>();
  for (const [at, { kind, minutes, count }] of asks.entries()) {
    const key = `${kind} ${minutes}`;
    const length = found.get(key) ?? { kind, minutes, asks: [], count: 0 };
    found.set(key, { ...length, asks: [...length.asks, at], count: length.count + count });
  }
  return [...found.values()];
};

/** One column never exceeds another. */
const notAbove = (builder: ModelBuilder, one: number, other: number, times = 1) =>
  builder.atMost([plus(one), less(other, times)], 0);

type OpenPiece = Omit<Piece, 'crossing'> & { crossing: number | undefined };

/** The minutes of a visit by piece. A visit is one stretch, and only one visit can cross a border between pieces. */
const addPieces = (
  builder: ModelBuilder,
  segments: readonly Segment[],
  provider: number,
  terms: readonly Term[],
): Piece[] => {
  const found: OpenPiece[] = [];
  for (const [segment, { start, end, isJoined, free }] of segments.entries()) {
    if (!free[provider]) continue;
    const piece = {
      segment,
      minutes: builder.whole(end - start),
      used: builder.whole(1),
      crossing: undefined,
    };
    notAbove(builder, piece.minutes, piece.used, end - start);
    const before = found.at(-1);
    if (before && isJoined && before.segment === segment - 1) joinPieces(builder, before, piece, start);
    // No visit begins at or after midnight.
    else if (start >= DAY_MINUTES) builder.atMost([plus(piece.used)], 0);
    found.push(piece);
  }
  const crossings = found.flatMap(({ crossing }) => crossing ?? []);
  builder.atMost([...found.map(({ used }) => plus(used)), ...minus(crossings.map(plus))], 1);
  builder.equal([...found.map(({ minutes }) => plus(minutes)), ...minus(terms)], 0);
  fillBetweenCrossings(builder, segments, found);
  return found;
};

/** A visit may cross from one piece to the next. One that crosses midnight began before it. */
const joinPieces = (builder: ModelBuilder, before: OpenPiece, piece: Pick<Piece, 'used'>, border: number) => {
  const crossing = builder.whole(1);
  before.crossing = crossing;
  notAbove(builder, crossing, before.used);
  notAbove(builder, crossing, piece.used);
  if (border >= DAY_MINUTES) notAbove(builder, piece.used, crossing);
  if (border === DAY_MINUTES) notAbove(builder, crossing, before.minutes);
};

/** A visit that crosses both borders of a piece fills it. */
const fillBetweenCrossings = (
  builder: ModelBuilder,
  segments: readonly Segment[],
  found: readonly Piece[],
) => {
  for (const [at, { segment, minutes, crossing }] of found.entries()) {
    const before = found[at - 1]?.crossing;
    const piece = segments[segment];
    if (crossing === undefined || before === undefined || !piece) continue;
    const length = piece.end - piece.start;
    builder.atLeast([plus(minutes), less(before, length), less(crossing, length)], -length);
  }
};

const addDayRoom = (
  builder: ModelBuilder,
  segments: readonly Segment[],
  blocks: readonly Block[],
  step: number,
) => {
  const [only] = segments;
  if (segments.length === 1 && only) {
    const room = only.end - only.start;
    builder.atMost(
      blocks.flatMap(({ terms }) => terms),
      room - (room % step),
    );
    return;
  }
  for (const [at, { start, end }] of segments.entries()) {
    const here = blocks.flatMap(({ pieces }) => pieces.filter(({ segment }) => segment === at));
    const minutes = here.map((piece) => plus(piece.minutes));
    builder.atMost(minutes, end - start);
    const crossings = here.flatMap(({ crossing }) => crossing ?? []);
    if (crossings.length > 1) builder.atMost(crossings.map(plus), 1);
  }
};

/** The constraints that every placement must keep. The goals decide which is best. */
export const placingModel = (problem: Problem): PlacingModel => {
  const builder = new ModelBuilder();
  const { asks, providers } = problem;
  const step = stepOf(asks);
  const lengths = lengthsOf(problem);
  const counts = asks.map(({ count }) => perDay(() => builder.whole(count)));
  const segments = perDay((day) => segmentsOf(problem, day));
  const blocks: Block[] = [];
  for (const day of WEEKDAYS) {
    const ofDay: Block[] = [];
    for (const [provider, { days, kinds }] of providers.entries()) {
      if (!days.includes(day)) continue;
      const longest = longestRun(segments[day], provider);
      for (const { kind } of kinds) {
        const fitting = lengths.filter((length) => length.kind === kind && length.minutes <= longest);
        if (fitting.length === 0) continue;
        const shares = fitting.map((length) => ({
          length,
          column: builder.whole(Math.min(length.count, Math.floor(longest / length.minutes))),
        }));
        const terms = shares.map(({ length, column }): Term => [column, length.minutes]);
        const pieces = segments[day].length > 1 ? addPieces(builder, segments[day], provider, terms) : [];
        ofDay.push({ provider, kind, day, shares, terms, pieces });
      }
    }
    addDayRoom(builder, segments[day], ofDay, step);
    blocks.push(...ofDay);
    for (const length of lengths) {
      const done = ofDay.flatMap(({ shares }) => shares.filter((share) => share.length === length));
      const wanted = length.asks.flatMap((at) => counts[at]?.[day] ?? []);
      builder.equal([...done.map(({ column }) => plus(column)), ...minus(wanted.map(plus))], 0);
    }
  }
  for (const [at, { count }] of asks.entries())
    builder.atMost(Object.values(counts[at] ?? {}).map(plus), count);
  addCaps(builder, problem, blocks);
  addClientCaps(builder, problem, counts);
  const placed = blocks.flatMap(({ terms }) => terms);
  return { problem, builder, segments, blocks, counts, placed };
};

const addCaps = (builder: ModelBuilder, { providers }: Problem, blocks: readonly Block[]) => {
  for (const [at, { kinds, left }] of providers.entries()) {
    const own = blocks.filter(({ provider }) => provider === at);
    const relative = kinds.filter((one) => one.relative).map(({ kind }) => kind);
    const cap = (minutes: number, isCapped: (block: Block) => boolean) => {
      const terms = own.filter(isCapped).flatMap((block) => block.terms);
      if (Number.isFinite(minutes)) builder.atMost(terms, Math.max(0, minutes));
    };
    for (const day of WEEKDAYS) cap(left.day[day], (block) => block.day === day);
    cap(left.week, () => true);
    cap(left.relativeWeek, ({ kind }) => relative.includes(kind));
  }
};

const addClientCaps = (
  builder: ModelBuilder,
  { asks, clientCaps }: Problem,
  counts: readonly PerDay<number>[],
) => {
  for (const cap of clientCaps)
    builder.atMost(
      cap.asks.flatMap((at) =>
        Object.values(counts[at] ?? {}).map((column): Term => [column, asks[at]?.minutes ?? 0]),
      ),
      cap.week,
    );
};

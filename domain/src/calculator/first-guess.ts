import { perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import { layOverDays } from './day-patterns.ts';
import { differenceOf } from './evenness.ts';
import { packDay } from './packing.ts';
import { leastDifference, turnsByCode } from './placing-goals.ts';
import type { Block, PlacingModel } from './placing-model.ts';
import { type Problem, stepOf } from './problem.ts';

/** The minutes of a day on which nobody is found for a turn do not stop the others. */
interface Turn {
  readonly ask: number;
  readonly day: Weekday;
}

const MOVES = 600;
/** Minutes that are passed on through a third provider, in steps of the lengths, at most. */
const PASSED_STEPS = 4;

/**
 * A placing that is quickly found, as values of the model's columns: tasks over days, days over providers, whole visits first,
 * then single turns moved until the providers are even. The solver starts from it and says whether there is a better one.
 */
export const firstGuess = (model: PlacingModel): number[] => {
  const { problem, blocks, builder, counts, segments } = model;
  const { asks, providers } = problem;
  const values = builder.columns.map(() => 0);
  const load = blocks.map(() => 0);
  const ofDay = perDay((day) => blocks.map((_, at) => at).filter((at) => blocks[at]?.day === day));
  const week = providers.map(() => 0);
  const relative = providers.map(() => 0);
  const isRelative = ({ provider, kind }: Block) =>
    providers[provider]?.kinds.some((one) => one.kind === kind && one.relative) === true;
  const shareOf = (block: Block, minutes: number) =>
    block.shares.find(({ length }) => length.minutes === minutes);

  const visitsOn = (day: Weekday) =>
    ofDay[day].flatMap((at) => {
      const block = blocks[at];
      const minutes = load[at] ?? 0;
      return block && minutes > 0 ? [{ at, provider: block.provider, minutes }] : [];
    });
  const packs = (day: Weekday) => packDay(segments[day], visitsOn(day)) !== undefined;
  const withinCaps = ({ provider, day }: Block) => {
    const left = providers[provider]?.left;
    if (!left) return false;
    const today = ofDay[day].reduce(
      (sum, at) => sum + (blocks[at]?.provider === provider ? (load[at] ?? 0) : 0),
      0,
    );
    return (
      today <= left.day[day] &&
      (week[provider] ?? 0) <= left.week &&
      (relative[provider] ?? 0) <= left.relativeWeek
    );
  };
  const change = (at: number, block: Block, minutes: number, turns: number) => {
    const share = shareOf(block, minutes);
    if (!share) return false;
    values[share.column] = (values[share.column] ?? 0) + turns;
    load[at] = (load[at] ?? 0) + minutes * turns;
    week[block.provider] = (week[block.provider] ?? 0) + minutes * turns;
    if (isRelative(block)) relative[block.provider] = (relative[block.provider] ?? 0) + minutes * turns;
    return (values[share.column] ?? 0) <= (builder.columns[share.column]?.upper ?? 0);
  };
  /** All of these or none of them. */
  const tryTurns = (at: number, lengths: readonly number[]) => {
    const block = blocks[at];
    if (!block || !lengths.every((minutes) => shareOf(block, minutes))) return false;
    const fits = lengths.map((minutes) => change(at, block, minutes, 1)).every(Boolean);
    if (fits && withinCaps(block) && packs(block.day)) return true;
    for (const minutes of lengths) change(at, block, minutes, -1);
    return false;
  };
  const byLoad = (places: readonly number[]) => {
    const loadOf = (at: number) => week[blocks[at]?.provider ?? 0] ?? 0;
    return places.toSorted((a, b) => loadOf(a) - loadOf(b) || a - b);
  };
  const minutesOf = (turn: Turn) => asks[turn.ask]?.minutes ?? 0;
  const keep = (turn: Turn) => {
    const column = counts[turn.ask]?.[turn.day];
    if (column !== undefined) values[column] = (values[column] ?? 0) + 1;
  };

  // Tasks over days.
  const isOpen = (ask: number, day: Weekday) =>
    ofDay[day].some((at) => {
      const block = blocks[at];
      return (
        block !== undefined &&
        block.kind === asks[ask]?.kind &&
        shareOf(block, asks[ask]?.minutes ?? 0) !== undefined
      );
    });
  const within = turnsWithinCaps(problem);
  const tasks = [...turnsByCode(problem)].map(([code, places]) => ({
    code,
    turns: places
      .flatMap((ask) =>
        Array.from({ length: within[ask] ?? 0 }, () => ({ ask, minutes: asks[ask]?.minutes ?? 0 })),
      )
      .toSorted((a, b) => b.minutes - a.minutes),
    open: WEEKDAYS.filter((day) => places.some((ask) => isOpen(ask, day))),
  }));
  const room = perDay((day) => segments[day].reduce((sum, { start, end }) => sum + end - start, 0));
  const laid = layOverDays(tasks, room, stepOf(asks)).flat();

  // Whole visits, the longest first; where nobody can take all of it, turn by turn.
  const visits = WEEKDAYS.flatMap((day) =>
    [...new Set(blocks.map(({ kind }) => kind))].map((kind) => ({
      day,
      kind,
      turns: laid.filter((turn) => turn.day === day && asks[turn.ask]?.kind === kind),
    })),
  );
  const sumOf = (turns: readonly Turn[]) => turns.reduce((sum, turn) => sum + minutesOf(turn), 0);
  const homeless: Turn[] = [];
  for (const { day, kind, turns } of visits.toSorted((a, b) => sumOf(b.turns) - sumOf(a.turns))) {
    const places = ofDay[day].filter((at) => blocks[at]?.kind === kind);
    if (byLoad(places).some((at) => tryTurns(at, turns.map(minutesOf)))) {
      for (const turn of turns) keep(turn);
      continue;
    }
    for (const turn of turns.toSorted((a, b) => minutesOf(b) - minutesOf(a)))
      if (byLoad(places).some((at) => tryTurns(at, [minutesOf(turn)]))) keep(turn);
      else homeless.push(turn);
  }
  const dayLoad = (day: Weekday) => ofDay[day].reduce((sum, at) => sum + (load[at] ?? 0), 0);
  for (const turn of homeless) {
    const others = WEEKDAYS.toSorted((a, b) => dayLoad(a) - dayLoad(b));
    for (const day of others) {
      const places = ofDay[day].filter((at) => blocks[at]?.kind === asks[turn.ask]?.kind);
      if (!byLoad(places).some((at) => tryTurns(at, [minutesOf(turn)]))) continue;
      keep({ ...turn, day });
      break;
    }
  }
  evenProviders();
  fillPieces();
  return values;

  /** Single turns, and two turns against each other, go to another provider of the day while that makes them more even. */
  function evenProviders() {
    const goal = leastDifference(
      week.reduce((sum, minutes) => sum + minutes, 0),
      providers.filter((_, at) => blocks.some(({ provider }) => provider === at)).length,
      stepOf(asks),
    );
    for (let move = 0; move < MOVES && differenceOf(week) > goal; move += 1)
      if (!(moveOne() || swapTwo() || passOn())) return;
  }
  function gainOf(from: number, to: number, minutes: number) {
    const after = week.with(from, (week[from] ?? 0) - minutes).with(to, (week[to] ?? 0) + minutes);
    return differenceOf(week) - differenceOf(after);
  }
  function transfer(at: number, to: number, minutes: number) {
    const block = blocks[at];
    if (!block) return false;
    change(at, block, minutes, -1);
    if (tryTurns(to, [minutes])) return true;
    change(at, block, minutes, 1);
    return false;
  }
  /** Turns that can go from one provider to another, by length. */
  function* movesBetween(from: number, to: number) {
    for (const [at, block] of blocks.entries()) {
      if (block.provider !== from || (load[at] ?? 0) === 0) continue;
      const target = ofDay[block.day].find(
        (other) => blocks[other]?.provider === to && blocks[other]?.kind === block.kind,
      );
      if (target === undefined) continue;
      for (const { length, column } of block.shares)
        if ((values[column] ?? 0) > 0)
          yield { at, target, minutes: length.minutes, isNew: (load[target] ?? 0) === 0 };
    }
  }
  function pairs() {
    const found = providers.flatMap((_, from) => providers.map((__, to) => ({ from, to })));
    return found
      .filter(({ from, to }) => (week[from] ?? 0) > (week[to] ?? 0))
      .toSorted((a, b) => (week[b.from] ?? 0) - (week[b.to] ?? 0) - (week[a.from] ?? 0) + (week[a.to] ?? 0));
  }
  function moveOne() {
    for (const { from, to } of pairs()) {
      const moves = [...movesBetween(from, to)]
        .map((move) => ({ ...move, gain: gainOf(from, to, move.minutes) }))
        .filter(({ gain }) => gain > 0)
        .toSorted((a, b) => Number(a.isNew) - Number(b.isNew) || b.gain - a.gain);
      if (moves.some(({ at, target, minutes }) => transfer(at, target, minutes))) return true;
    }
    return false;
  }
  function swapTwo() {
    for (const { from, to } of pairs()) {
      const back = [...movesBetween(to, from)];
      for (const there of movesBetween(from, to))
        for (const here of back) {
          if (gainOf(from, to, there.minutes - here.minutes) <= 0) continue;
          if (!transfer(there.at, there.target, there.minutes)) break;
          if (transfer(here.at, here.target, here.minutes)) return true;
          transfer(there.target, there.at, there.minutes);
        }
    }
    return false;
  }
  /** So many minutes from one provider to another, by one turn or by two against each other. */
  function give(from: number, to: number, minutes: number) {
    const back = [...movesBetween(to, from)];
    for (const there of movesBetween(from, to)) {
      if (there.minutes === minutes && transfer(there.at, there.target, minutes)) return true;
      for (const here of back) {
        if (there.minutes - here.minutes !== minutes) continue;
        if (!transfer(there.at, there.target, there.minutes)) break;
        if (transfer(here.at, here.target, here.minutes)) return true;
        transfer(there.target, there.at, there.minutes);
      }
    }
    return false;
  }
  /** Two providers without a kind in common even out through a third, who takes and gives the same minutes. */
  function passOn() {
    const step = stepOf(asks);
    for (const { from, to } of pairs())
      for (let steps = 1; steps <= PASSED_STEPS; steps += 1) {
        const minutes = steps * step;
        if (gainOf(from, to, minutes) <= 0) break;
        for (const via of providers.keys()) {
          if (via === from || via === to || !give(from, via, minutes)) continue;
          if (give(via, to, minutes)) return true;
          give(via, from, minutes);
        }
      }
    return false;
  }
  /** Where a day is in pieces, which of them each visit lies in. */
  function fillPieces() {
    for (const day of WEEKDAYS) {
      const visits = visitsOn(day);
      const starts = packDay(segments[day], visits) ?? [];
      for (const [n, { at, minutes }] of visits.entries()) {
        const start = starts[n] ?? 0;
        const pieces = blocks[at]?.pieces ?? [];
        for (const [place, piece] of pieces.entries()) {
          const inside = overlap(segments[day][piece.segment], start, start + minutes);
          values[piece.minutes] = inside;
          values[piece.used] = inside > 0 ? 1 : 0;
          const next = pieces[place + 1];
          if (piece.crossing !== undefined && next && inside > 0)
            values[piece.crossing] = overlap(segments[day][next.segment], start, start + minutes) > 0 ? 1 : 0;
        }
      }
    }
  }
};

/** How many turns of each task the caps of the client leave, task by task. */
const turnsWithinCaps = ({ asks, clientCaps }: Problem) => {
  const left = clientCaps.map(({ week }) => week);
  return asks.map(({ minutes, count }, at) => {
    const own = clientCaps.flatMap((cap, n) => (cap.asks.includes(at) ? [n] : []));
    const turns = Math.min(count, ...own.map((n) => Math.floor((left[n] ?? 0) / minutes)));
    for (const n of own) left[n] = (left[n] ?? 0) - turns * minutes;
    return turns;
  });
};

const overlap = (
  piece: { readonly start: number; readonly end: number } | undefined,
  start: number,
  end: number,
) => (piece ? Math.max(0, Math.min(piece.end, end) - Math.max(piece.start, start)) : 0);

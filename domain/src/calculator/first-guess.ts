import { perDay, WEEKDAYS, type Weekday } from '../calendar.ts';
import { sum } from '../sum.ts';
import { layOverDays } from './day-patterns.ts';
import { evenProviders } from './even-providers.ts';
import { Placement, shareOf } from './placement.ts';
import { turnsByCode } from './placing-goals.ts';
import type { PlacingModel } from './placing-model.ts';
import { type Problem, stepOf } from './problem.ts';

interface Turn {
  readonly ask: number;
  readonly day: Weekday;
}

/**
 * Finds a placement quickly, as values of the model's columns: distributes tasks over days, then days over providers, first
 * whole visits, then single turns to even out the providers. The solver starts from it and finds out whether there is a
 * better one.
 */
export const firstGuess = (model: PlacingModel): number[] => {
  const placement = new Placement(model);
  const homeless = placeVisits(model, placement, spreadTasks(model, placement));
  placeElsewhere(model, placement, homeless);
  evenProviders(model, placement);
  placement.fillPieces();
  return placement.values;
};

const minutesOf = ({ problem }: PlacingModel, { ask }: Turn) => problem.asks[ask]?.minutes ?? 0;

/** Distributes the turns of each task over the days on which somebody can come for them. */
const spreadTasks = ({ problem, blocks, segments }: PlacingModel, { ofDay }: Placement): Turn[] => {
  const { asks } = problem;
  const isOpen = (ask: number, day: Weekday) =>
    ofDay[day].some((at) => {
      const block = blocks[at];
      return block?.kind === asks[ask]?.kind && block && shareOf(block, asks[ask]?.minutes ?? 0);
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
  const room = perDay((day) => sum(segments[day].map(({ start, end }) => end - start)));
  return layOverDays(tasks, room, stepOf(asks)).flat();
};

/** Places whole visits, longest first, or turn by turn if nobody can take all of one. Returns the turns that nobody takes. */
const placeVisits = (model: PlacingModel, placement: Placement, laid: readonly Turn[]): Turn[] => {
  const { blocks, problem } = model;
  const minutes = (turn: Turn) => minutesOf(model, turn);
  const visits = WEEKDAYS.flatMap((day) =>
    [...new Set(blocks.map(({ kind }) => kind))].map((kind) => {
      const turns = laid.filter((turn) => turn.day === day && problem.asks[turn.ask]?.kind === kind);
      return { day, kind, turns, length: sum(turns.map(minutes)) };
    }),
  );
  const homeless: Turn[] = [];
  for (const { day, kind, turns } of visits.toSorted((a, b) => b.length - a.length)) {
    const places = placement.ofDay[day].filter((at) => blocks[at]?.kind === kind);
    const isPlaced = (some: readonly Turn[]) =>
      placement.byLoad(places).some((at) => placement.tryTurns(at, some.map(minutes)));
    const all = isPlaced(turns);
    for (const turn of all ? turns : turns.toSorted((a, b) => minutes(b) - minutes(a)))
      if (all || isPlaced([turn])) placement.count(turn.ask, day);
      else homeless.push(turn);
  }
  return homeless;
};

/** Moves turns that nobody takes on their day to other days, those with the fewest minutes first. */
const placeElsewhere = (model: PlacingModel, placement: Placement, turns: readonly Turn[]): void => {
  for (const turn of turns) {
    const kind = model.problem.asks[turn.ask]?.kind;
    const day = WEEKDAYS.toSorted((a, b) => placement.dayLoad(a) - placement.dayLoad(b)).find((other) => {
      const places = placement.ofDay[other].filter((at) => model.blocks[at]?.kind === kind);
      return placement.byLoad(places).some((at) => placement.tryTurns(at, [minutesOf(model, turn)]));
    });
    if (day) placement.count(turn.ask, day);
  }
};

/** How many turns of each task the client's caps allow, task by task. */
const turnsWithinCaps = ({ asks, clientCaps }: Problem) => {
  const left = clientCaps.map(({ week }) => week);
  return asks.map(({ minutes, count }, at) => {
    const own = clientCaps.flatMap((cap, n) => (cap.asks.includes(at) ? [n] : []));
    const turns = Math.min(count, ...own.map((n) => Math.floor((left[n] ?? 0) / minutes)));
    for (const n of own) left[n] = (left[n] ?? 0) - turns * minutes;
    return turns;
  });
};

import { hoursText } from '../calendar.ts';
import { showMoney } from '../money.ts';
import { OBSTACLE_WORDS } from '../staffing/obstacles.ts';
import type { Candidate, Obstacle } from '../staffing/schema.ts';

/** What a caregiver's row says about an open visit (docs/rules/schedule.md, rule 11). */

export type AnswerKind = 'can' | 'costs' | 'cannot';

export interface CandidateAnswer {
  readonly kind: AnswerKind;
  readonly words: string;
  readonly why: string;
}

const factsOf = ({ visitsHere, extraMinutes, cost }: Candidate): string[] => [
  ...(cost && cost.overtimeCents !== null && cost.overtimeCents > 0
    ? [`adds ${showMoney(cost.overtimeCents)}`]
    : []),
  ...(visitsHere > 0 ? [`${visitsHere} ${visitsHere === 1 ? 'visit' : 'visits'} here`] : []),
  ...(extraMinutes === null ? [] : [extraMinutes === 0 ? 'no extra drive' : `${extraMinutes} min drive`]),
];

export const answerOf = (candidate: Candidate): CandidateAnswer => {
  if (candidate.obstacle !== null) return { kind: 'cannot', words: 'Cannot', why: candidate.why ?? '' };
  const [limit] = candidate.toJustify;
  if (limit) return { kind: 'costs', words: 'Can come, asks why', why: limit.why };
  const why = [...candidate.warnings, ...factsOf(candidate)].join(', ');
  const overtime = candidate.cost?.overtimeMinutes ?? 0;
  if (overtime > 0) return { kind: 'costs', words: `Can come, ${hoursText(overtime)} overtime`, why };
  return candidate.warnings.length > 0
    ? { kind: 'costs', words: 'Can come, asks first', why }
    : { kind: 'can', words: 'Can come', why };
};

export const canCome = ({ obstacle }: Pick<Candidate, 'obstacle'>) => obstacle === null;

/** What keeps everybody from the visit, whoever they are: it was moved to another day, or its plan cannot have a cover. */
export const whyNobodyOf = (
  candidates: readonly Pick<Candidate, 'obstacle' | 'why'>[],
): string | undefined =>
  candidates.every(({ obstacle }) => obstacle === 'sameClient')
    ? (candidates[0]?.why ?? undefined)
    : undefined;

/** Only looking beyond the miles of each can find more of them. */
export const hasTooFar = (candidates: readonly Pick<Candidate, 'obstacle'>[]) =>
  candidates.some(({ obstacle }) => obstacle === 'tooFar');

export interface ObstacleGroup<C> {
  readonly obstacle: Obstacle;
  readonly words: string;
  readonly candidates: readonly C[];
}

/** Caregivers who cannot come, grouped by reason, largest group first. */
export const obstacleGroups = <C extends Pick<Candidate, 'obstacle'>>(
  candidates: readonly C[],
): ObstacleGroup<C>[] => {
  const groups = Map.groupBy(candidates, ({ obstacle }) => obstacle);
  return [...groups]
    .flatMap(([obstacle, of]) =>
      obstacle === null ? [] : [{ obstacle, words: OBSTACLE_WORDS[obstacle], candidates: of }],
    )
    .toSorted((a, b) => b.candidates.length - a.candidates.length || (a.words < b.words ? -1 : 1));
};

/** Obstacles that the office can still do something about, easiest first. */
const MENDABLE: readonly Obstacle[] = [
  'tooFar',
  'notAvailable',
  'tooManyHours',
  'noLogin',
  'working',
  'timeOff',
  'skills',
];

type Missed = Pick<Candidate, 'obstacle' | 'miles' | 'visitsHere'>;

/** If nobody can come, who comes closest: by obstacle, distance, and how well they know the client. */
export const closestOf = <C extends Missed>(candidates: readonly C[]): C | undefined => {
  const ranked = candidates.flatMap((candidate) => {
    const rank = candidate.obstacle === null ? -1 : MENDABLE.indexOf(candidate.obstacle);
    return rank < 0 ? [] : [{ candidate, rank, miles: candidate.miles ?? Number.POSITIVE_INFINITY }];
  });
  const byMiles = (a: number, b: number) => (a === b ? 0 : a - b);
  return ranked.toSorted(
    (a, b) => a.rank - b.rank || byMiles(a.miles, b.miles) || b.candidate.visitsHere - a.candidate.visitsHere,
  )[0]?.candidate;
};

/** The next caregiver who can come, up or down from a row; undefined if there is none. */
export const nextWhoCan = (
  rows: readonly number[],
  from: number | null,
  step: 1 | -1,
  can: ReadonlySet<number>,
): number | undefined => {
  const at = from === null ? (step === 1 ? -1 : rows.length) : rows.indexOf(from);
  for (let n = at + step; n >= 0 && n < rows.length; n += step) {
    const row = rows[n];
    if (row !== undefined && can.has(row)) return row;
  }
  return undefined;
};

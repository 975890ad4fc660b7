import { randomUUID } from 'node:crypto';
import { isAwayDuring } from '@homecare/domain/availability/rules.ts';
import type { InputOf, OutputOf, ResultOf } from '@homecare/domain/call.ts';
import { counted } from '@homecare/domain/counted.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import { whyNobodyOf } from '@homecare/domain/schedule/candidate-answer.ts';
import { candidatesFor } from '@homecare/domain/staffing/candidates.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import { OBSTACLE_WORDS } from '@homecare/domain/staffing/obstacles.ts';
import { type Opened, wallSpan } from '@homecare/domain/staffing/open-visits.ts';
import type { Candidate, VisitKey } from '@homecare/domain/staffing/schema.ts';
import { candidateBeside, isFree, type WeekFacts } from '@homecare/domain/staffing/week-facts.ts';
import {
  type Added,
  addedByLine,
  assignable,
  chooseWeek,
  explainLine,
  type FixedLine,
  greedyWeek,
  proposedHours,
  type WeekTotals,
  weekProblem,
  weekTotals,
} from '@homecare/domain/staffing/week-plan.ts';
import {
  type Assignment,
  notSearched,
  type Unproven,
  type WeekProblem,
  type WeekSolution,
} from '@homecare/domain/staffing/week-problem.ts';
import { unprovenBeside } from '@homecare/domain/staffing/week-proof.ts';
import { listApprovedTimeOff } from '../availability/time-off.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { newPace } from '../platform/jobs/pace.ts';
import type { Log } from '../platform/log/log.ts';
import { hurryUp, newHurry, solveWeekApart, TooManyCalculations } from '../platform/solver/solver.ts';
import { keepNews, reportNews } from './cover-news.ts';
import { coverAndNotify, uncoverIn } from './covering.ts';
import { type Around, askAbout, datesOf, describeOpen, inTime, loadWorld } from './facts.ts';
import { loadOpen, refuseDays } from './service.ts';

/** Proposes covers for several open visits at once, and saves several covers. */

/** Loads everything the rules of a week need. Other requests get their turn between two visits. */
const loadWeekFacts = async (
  scope: Scope,
  opened: readonly Opened[],
  isFarther: boolean,
): Promise<{ readonly facts: WeekFacts; readonly around: Around; readonly compared: number }> => {
  const { db } = scope.site;
  const visits = opened.map(({ visit }) => visit);
  const world = await loadWorld(db, scope, datesOf(visits), isFarther);
  const { around, rules } = world;
  const pace = newPace();
  const questions: WeekFacts['questions'][number][] = [];
  for (const { asked, caregivers } of await askAbout(db, scope, world, visits)) {
    questions.push({
      asked,
      caregivers: new Map(caregivers.map((one) => [one.id, one])),
      candidates: candidatesFor(asked, caregivers, around.people, rules),
    });
    if (pace.isDue()) await pace.rest();
  }
  return { facts: { questions, clients: around.people, rules }, around, compared: world.caregivers.length };
};

interface Found {
  readonly assignment: Assignment;
  readonly oneByOne: Assignment;
  readonly unproven: Unproven | null;
}

/** If the solver fails or a slow machine stops it, the proposal by rank is used, with its gap. */
export const solvedByRank =
  (problem: WeekProblem, oneByOne: Assignment, log: Pick<Log, 'error'>) =>
  (error: unknown): WeekSolution => {
    if (error instanceof TooManyCalculations) throw error;
    log.error('open visits were not solved', error);
    return notSearched(problem, oneByOne);
  };

/** The solver's proposal by the exact rules, or the one by rank if that is better. */
const findProposal = async (
  facts: WeekFacts,
  fixed: readonly FixedLine[],
  { hurry, log }: { readonly hurry: SharedArrayBuffer; readonly log: Log },
): Promise<Found> => {
  const oneByOne = greedyWeek(facts, fixed);
  const problem = weekProblem(facts, fixed);
  const solution = await solveWeekApart(problem, oneByOne, hurry).catch(solvedByRank(problem, oneByOne, log));
  const { assignment, totals } = chooseWeek(facts, { solved: solution.assignment, oneByOne }, fixed);
  const unproven = unprovenBeside(problem, solution, { proposed: assignment, totals });
  return { assignment, oneByOne, unproven };
};

/** Returns '88 away, 21 too far, 9 already working', most common first. */
const sayNobody = (candidates: readonly Candidate[]): string => {
  const nobody = whyNobodyOf(candidates);
  if (nobody !== undefined) return nobody;
  const groups = Map.groupBy(candidates, ({ obstacle }) => obstacle);
  return [...groups]
    .flatMap(([obstacle, all]) => (obstacle === null ? [] : [{ obstacle, count: all.length }]))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 3)
    .map(({ obstacle, count }) => `${count} ${OBSTACLE_WORDS[obstacle]}`)
    .join(', ');
};

/** How many alternatives each line offers. */
const OTHERS = 12;

interface Proposed {
  readonly assignment: Assignment;
  readonly added: readonly Added[];
  readonly fixed: readonly FixedLine[];
  readonly seesCents: boolean;
}

const lineOf = (
  { facts, around }: Pick<Awaited<ReturnType<typeof loadWeekFacts>>, 'facts' | 'around'>,
  opened: Opened,
  at: number,
  { assignment, added: all, fixed, seesCents }: Proposed,
): calls.ProposalLine => {
  const question = facts.questions[at];
  const candidates = question?.candidates ?? [];
  const ProviderID = assignment[at] ?? null;
  const chosen = ProviderID === null ? undefined : candidateBeside(facts, assignment, at, ProviderID);
  // This applies only to the office's own choices: the proposal itself never contains someone who cannot come next to the others.
  const whyNot = chosen ? (chosen.why ?? chosen.toJustify[0]?.why ?? null) : null;
  const added = chosen && whyNot === null ? all[at] : undefined;
  const isFixed = fixed.some(({ visit }) => visit === at);
  const others = candidates.flatMap((one) =>
    isFree(one) && one.score !== null
      ? [{ ProviderID: one.ProviderID, Provider: one.Provider, score: one.score }]
      : [],
  );
  return {
    visit: describeOpen(opened, around.people),
    ProviderID,
    Provider: chosen?.Provider ?? null,
    why:
      chosen && added
        ? explainLine({ ...chosen, extraMinutes: added.extraMinutes }, added)
        : isFixed
          ? (whyNot ?? 'Stays open')
          : sayNobody(candidates),
    tooFar: candidates.filter(({ obstacle }) => obstacle === 'tooFar').length,
    notes: chosen?.warnings ?? [],
    whyNot,
    visitsHere: chosen?.visitsHere ?? 0,
    visitsOfClient: question?.asked.visitsOfClient ?? 0,
    extraMinutes: added?.extraMinutes ?? null,
    overtimeMinutes: added?.overtimeMinutes ?? 0,
    overtimeCents: seesCents ? (added?.overtimeCents ?? 0) : null,
    isFixed,
    others: others.slice(0, OTHERS),
  };
};

const totalsOf = (
  scope: Scope,
  { pairs: _, payCents, overtimeCents, ...totals }: WeekTotals,
): calls.ProposalTotals => {
  const sees = seesPayRates(scope.user.role);
  return { ...totals, payCents: sees ? payCents : null, overtimeCents: sees ? overtimeCents : null };
};

const NO_TOTALS: calls.ProposalTotals = {
  visits: 0,
  covered: 0,
  minutes: 0,
  coveredMinutes: 0,
  caregivers: 0,
  mostAtOneClient: 0,
  overtimeMinutes: 0,
  overtimeCents: null,
  payCents: null,
  extraMinutes: 0,
};
const NOTHING_OPEN: calls.Proposal = {
  lines: [],
  totals: NO_TOTALS,
  oneByOne: NO_TOTALS,
  hours: [],
  unproven: null,
  approval: null,
  compared: 0,
  milliseconds: 0,
};

/** The approval of the one time off that opened all of the visits. */
const findApproval = async (scope: Scope, opened: readonly Opened[]): Promise<calls.Proposal['approval']> => {
  const [first] = opened;
  const isOff = ({ reason, visit }: Opened) =>
    reason === 'timeOff' && visit.ProviderID === first?.visit.ProviderID;
  if (!first || !opened.every(isOff)) return null;
  const approved = await listApprovedTimeOff(scope.site.db, first.visit.ProviderID);
  const [own, ...others] = approved.filter((off) =>
    opened.some(({ visit }) => isAwayDuring(off, { day: visit.date, start: visit.start, end: visit.end })),
  );
  return own?.decided && own.decidedBy && others.length === 0 ? { at: own.decided, by: own.decidedBy } : null;
};

const isKey = (a: VisitKey, b: VisitKey) => a.planId === b.planId && a.day === b.day;
const BUSY = 'Other proposals are being calculated. Try again in a moment.';

type Planned = ResultOf<typeof calls.planOpenVisits>;
type Asked = Omit<InputOf<typeof calls.planOpenVisits>, 'isQuick'>;

const propose = async (
  scope: Scope,
  { from, through, ProviderID, only, fixed, farther }: Asked,
  hurry: SharedArrayBuffer,
): Promise<Planned> => {
  const wrong = refuseDays({ from, through });
  if (wrong) return wrong;
  const open = await loadOpen(scope, { from, through });
  const opened = open.opened
    .map((one) => ({ ...one, visit: inTime(scope, one.visit) }))
    .filter(({ visit }) => ProviderID === undefined || visit.ProviderID === ProviderID)
    .filter(({ visit }) => only === undefined || only.some((key) => isKey(visit, key)))
    .toSorted((a, b) => wallSpan(a.visit).start - wallSpan(b.visit).start);
  if (opened.length > calls.MOST_LINES)
    return refuseFields([
      {
        field: 'through',
        message: `${counted(opened.length, 'visit')} are open then. Choose days with at most ${calls.MOST_LINES}.`,
      },
    ]);
  if (opened.length === 0) return done(NOTHING_OPEN);
  const began = performance.now();
  const context = await loadWeekFacts(scope, opened, farther);
  const chosen = fixed.flatMap(({ providerId, ...key }): FixedLine[] => {
    const visit = opened.findIndex((one) => isKey(one.visit, key));
    return visit < 0 ? [] : [{ visit, caregiver: providerId }];
  });
  try {
    const { assignment, oneByOne, unproven } = await findProposal(context.facts, chosen, {
      hurry,
      log: scope.site.log,
    });
    const possible = assignable(context.facts, assignment, chosen);
    const proposed: Proposed = {
      assignment,
      added: addedByLine(context.facts, possible),
      fixed: chosen,
      seesCents: seesPayRates(scope.user.role),
    };
    return done({
      lines: opened.map((one, at) => lineOf(context, one, at, proposed)),
      totals: totalsOf(scope, weekTotals(context.facts, possible)),
      oneByOne: totalsOf(scope, weekTotals(context.facts, assignable(context.facts, oneByOne, chosen))),
      hours: proposedHours(context.facts, possible),
      unproven,
      approval: await findApproval(scope, opened),
      compared: context.compared,
      milliseconds: Math.round(performance.now() - began),
    });
  } catch (error) {
    if (error instanceof TooManyCalculations) return refuse('unavailable', BUSY);
    throw error;
  }
};

/** Running proposals, by who asked for what. A repeated request in a hurry ends them with what has been found. */
const underWay = new Map<string, { readonly hurry: SharedArrayBuffer; readonly answer: Promise<Planned> }>();

export const planOpenVisits: UseCase<typeof calls.planOpenVisits> = (scope, { isQuick, ...asked }) => {
  const key = JSON.stringify([scope.site.name, scope.user.id, asked]);
  const running = isQuick ? underWay.get(key) : undefined;
  const hurry = running?.hurry ?? newHurry();
  if (isQuick) hurryUp(hurry);
  if (running) return running.answer;
  const answer = propose(scope, asked, hurry).finally(() => {
    if (underWay.get(key)?.hurry === hurry) underWay.delete(key);
  });
  underWay.set(key, { hurry, answer });
  return answer;
};

/** Each cover has its own transaction, so a failed one leaves the others in place. Everyone gets one message about all of theirs. */
export const coverVisits: UseCase<typeof calls.coverVisits> = async (scope, { covers }) => {
  const outcomes: calls.CoverOutcome[] = [];
  const [part, press] = [scope.ofPart(), randomUUID()];
  for (const { planId, day, providerId } of covers) {
    const cover = { planId, day, providerId, via: 'plan' as const, approvedDays: undefined };
    const made = await mutate(part, 'staffing.coverVisits', (tx, record) =>
      coverAndNotify(tx, part, cover, record, (one) =>
        keepNews(tx, part, press, { covered: [one], uncovered: [] }),
      ),
    );
    outcomes.push({
      planId,
      day,
      coverId: made.ok ? made.data.id : null,
      refused: made.ok ? null : made.info,
    });
  }
  await reportNews(part, press);
  return done(outcomes);
};

/** Takes back several covers in the same way. */
export const uncoverVisits: UseCase<typeof calls.uncoverVisits> = async (scope, { visits }) => {
  const outcomes: OutputOf<typeof calls.uncoverVisits> = [];
  const [part, press] = [scope.ofPart(), randomUUID()];
  for (const key of visits) {
    const ended = await mutate(part, 'staffing.uncoverVisits', (tx, record) =>
      uncoverIn(tx, part, key, record, (changes) => keepNews(tx, part, press, changes)),
    );
    outcomes.push({ ...key, refused: ended.ok ? null : ended.info });
  }
  await reportNews(part, press);
  return done(outcomes);
};

import { hoursText } from '../calendar.ts';
import { counted } from '../counted.ts';
import type { Coordinates } from '../geo.ts';
import { payOfWeeks } from '../payroll/week-pay.ts';
import { sum } from '../sum.ts';
import { driveMinutes } from '../travel/rules.ts';
import {
  type Caregiver,
  type ClientPlaces,
  FROM_VISIT,
  minutesOf,
  overtimeOf,
  shiftOf,
  typeFor,
  unitsNeeded,
} from './candidates.ts';
import { capOn, keptMinutes } from './caps.ts';
import { dayParts, minutesOn } from './day-parts.ts';
import { overlap, wallSpan } from './open-visits.ts';
import type { Candidate } from './schema.ts';
import type { StaffedVisit } from './staffed-visits.ts';
import { sayVisitsHere, type VisitsHere } from './visits-here.ts';
import { isFree, optionalCaregivers, ownVisits, type WeekFacts, whyNotBeside } from './week-facts.ts';
import { farLimits, nearCandidates } from './week-miles.ts';
import { overtimeLimits } from './week-overtime.ts';
import type {
  Assignment,
  FarLimit,
  HourLimit,
  Option,
  Share,
  UnitLimit,
  WeekProblem,
} from './week-problem.ts';

/**
 * One proposal for several open visits: builds the problem for the solver, and works out what a proposal comes to by the
 * rules of single visits.
 */

/** The office's decision about a visit: who comes, or null to keep it open. */
export interface FixedLine {
  readonly visit: number;
  readonly caregiver: number | null;
}

const placeOf = (clients: ClientPlaces, visit: StaffedVisit): Coordinates | null =>
  clients.get(visit.ClientID)?.place ?? null;
const drive = (from: Coordinates | null, to: Coordinates | null) => (from && to ? driveMinutes(from, to) : 0);

/** One caregiver cannot take both: they overlap, or the drive does not fit between them. */
const collide = (a: StaffedVisit, b: StaffedVisit, clients: ClientPlaces): boolean => {
  const [one, other] = [wallSpan(a), wallSpan(b)];
  if (overlap(one, other)) return true;
  const free = Math.max(one.start - other.end, other.start - one.end);
  return free <= FROM_VISIT && drive(placeOf(clients, a), placeOf(clients, b)) > free;
};

const conflictsOf = ({ questions, clients }: WeekFacts): [number, number][] =>
  questions.flatMap(({ asked }, a) =>
    questions.flatMap((other, b): [number, number][] =>
      a < b && collide(asked.visit, other.asked.visit, clients) ? [[a, b]] : [],
    ),
  );

/** Groups the minutes of open visits by key, each group with its first date. A night visit can fall into two groups. */
const sharesBy = (
  { questions }: WeekFacts,
  keyOf: (date: string, visit: StaffedVisit) => string,
): (Pick<HourLimit, 'visits'> & { readonly key: string; readonly date: string })[] => {
  const groups = new Map<string, { readonly date: string; readonly minutes: Map<number, number> }>();
  for (const [at, { asked }] of questions.entries())
    for (const { date, minutes } of dayParts(asked.visit)) {
      const key = keyOf(date, asked.visit);
      const group = groups.get(key) ?? { date, minutes: new Map<number, number>() };
      group.minutes.set(at, (group.minutes.get(at) ?? 0) + minutes);
      groups.set(key, group);
    }
  return [...groups].map(([key, { date, minutes }]) => ({
    ...{ key, date },
    visits: [...minutes].map(([visit, own]) => ({ visit, minutes: own })),
  }));
};

const hourLimits = (facts: WeekFacts, people: ReadonlyMap<number, Caregiver>): HourLimit[] => {
  const { questions, rules } = facts;
  const firstOf = (date: string) => rules.weekOf(date).from;
  const weeks = sharesBy(facts, firstOf);
  const days = sharesBy(facts, (date) => date);
  const ofClients = sharesBy(facts, (date, { ClientID }) => `${ClientID} ${firstOf(date)}`);
  return [...people].flatMap(([caregiver, person]) => {
    const own = ownVisits(person, facts);
    const limit = (visits: readonly Share[], most: number, taken: number): HourLimit[] =>
      Number.isFinite(most) ? [{ caregiver, visits, left: most - taken }] : [];
    const byWeek = weeks.flatMap(({ key: week, visits }) => {
      const cap = keptMinutes(capOn(rules.caps, week), 'providerWeek');
      const taken = minutesOn(own, (date) => firstOf(date) === week);
      return limit(visits, Math.min(cap, person.mostMinutes ?? cap), taken);
    });
    const byDay = days.flatMap(({ key: day, visits }) => {
      const taken = minutesOn(own, (date) => date === day);
      return limit(visits, keptMinutes(capOn(rules.caps, day), 'providerDay'), taken);
    });
    const asRelative = ofClients.flatMap(({ date: first, visits }) => {
      const question = questions[visits[0]?.visit ?? 0];
      const self = question?.caregivers.get(caregiver);
      if (!question || !self || typeFor(question.asked, self)?.relative !== true) return [];
      const here = own.filter(({ ClientID }) => ClientID === question.asked.visit.ClientID);
      const taken = minutesOn(here, (date) => firstOf(date) === firstOf(first));
      return limit(visits, keptMinutes(capOn(rules.caps, first), 'relativeWeek'), taken);
    });
    return [...byWeek, ...byDay, ...asRelative];
  });
};

/** The units that non-relatives would use of a client's other type, which nothing planned has used yet. */
const unitLimits = ({ questions }: WeekFacts, options: readonly Option[]): UnitLimit[] => {
  const taken = options.flatMap(({ visit, caregiver }) => {
    const { asked, caregivers } = questions[visit] ?? {};
    const person = caregivers?.get(caregiver);
    const type = asked && person && typeFor(asked, person);
    if (!type || type.Code === asked.visit.Type || type.unitsLeft === null) return [];
    const units = unitsNeeded(asked.visit, type);
    return [{ visit, caregiver, units, key: `${asked.visit.ClientID} ${type.Code}`, left: type.unitsLeft }];
  });
  return [...Map.groupBy(taken, ({ key }) => key).values()].map((all) => ({
    taken: all.map(({ visit, caregiver, units }) => ({ visit, caregiver, units })),
    left: Math.max(...all.map(({ left }) => left)),
  }));
};

const optionOf = (visit: number, { ProviderID: caregiver, cost, extraMinutes }: Candidate): Option[] =>
  cost?.payCents == null
    ? []
    : [{ visit, caregiver, payCents: cost.payCents, extraMinutes: extraMinutes ?? 0 }];

const optionsOf = ({ questions }: WeekFacts): Option[] =>
  questions.flatMap(({ candidates }, visit) =>
    candidates.filter(isFree).flatMap((candidate) => optionOf(visit, candidate)),
  );

const visitsByCaregiver = (options: readonly Option[]) =>
  new Map(
    [...Map.groupBy(options, ({ caregiver }) => caregiver)].map(
      ([caregiver, own]) => [caregiver, own.map(({ visit }) => visit)] as const,
    ),
  );

/** The office chose both visits and is told why they exclude each other. */
const isChosen = ({ caregiver, visits }: FarLimit, fixed: readonly FixedLine[]) =>
  visits.every((visit) => fixed.some((one) => one.visit === visit && one.caregiver === caregiver));

/** The open visits of a week in the form that the solver takes. */
export const weekProblem = (facts: WeekFacts, fixed: readonly FixedLine[]): WeekProblem => {
  const { questions, rules } = facts;
  const people = optionalCaregivers(facts);
  const alone = optionsOf(facts);
  const isFixed = (at: number) => fixed.some(({ visit }) => visit === at);
  const near = nearCandidates(facts, people, visitsByCaregiver(alone), isFixed);
  const options = [...alone, ...near.flatMap(({ visit, candidate }) => optionOf(visit, candidate))];
  const canTake = visitsByCaregiver(options);
  return {
    lines: questions.map(({ asked: { visit } }) => ({
      client: visit.ClientID,
      date: visit.date,
      week: rules.weekOf(visit.date).from,
      minutes: visit.minutes,
    })),
    options,
    conflicts: conflictsOf(facts),
    hours: hourLimits(facts, people),
    overtime: overtimeLimits(facts, people, canTake),
    units: unitLimits(facts, options),
    far: farLimits(facts, people, canTake).filter((limit) => !isChosen(limit, fixed)),
    near: near.map(({ caregiver, visit, from }) => ({ caregiver, visit, from })),
    fixed,
  };
};

// --- What a proposal comes to -----------------------------------------------------------------------------------------

/** Picks the best candidate for one visit after the other in order of their start, as the office would by hand. */
export const greedyWeek = (facts: WeekFacts, fixed: readonly FixedLine[]): Assignment => {
  const chosen = new Map(fixed.map(({ visit, caregiver }) => [visit, caregiver]));
  let assignment: Assignment = facts.questions.map((_, visit) => chosen.get(visit) ?? null);
  for (const visit of inOrder(facts)) {
    if (chosen.has(visit)) continue;
    const best = facts.questions[visit]?.candidates.find(
      (one) =>
        isFree(one) &&
        whyNotBeside(facts, assignment, visit, one.ProviderID) === null &&
        !isInTheWay(facts, assignment, visit, one.ProviderID),
    );
    assignment = assignment.with(visit, best?.ProviderID ?? null);
  }
  return assignment;
};
const startOf = ({ questions }: WeekFacts, at: number) => {
  const visit = questions[at]?.asked.visit;
  return visit ? wallSpan(visit).start : 0;
};
/** The order of start, in which visits are assigned. */
const inOrder = (facts: WeekFacts) =>
  [...facts.questions.keys()].toSorted((a, b) => startOf(facts, a) - startOf(facts, b));

/** Whether a visit would put a later one, already assigned to the same caregiver, out of their reach. */
const isInTheWay = (facts: WeekFacts, assignment: Assignment, visit: number, caregiver: number): boolean => {
  const begins = startOf(facts, visit);
  const beside = assignment.with(visit, caregiver);
  return assignment.some(
    (one, at) =>
      one === caregiver &&
      startOf(facts, at) > begins &&
      whyNotBeside(facts, assignment, at, caregiver) === null &&
      whyNotBeside(facts, beside, at, caregiver) !== null,
  );
};

export interface WeekTotals {
  readonly visits: number;
  readonly covered: number;
  readonly minutes: number;
  readonly coveredMinutes: number;
  readonly caregivers: number;
  /** Pairs of a caregiver and a client. Fewer pairs mean fewer faces for each client. */
  readonly pairs: number;
  readonly mostAtOneClient: number;
  readonly payCents: number;
  readonly overtimeCents: number;
  readonly overtimeMinutes: number;
  readonly extraMinutes: number;
}

/** A caregiver's driving: from home, between visits that are close in time, and home again. */
const drivingOf = ({ place }: Caregiver, visits: readonly StaffedVisit[], clients: ClientPlaces): number => {
  const sorted = visits.toSorted((a, b) => wallSpan(a).start - wallSpan(b).start);
  return sum(
    sorted.map((visit, at) => {
      const [before, after] = [sorted[at - 1], sorted[at + 1]];
      const here = placeOf(clients, visit);
      const isNear = before && wallSpan(visit).start - wallSpan(before).end <= FROM_VISIT;
      const goesOn = after && wallSpan(after).start - wallSpan(visit).end <= FROM_VISIT;
      return drive(isNear ? placeOf(clients, before) : place, here) + (goesOn ? 0 : drive(here, place));
    }),
  );
};

export interface Added {
  readonly payCents: number;
  readonly overtimeCents: number;
  readonly overtimeMinutes: number;
  readonly extraMinutes: number;
}

const NOTHING_ADDED: Added = { payCents: 0, overtimeCents: 0, overtimeMinutes: 0, extraMinutes: 0 };

/** The visits that a proposal assigns to a caregiver, beside their own, and their shifts with and without them. */
const takenBeside = (facts: WeekFacts, assignment: Assignment, caregiver: number) => {
  const { questions, rules } = facts;
  const taken = questions.flatMap((question, visit) => (assignment[visit] === caregiver ? [question] : []));
  const person = taken[0]?.caregivers.get(caregiver);
  if (!person) return undefined;
  const own = ownVisits(person, facts);
  const before = own.map((one) => shiftOf(person, one, rules.categoriesOf(one.Type)));
  const added = taken.map(({ asked, caregivers }) => {
    const self = caregivers.get(caregiver) ?? person;
    return shiftOf(self, asked.visit, typeFor(asked, self)?.categories ?? []);
  });
  return { person, own, visits: taken.map(({ asked }) => asked.visit), before, added };
};

/** What a proposal adds to one caregiver's pay, overtime and driving, as payroll counts them. */
export const addedBy = (facts: WeekFacts, assignment: Assignment, caregiver: number): Added => {
  const { clients, rules } = facts;
  const taken = takenBeside(facts, assignment, caregiver);
  if (!taken) return NOTHING_ADDED;
  const { person, own, visits, before, added } = taken;
  const [was, is] = [overtimeOf(before, rules), overtimeOf([...before, ...added], rules)];
  return {
    payCents: sum(added.map(({ work, travel, rate }) => Math.round(((work + travel) * (rate ?? 0)) / 60))),
    overtimeCents: Math.max(0, is.cents - was.cents),
    overtimeMinutes: Math.max(0, is.minutes - was.minutes),
    extraMinutes: Math.max(
      0,
      drivingOf(person, [...own, ...visits], clients) - drivingOf(person, own, clients),
    ),
  };
};

/** The hours of each caregiver for each workweek to which the proposal adds hours or overtime, earliest week first. */
export const proposedHours = (facts: WeekFacts, assignment: Assignment) => {
  const { weekOf, zone } = facts.rules;
  const inWeek = (visits: readonly StaffedVisit[], week: string) =>
    minutesOn(visits, (date) => weekOf(date).from === week);
  const caregivers = [...new Set(assignment.filter((one) => one !== null))];
  return caregivers
    .flatMap((caregiver) => {
      const taken = takenBeside(facts, assignment, caregiver);
      if (!taken) return [];
      const { person, own, visits, before, added } = taken;
      const was = payOfWeeks(before, weekOf, zone);
      return [...payOfWeeks([...before, ...added], weekOf, zone)].map(([week, { overtime }]) => ({
        ProviderID: caregiver,
        Provider: person.name,
        week,
        weekMinutes: inWeek(own, week),
        addedMinutes: inWeek(visits, week),
        wishedMinutes: person.wishedMinutes,
        overtimeMinutes: overtime - (was.get(week)?.overtime ?? 0),
      }));
    })
    .filter(({ addedMinutes, overtimeMinutes }) => addedMinutes > 0 || overtimeMinutes > 0)
    .toSorted((a, b) => a.week.localeCompare(b.week));
};

/** What each visit adds to the caregiver's earlier ones, so that all visits add up to what the proposal adds. */
export const addedByLine = (facts: WeekFacts, assignment: Assignment): Added[] => {
  const before = new Map<number, Added>();
  return assignment.map((caregiver, at) => {
    if (caregiver === null) return NOTHING_ADDED;
    const untilHere = assignment.map((one, visit) => (visit <= at ? one : null));
    const [was, is] = [before.get(caregiver) ?? NOTHING_ADDED, addedBy(facts, untilHere, caregiver)];
    before.set(caregiver, is);
    return {
      payCents: is.payCents - was.payCents,
      overtimeCents: is.overtimeCents - was.overtimeCents,
      overtimeMinutes: is.overtimeMinutes - was.overtimeMinutes,
      extraMinutes: is.extraMinutes - was.extraMinutes,
    };
  });
};

export const weekTotals = (facts: WeekFacts, assignment: Assignment): WeekTotals => {
  const { questions } = facts;
  const covered = questions.filter((_, visit) => assignment[visit] !== null);
  const taken = questions.flatMap(({ asked }, visit) => {
    const caregiver = assignment[visit];
    return caregiver == null ? [] : [{ caregiver, client: asked.visit.ClientID }];
  });
  const caregivers = [...new Set(taken.map(({ caregiver }) => caregiver))];
  const added = caregivers.map((caregiver) => addedBy(facts, assignment, caregiver));
  const faces = [...Map.groupBy(taken, ({ client }) => client).values()].map(
    (all) => new Set(all.map(({ caregiver }) => caregiver)).size,
  );
  return {
    visits: questions.length,
    covered: covered.length,
    minutes: minutesOf(questions.map(({ asked }) => asked.visit)),
    coveredMinutes: minutesOf(covered.map(({ asked }) => asked.visit)),
    caregivers: caregivers.length,
    pairs: sum(faces),
    mostAtOneClient: Math.max(0, ...faces),
    payCents: sum(added.map(({ payCents }) => payCents)),
    overtimeCents: sum(added.map(({ overtimeCents }) => overtimeCents)),
    overtimeMinutes: sum(added.map(({ overtimeMinutes }) => overtimeMinutes)),
    extraMinutes: sum(added.map(({ extraMinutes }) => extraMinutes)),
  };
};

/** Negative if the first proposal is better, compared goal by goal. */
export const compareTotals = (a: WeekTotals, b: WeekTotals): number =>
  b.coveredMinutes - a.coveredMinutes ||
  a.pairs - b.pairs ||
  a.payCents + a.overtimeCents - (b.payCents + b.overtimeCents) ||
  a.extraMinutes - b.extraMinutes;

/**
 * Turns a proposal into one that can be assigned: whatever breaks the exact rules of single visits is left open, then filled
 * with the best candidates.
 */
export const repairWeek = (
  facts: WeekFacts,
  proposed: Assignment,
  fixed: readonly FixedLine[],
): Assignment => {
  const chosen = new Set(fixed.map(({ visit }) => visit));
  let assignment = proposed;
  for (const visit of inOrder(facts)) {
    const caregiver = proposed[visit] ?? null;
    if (caregiver === null || chosen.has(visit)) continue;
    if (whyNotBeside(facts, assignment, visit, caregiver) !== null) assignment = assignment.with(visit, null);
  }
  const kept = assignment.flatMap((caregiver, visit) => (caregiver === null ? [] : [{ visit, caregiver }]));
  const open = fixed.filter(({ caregiver }) => caregiver === null);
  return kept.length === proposed.filter((caregiver) => caregiver !== null).length
    ? assignment
    : greedyWeek(facts, [...kept, ...open]);
};

/** The better of two proposals by the exact rules: the solver's, repaired, or the one picked one by one. */
export const chooseWeek = (
  facts: WeekFacts,
  { solved, oneByOne }: { readonly solved: Assignment; readonly oneByOne: Assignment },
  fixed: readonly FixedLine[],
) => {
  const repaired = repairWeek(facts, solved, fixed);
  const [totals, other] = [weekTotals(facts, repaired), weekTotals(facts, oneByOne)];
  const isSolved = compareTotals(totals, other) <= 0;
  return isSolved
    ? { assignment: repaired, totals, isSolved }
    : { assignment: oneByOne, totals: other, isSolved };
};

/** The part of a proposal that can be assigned, without choices of the office that are not possible. */
export const assignable = (
  facts: WeekFacts,
  proposed: Assignment,
  fixed: readonly FixedLine[],
): Assignment => {
  const blocked = new Set(
    fixed
      .filter(
        ({ visit, caregiver }) =>
          caregiver !== null && whyNotBeside(facts, proposed, visit, caregiver) !== null,
      )
      .map(({ visit }) => visit),
  );
  return proposed.map((caregiver, visit) => (blocked.has(visit) ? null : caregiver));
};

/** Explains one line: '12 of 14 visits here in 90 days, 6 minutes more driving, no overtime'. */
export const explainLine = (
  { extraMinutes, ...here }: VisitsHere & Pick<Candidate, 'extraMinutes'>,
  { overtimeMinutes }: Pick<Added, 'overtimeMinutes'>,
): string =>
  [
    sayVisitsHere(here),
    ...(extraMinutes === null ? [] : [`${counted(extraMinutes, 'minute')} more driving`]),
    overtimeMinutes > 0 ? `+${hoursText(overtimeMinutes)} overtime` : 'no overtime',
  ].join(', ');

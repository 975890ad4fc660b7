import {
  type AskedVisit,
  type Caregiver,
  type ClientPlaces,
  candidatesFor,
  leftAfter,
  type StaffingRules,
  typeFor,
  unitsNeeded,
  visitTakenBy,
} from './candidates.ts';
import type { Candidate } from './schema.ts';
import type { StaffedVisit } from './staffed-visits.ts';
import type { Assignment } from './week-problem.ts';

/** The questions behind a proposal for several open visits, and what speaks for or against a caregiver given everything else it assigns. */

/** An open visit with all caregivers in relation to its client, and the result of `candidatesFor`. */
export interface WeekQuestion {
  readonly asked: AskedVisit;
  readonly caregivers: ReadonlyMap<number, Caregiver>;
  readonly candidates: readonly Candidate[];
}

export interface WeekFacts {
  readonly questions: readonly WeekQuestion[];
  readonly clients: ClientPlaces;
  readonly rules: StaffingRules;
}

/** Can come without a written reason. */
export const isFree = ({ obstacle, toJustify }: Pick<Candidate, 'obstacle' | 'toJustify'>) =>
  obstacle === null && toJustify.length === 0;

/** Everyone who can take at least one visit, in relation to the client of the first such visit. */
export const optionalCaregivers = ({ questions }: WeekFacts): ReadonlyMap<number, Caregiver> => {
  const found = new Map<number, Caregiver>();
  for (const { candidates, caregivers } of questions)
    for (const candidate of candidates) {
      const { ProviderID } = candidate;
      const caregiver = caregivers.get(ProviderID);
      if (isFree(candidate) && caregiver && !found.has(ProviderID)) found.set(ProviderID, caregiver);
    }
  return found;
};

/** The caregiver's own visits, without any that is itself one of the open visits. */
export const ownVisits = ({ visits }: Caregiver, { questions }: WeekFacts) =>
  visits.filter(
    (one) => !questions.some(({ asked: { visit } }) => visit.planId === one.planId && visit.day === one.day),
  );

const takenVisits = (facts: WeekFacts, assignment: Assignment, caregiver: number): StaffedVisit[] =>
  facts.questions.flatMap(({ asked, caregivers }, visit) => {
    const person = assignment[visit] === caregiver ? caregivers.get(caregiver) : undefined;
    return person ? [visitTakenBy(asked, person, facts.clients, facts.rules)] : [];
  });

/**
 * The visit with the units that its authorizations have left after the client's other visits are worked as proposed. A
 * non-relative works a relative's visits under another type, which nothing planned has used yet.
 */
const askedBeside = (
  { questions }: WeekFacts,
  assignment: Assignment,
  { asked, at }: { readonly asked: AskedVisit; readonly at: number },
): AskedVisit => {
  const taken = questions.flatMap((other, visit) => {
    const person = visit === at ? undefined : other.caregivers.get(assignment[visit] ?? 0);
    const isHere = other.asked.visit.ClientID === asked.visit.ClientID;
    const type = person && isHere ? typeFor(other.asked, person) : null;
    return type && type.Code !== other.asked.visit.Type
      ? [{ Code: type.Code, visit: other.asked.visit }]
      : [];
  });
  if (taken.length === 0) return asked;
  const beside = (type: AskedVisit['type']) =>
    leftAfter(
      type,
      taken.filter(({ Code }) => Code === type.Code).map(({ visit }) => visit),
    );
  const other = asked.otherType && beside(asked.otherType);
  const isEnough = other && (other.unitsLeft ?? Number.POSITIVE_INFINITY) >= unitsNeeded(asked.visit, other);
  return { ...asked, type: beside(asked.type), otherType: isEnough ? other : null };
};

/**
 * How a caregiver is judged for a visit given everything else the proposal assigns to them, by the same function that judges
 * the assignment itself, visit by visit.
 */
export const candidateBeside = (
  facts: WeekFacts,
  assignment: Assignment,
  visit: number,
  caregiver: number,
): Candidate | undefined => {
  const question = facts.questions[visit];
  const person = question?.caregivers.get(caregiver);
  if (!question || !person) return undefined;
  const others = takenVisits(facts, assignment.with(visit, null), caregiver);
  const self = { ...person, visits: [...ownVisits(person, facts), ...others] };
  const asked = askedBeside(facts, assignment, { asked: question.asked, at: visit });
  const [candidate] = candidatesFor(asked, [self], facts.clients, facts.rules);
  return candidate;
};

/**
 * Why a caregiver cannot take a visit given everything else the proposal assigns, including limits that need a written
 * reason; null if they can.
 */
export const whyNotBeside = (
  facts: WeekFacts,
  assignment: Assignment,
  visit: number,
  caregiver: number,
): string | null => {
  const candidate = candidateBeside(facts, assignment, visit, caregiver);
  return candidate ? (candidate.why ?? candidate.toJustify[0]?.why ?? null) : 'Not among the caregivers';
};

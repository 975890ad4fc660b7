import { serviceDays, unitsOf, unitsOfAll } from '../billing/counting.ts';
import type { Card, CardStatus } from '../billing/schema.ts';
import type { StatePack } from '../states/pack.ts';
import { valueOn } from '../states/rules.ts';
import { sum } from '../sum.ts';
import { type CardToClaim, dayLines } from './day-lines.ts';
import type { ProofLine, ProofType, ProofVisit, ProvenBy } from './schema.ts';

/**
 * For each line of a card: what proves it, the aggregator's answer or the visit itself, and whether the payer would deny it
 * (docs/rules/claims.md, rule 8).
 */

/** The proof of one line, without the card it belongs to. */
export type Proof = Omit<ProofLine, 'cardId' | 'clientId' | 'client' | 'provider' | 'type'>;

const MINUTE_MS = 60_000;
const minutesOf = ({ start, end }: ProofVisit) =>
  start === null || end === null
    ? 0
    : Math.trunc(
        (Temporal.Instant.from(end).epochMilliseconds - Temporal.Instant.from(start).epochMilliseconds) /
          MINUTE_MS,
      );

/**
 * What proves visits. An agency that sends none to an aggregator cannot rely on its answer, and one whose payer accepts the
 * agency's own record on the day of the check need not wait for it (docs/rules/states.md, rule 9).
 */
export const provenBy = (
  { sandataEnabled }: { readonly sandataEnabled: boolean },
  { rules }: StatePack,
  today: string,
): ProvenBy => (sandataEnabled && valueOn(rules.visitProof, today) !== 'record' ? 'aggregator' : 'visit');

/** The first thing that keeps a visit from proving a line; null if nothing does. */
export const visitFault = (visit: ProofVisit, { aggregatorCode }: ProofType, by: ProvenBy): string | null => {
  if (visit.status !== 'Complete') return 'The visit is not complete.';
  if (by === 'visit') return minutesOf(visit) > 0 ? null : 'The visit has no recorded times.';
  if (visit.sent === null) return 'The visit was never sent to Sandata.';
  if (visit.sent === 'Planned' || visit.sent === 'Pending')
    return 'Sandata has not responded about the visit yet.';
  if (visit.sent === 'Failed')
    return `Sandata rejected the visit${visit.message ? `: ${visit.message}` : '.'}`;
  return visit.code !== null && visit.code !== aggregatorCode
    ? `Sandata accepted the visit as ${visit.code}, but this type is ${aggregatorCode ?? 'without a code'}.`
    : null;
};

/** The minutes that a visit proves to the payer; null if it proves nothing or its type needs no proof. */
export const verifiedMinutes = (visit: ProofVisit, type: ProofType, by: ProvenBy): number | null =>
  type.evvNeeded && visitFault(visit, type, by) === null ? minutesOf(visit) : null;

const verify = (
  visits: readonly ProofVisit[],
  type: ProofType,
  by: ProvenBy,
  { units, travel, unitRule }: { readonly units: number; readonly travel: number } & Pick<Card, 'unitRule'>,
): Pick<Proof, 'verified' | 'verdict' | 'reason'> => {
  const [first] = visits;
  if (!first) return { verified: 0, verdict: 'deny', reason: 'No visit is recorded for this day.' };
  const accepted = visits.filter((visit) => visitFault(visit, type, by) === null);
  if (accepted.length === 0) return { verified: 0, verdict: 'deny', reason: visitFault(first, type, by) };
  const lengths = accepted.map((visit) => minutesOf(visit));
  // Visits do not contain travel between them, and with running totals a day may contain the rest of an earlier day's unit.
  const verified =
    unitRule === 'nearestVisit'
      ? unitsOfAll(lengths, unitRule)
      : unitsOf(sum(lengths) + travel, unitRule === 'down' ? 'down' : 'up');
  return units <= verified
    ? { verified, verdict: 'accepted', reason: null }
    : { verified, verdict: 'deny', reason: `${units} units billed, only ${verified} verified.` };
};

/** The lines of one card with their proof; `visits` are those of its care plan. */
export const proveCard = (
  card: CardToClaim,
  type: ProofType,
  visits: readonly ProofVisit[],
  { zone, by }: { readonly zone: string; readonly by: ProvenBy },
): Proof[] => {
  const travels = Map.groupBy(serviceDays(card.card, zone), ({ date }) => date);
  const isExempt = !type.evvNeeded || card.card.excluded !== null;
  return dayLines([card], zone).map(({ day, procedureCode, modifiers, units, charge }) => {
    const code = [procedureCode, ...modifiers].filter(Boolean).join(' ') || null;
    const line = { day, code, units, amount: charge };
    if (isExempt) return { ...line, verified: null, verdict: 'exempt', reason: null };
    const travel = sum((travels.get(day) ?? []).filter(({ billing }) => billing).map((one) => one.travel));
    const own = visits.filter(({ date }) => date === day);
    return { ...line, ...verify(own, type, by, { units, travel, unitRule: card.card.unitRule }) };
  });
};

/** A paid card can no longer be denied. Null: not saved yet. */
export const isToProve = (status: CardStatus | null) => status !== 'Paid';

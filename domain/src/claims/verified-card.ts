import { type CardPlan, needsVisits } from '../billing/opening.ts';
import type { CardDay, EvvVisit } from '../billing/schema.ts';
import { hasNoRow, NO_ROW, withVerifiedTimes } from '../billing/verified-rows.ts';
import { visitFault } from './proof.ts';
import type { ProofType, ProofVisit, ProvenBy } from './schema.ts';

/** Which visits of a plan are verified, and the rows of a card with their times (docs/rules/month-close.md, rules 4 and 6). */

/** A visit with the aggregator's data about it; `sent` is null if there is none. */
export type AnsweredVisit = EvvVisit & Pick<ProofVisit, 'sent' | 'message' | 'code'>;

const UNKNOWN = { sent: null, message: null, code: null } as const;

/** Day and start identify a visit, because two visits of a plan never begin at the same moment. */
export const withAnswers = (visits: readonly EvvVisit[], proofs: readonly ProofVisit[]): AnsweredVisit[] => {
  const answers = new Map(proofs.map((proof) => [`${proof.date} ${proof.start}`, proof]));
  return visits.map((visit) => {
    const { sent, message, code } = answers.get(`${visit.date} ${visit.startedAt}`) ?? UNKNOWN;
    return { ...visit, sent, message, code };
  });
};

/** Why a visit is not verified; null if it is. */
export const answerFault = (visit: AnsweredVisit, type: ProofType, by: ProvenBy): string | null =>
  visitFault({ ...visit, status: visit.Status, start: visit.startedAt, end: visit.endedAt }, type, by);

interface OfPlan {
  readonly plan: Pick<CardPlan, 'evvNeeded' | 'excluded'>;
  readonly planned: readonly CardDay[];
  readonly visits: readonly AnsweredVisit[];
  readonly type: ProofType;
  readonly by: ProvenBy;
  readonly zone: string;
}

const verifiedOf = ({ visits, type, by }: Pick<OfPlan, 'visits' | 'type' | 'by'>) =>
  visits.filter((visit) => answerFault(visit, type, by) === null);

/**
 * The rows of a new card with the times of verified visits on billed days. Days without a verified visit stay as they are,
 * and so do all days if no visits are needed.
 */
export const verifiedCardRows = (
  rows: readonly CardDay[],
  { plan, planned, zone, ...of }: OfPlan,
): CardDay[] => (needsVisits(plan) ? withVerifiedTimes(rows, planned, verifiedOf(of), zone) : [...rows]);

/** Which of these days are then not billed because none of their verified visits fits a row, with the reason. */
export const verifiedGaps = (
  days: readonly Pick<CardDay, 'date'>[],
  { plan, planned, zone, ...of }: OfPlan,
): ReadonlyMap<string, string> => {
  if (!needsVisits(plan)) return new Map();
  const visits = verifiedOf(of);
  return new Map(
    days.flatMap(({ date }) => (hasNoRow(date, planned, visits, zone) ? [[date, NO_ROW] as const] : [])),
  );
};

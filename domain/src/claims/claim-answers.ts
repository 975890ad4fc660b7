import type { ClaimAcknowledgement } from './277ca.ts';
import type { GroupAnswer, TransactionAnswer } from './999.ts';
import type { AnswerFile } from './answer-file.ts';
import { collectFindings } from './x12/findings.ts';
import { element, readSegments, type Segment } from './x12/segments.ts';

/** Applies TA1, 999 and 277CA answers to single claims, by the control numbers they were sent with. */

export interface SentSet {
  /** ST02 */
  readonly control: string;
  /** BHT03 */
  readonly reference: string;
  readonly claims: readonly string[];
}

export interface SentBatch {
  /** ISA13 */
  readonly interchange: number;
  /** GS06 */
  readonly group: number;
  readonly sets: readonly SentSet[];
  /** The file as it was sent, in which the claim of a faulty segment can be found. */
  readonly file: string;
}

/** In the order in which a payer checks a file. */
export const ANSWER_SOURCES = ['TA1', '999', '277CA'] as const;
export type AnswerSource = (typeof ANSWER_SOURCES)[number];

export interface ClaimAnswer {
  readonly claimId: string;
  readonly outcome: 'accepted' | 'refused';
  readonly source: AnswerSource;
  readonly reason: string | null;
  readonly icn: string | null;
}

export interface MatchedAnswers {
  readonly answers: readonly ClaimAnswer[];
  /** Answers that belong to no batch of ours, one sentence each. */
  readonly unmatched: readonly string[];
}

const all = (
  claims: readonly string[],
  outcome: ClaimAnswer['outcome'],
  source: ClaimAnswer['source'],
  reason: string | null,
): ClaimAnswer[] => claims.map((claimId) => ({ claimId, outcome, source, reason, icn: null }));

const claimsOfBatch = ({ sets }: SentBatch) => sets.flatMap(({ claims }) => claims);

const sentences = (list: readonly string[]): string | null => [...new Set(list)].join(' ') || null;

type ClaimFinder = (control: string, position: number | null) => string | null;

/** Finds the claim that contains a segment of one of our transactions. IK3 counts from ST as 1. */
const claimFinder = (file: string): ClaimFinder => {
  // Most files have no errors, so the file is only parsed at the first one.
  let segments: readonly Segment[] | undefined;
  return (control, position) => {
    segments ??= readSegments(file, collectFindings());
    const st = segments.findIndex((one) => one.id === 'ST' && element(one, 2) === control);
    if (st < 0 || position === null) return null;
    const last = segments
      .slice(st, st + position)
      .findLast(({ id }) => id === 'CLM' || id === 'HL' || id === 'SE');
    return last?.id === 'CLM' ? element(last, 1) : null;
  };
};

/** A refused transaction refuses all of its claims; those without an error of their own say which claim had one. */
const answersOfSet = (set: SentSet, answer: TransactionAnswer, find: ClaimFinder): ClaimAnswer[] => {
  if (answer.outcome === 'accepted') return all(set.claims, 'accepted', '999', null);
  const errors = answer.errors.map(({ claimId, segment, message }) => ({
    message,
    claimId: claimId ?? find(set.control, segment),
  }));
  const isOurs = (claimId: string | null) => claimId !== null && set.claims.includes(claimId);
  const general = errors.filter(({ claimId }) => !isOurs(claimId));
  return set.claims.map((claimId) => {
    const own = errors.filter((error) => error.claimId === claimId);
    const about = own.length > 0 ? own : general;
    const reason =
      sentences(about.map(({ message }) => message)) ??
      (errors.length > 0
        ? 'Rejected together with other claims of the file that have errors.'
        : 'The payer rejected the file.');
    return { claimId, outcome: 'refused' as const, source: '999' as const, reason, icn: null };
  });
};

const sameControl = (a: string, b: string) =>
  a === b || (/^\d+$/.test(a) && /^\d+$/.test(b) && Number(a) === Number(b));

const answersOfGroup = (batch: SentBatch, answer: GroupAnswer): ClaimAnswer[] => {
  const find = claimFinder(batch.file);
  if (answer.transactions.length === 0)
    return all(
      claimsOfBatch(batch),
      answer.outcome === 'accepted' ? 'accepted' : 'refused',
      '999',
      answer.outcome === 'accepted' ? null : (sentences(answer.reasons) ?? 'The payer rejected the file.'),
    );
  return batch.sets.flatMap((set) => {
    const own = answer.transactions.find(({ control }) => sameControl(control, set.control));
    if (own && !(answer.outcome === 'refused' && own.outcome === 'accepted'))
      return answersOfSet(set, own, find);
    if (answer.outcome === 'accepted') return all(set.claims, 'accepted', '999', null);
    return answer.outcome === 'refused'
      ? all(set.claims, 'refused', '999', sentences(answer.reasons) ?? 'The payer rejected the file.')
      : [];
  });
};

const answersOfAcknowledgement = (
  answer: ClaimAcknowledgement,
  known: ReadonlySet<string>,
  set: SentSet | undefined,
): MatchedAnswers => {
  const answers: ClaimAnswer[] = [];
  const unmatched: string[] = [];
  for (const { id, standing, reasons, icn } of answer.claims) {
    if (!known.has(id)) unmatched.push(`277CA: claim ${id} is not one of ours.`);
    else if (standing !== 'open')
      answers.push({
        claimId: id,
        outcome: standing,
        source: '277CA',
        reason: standing === 'refused' ? sentences(reasons) : null,
        icn,
      });
  }
  // A transaction that was refused as a whole names no claims.
  if (answer.standing === 'refused' && answer.claims.length === 0) {
    if (set) answers.push(...all(set.claims, 'refused', '277CA', sentences(answer.reasons)));
    else unmatched.push(`277CA: transaction ${answer.reference ?? 'without a number'} is not one of ours.`);
  }
  return { answers, unmatched };
};

/** What the file says about our claims. An accepted envelope says nothing about them yet; a refused one refuses them all. */
export const matchAnswers = (file: AnswerFile, batches: readonly SentBatch[]): MatchedAnswers => {
  const answers: ClaimAnswer[] = [];
  const unmatched: string[] = [];
  for (const { interchange, outcome, reason } of file.envelopes) {
    const batch = batches.find((one) => one.interchange === interchange);
    if (!batch) unmatched.push(`TA1: file ${interchange} is not one of ours.`);
    else if (outcome === 'refused')
      answers.push(...all(claimsOfBatch(batch), 'refused', 'TA1', reason ?? 'The payer rejected the file.'));
  }
  for (const answer of file.groups) {
    const batch = batches.find(({ group }) => group === answer.group);
    if (batch) answers.push(...answersOfGroup(batch, answer));
    else unmatched.push(`999: group ${answer.group} is not one of ours.`);
  }
  const sets = batches.flatMap((batch) => batch.sets);
  const known = new Set(sets.flatMap(({ claims }) => claims));
  for (const answer of file.acknowledgements) {
    const set = sets.find(({ reference }) => reference === answer.reference);
    const matched = answersOfAcknowledgement(answer, known, set);
    answers.push(...matched.answers);
    unmatched.push(...matched.unmatched);
  }
  return { answers, unmatched };
};

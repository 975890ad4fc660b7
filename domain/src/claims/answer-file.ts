import { type ClaimAcknowledgement, otherKindOf277, read277ca } from './277ca.ts';
import { type Remittance, readRemittance } from './835.ts';
import { type GroupAnswer, read999 } from './999.ts';
import { type EnvelopeAnswer, readTa1 } from './ta1.ts';
import { type Group, type InterchangeHead, readEnvelopes, type TransactionSet } from './x12/envelope.ts';
import { collectFindings, type Findings, type Reading, readingOf } from './x12/findings.ts';

/** A file from the payer, of whatever kind. Staff load all of them in one place. */
export interface AnswerFile {
  /** The heads of its interchanges, at least one. */
  readonly heads: readonly InterchangeHead[];
  readonly envelopes: readonly EnvelopeAnswer[];
  readonly groups: readonly GroupAnswer[];
  readonly acknowledgements: readonly ClaimAcknowledgement[];
  readonly remittances: readonly Remittance[];
}

const OTHER_KINDS: Readonly<Record<string, string>> = {
  '270': 'a question about eligibility',
  '271': 'an answer about eligibility',
  '276': 'a question about claims',
  '834': 'an enrollment',
  '837': 'a file of claims',
  '997': 'an older acknowledgment (997)',
};

const KINDS_READ = 'TA1, 999, 277CA and 835 files are read.';

const otherKindOf = (set: TransactionSet, { version }: Group['head']): string | null => {
  if (set.set === '277') return otherKindOf277(set, version);
  if (set.set === '999' || set.set === '835') return null;
  return OTHER_KINDS[set.set] ?? `a transaction ${set.set}`;
};

interface Sets {
  readonly groups: GroupAnswer[];
  readonly acknowledgements: ClaimAcknowledgement[];
  readonly remittances: Remittance[];
}

const readSet = (set: TransactionSet, into: Sets, findings: Findings) => {
  if (set.set === '999') into.groups.push(read999(set, findings));
  else if (set.set === '277') into.acknowledgements.push(read277ca(set, findings));
  else into.remittances.push(readRemittance(set, findings));
};

/**
 * Reads the TA1, 999, 277CA and 835 transactions of a file in one or several interchanges. A fault in an envelope, an
 * acknowledgement or the head of a payment refuses the whole file; a wrong claim in a payment is kept with its faults.
 * Transactions of other kinds are named but not read.
 */
export const readAnswerFile = (text: string): Reading<AnswerFile> => {
  const findings = collectFindings();
  const interchanges = readEnvelopes(text, findings);
  if (interchanges.length === 0) return readingOf<AnswerFile>(undefined, findings);
  const sets: Sets = { groups: [], acknowledgements: [], remittances: [] };
  const others: { readonly set: TransactionSet; readonly kind: string }[] = [];
  for (const { head, sets: own } of interchanges.flatMap(({ groups }) => groups))
    for (const set of own) {
      const kind = otherKindOf(set, head);
      if (kind === null) readSet(set, sets, findings);
      else others.push({ set, kind });
    }
  const envelopes = interchanges.flatMap(({ acknowledgements }) =>
    acknowledgements.map((ta1) => readTa1(ta1, findings)),
  );
  const isAnswer = [envelopes, ...Object.values(sets)].some((list) => list.length > 0);
  for (const { set, kind } of others)
    (isAnswer ? findings.remark : findings.fault)(set.head, `this is ${kind}: it is not read. ${KINDS_READ}`);
  if (!isAnswer && others.length === 0) findings.fault(null, 'The file has no answers.');
  return readingOf({ heads: interchanges.map(({ head }) => head), envelopes, ...sets }, findings);
};

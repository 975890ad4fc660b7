import { type ClaimAcknowledgement, read277ca } from './277ca.ts';
import { type Remittance, readRemittance } from './835.ts';
import { type GroupAnswer, read999 } from './999.ts';
import { type EnvelopeAnswer, readTa1 } from './ta1.ts';
import { type InterchangeHead, readEnvelope } from './x12/envelope.ts';
import { collectFindings, type Findings, type Reading, readingOf } from './x12/findings.ts';

/** A file that came from the payer, of whatever kind: staff load all of them in one place. */
export interface AnswerFile {
  readonly head: InterchangeHead;
  readonly envelopes: readonly EnvelopeAnswer[];
  readonly groups: readonly GroupAnswer[];
  readonly acknowledgements: readonly ClaimAcknowledgement[];
  readonly remittances: readonly Remittance[];
}

const OTHER_KINDS: Readonly<Record<string, string>> = {
  '270': 'a question about eligibility',
  '271': 'an answer about eligibility',
  '276': 'a question about claims',
  '834': 'an enrolment',
  '837': 'a file of claims',
  '997': 'an older acknowledgement (997)',
};

/** The same payment twice in one file would be posted twice. */
const checkTraces = (remittances: readonly Remittance[], findings: Findings) => {
  const seen = new Set<string>();
  for (const { at, trace, payer } of remittances) {
    const key = JSON.stringify([trace, payer.id]);
    if (seen.has(key)) findings.fault({ at, id: 'BPR' }, 'this payment stands twice in the file.');
    seen.add(key);
  }
};

/** Reads TA1, 999, 277CA and 835. A file with one fault is refused whole. */
export const readAnswerFile = (text: string): Reading<AnswerFile> => {
  const findings = collectFindings();
  const interchange = readEnvelope(text, findings);
  if (!interchange || findings.faults.length > 0) return readingOf<AnswerFile>(undefined, findings);
  const groups: GroupAnswer[] = [];
  const acknowledgements: ClaimAcknowledgement[] = [];
  const remittances: Remittance[] = [];
  for (const set of interchange.groups.flatMap((group) => group.sets)) {
    if (set.set === '999') groups.push(read999(set, findings));
    else if (set.set === '277') acknowledgements.push(read277ca(set, findings));
    else if (set.set === '835') remittances.push(readRemittance(set, findings));
    else
      findings.fault(
        set.head,
        `this is ${OTHER_KINDS[set.set] ?? `a transaction ${set.set}`}, not an answer about claims.`,
      );
  }
  const envelopes = interchange.acknowledgements.map((ta1) => readTa1(ta1, findings));
  if (interchange.groups.length === 0 && envelopes.length === 0)
    findings.fault(null, 'The file holds no answer.');
  checkTraces(remittances, findings);
  return readingOf({ head: interchange.head, envelopes, groups, acknowledgements, remittances }, findings);
};

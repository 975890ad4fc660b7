import { neededIn, numberIn } from './x12/fields.ts';
import type { Findings } from './x12/findings.ts';
import { element, type Segment } from './x12/segments.ts';

/** Reads a TA1: whether the payer could accept the envelope of a file of ours at all. */
export interface EnvelopeAnswer {
  /** ISA13 of our file. */
  readonly interchange: number;
  readonly outcome: 'accepted' | 'refused';
  /** In plain words; null if nothing was wrong. */
  readonly reason: string | null;
}

const NOTES: Readonly<Record<string, string>> = {
  '001': 'The control number at the end of the file differs from the one at its beginning.',
  '002': 'The standard named in ISA11 is not supported.',
  '003': 'The version of the envelope is not supported.',
  '004': 'The end of segments is not valid.',
  '005': 'The qualifier of the sender is not valid.',
  '006': 'The sender (trading partner number) is not known.',
  '007': 'The qualifier of the receiver is not valid.',
  '008': 'The receiver is not valid.',
  '009': 'The receiver is not known.',
  '010': 'The qualifier of the authorization is not valid.',
  '011': 'The authorization is not valid.',
  '012': 'The qualifier of the security information is not valid.',
  '013': 'The security information is not valid.',
  '014': 'The date of the file is not valid.',
  '015': 'The time of the file is not valid.',
  '016': 'The standard is not valid.',
  '017': 'The version is not valid.',
  '018': 'The control number is not valid.',
  '019': 'The request for an acknowledgment is not valid.',
  '020': 'Test and production are mixed up (ISA15).',
  '021': 'The number of groups is wrong.',
  '022': 'The parts of the envelope are not in order.',
  '023': 'The file ends too early.',
  '024': 'The content of the file is not valid.',
  '025': 'The payer has had a file with this control number before.',
  '026': 'The separator of elements is not valid.',
  '027': 'The separator of components is not valid.',
};

export const readTa1 = (ta1: Segment, findings: Findings): EnvelopeAnswer => {
  const answer = neededIn(ta1, 4, 'answer', findings);
  if (answer !== '' && !['A', 'E', 'R'].includes(answer))
    findings.fault(ta1, 'the answer is none of A, E and R.');
  const note = element(ta1, 5);
  return {
    interchange: numberIn(ta1, 1, 'control number of the file', findings),
    outcome: answer === 'R' ? 'refused' : 'accepted',
    reason: note === '' || note === '000' ? null : (NOTES[note] ?? `Note ${note}, see the payer's list.`),
  };
};

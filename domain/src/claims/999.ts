import { elementWords, groupWords, segmentWords, transactionWords } from './999-words.ts';
import type { TransactionSet } from './x12/envelope.ts';
import { neededIn, numberIn } from './x12/fields.ts';
import type { Findings } from './x12/findings.ts';
import {
  type Cursor,
  components,
  cursorOf,
  element,
  type Segment,
  takeAll,
  takeEach,
} from './x12/segments.ts';

/** Reads implementation acknowledgements (999, 005010X231A1): whether the payer could read a group of ours. */

export interface SyntaxError999 {
  /** Our claim number, if the payer says which claim it means. */
  readonly claimId: string | null;
  /** The position in our transaction, counting ST as 1. */
  readonly segment: number | null;
  readonly message: string;
}

export interface TransactionAnswer {
  /** ST02 of our transaction. */
  readonly control: string;
  readonly outcome: 'accepted' | 'refused';
  readonly errors: readonly SyntaxError999[];
}

export interface GroupAnswer {
  /** GS06 of our group. */
  readonly group: number;
  /** partly (P): some transactions were accepted, others refused. */
  readonly outcome: 'accepted' | 'partly' | 'refused';
  readonly reasons: readonly string[];
  readonly transactions: readonly TransactionAnswer[];
}

/** E is accepted although errors were noted. M, W and X are refusals for security reasons. */
const isAccepted = (code: string) => code === 'A' || code === 'E';

/** CTX names the claim, as in CTX*CLM01:12-3. */
const claimIn = (contexts: readonly Segment[]): string | null => {
  for (const ctx of contexts) {
    const [kind, value] = components(ctx, 1);
    if (kind === 'CLM01' && value) return value;
  }
  return null;
};

const errorsOfSegment = (ik3: Segment, cursor: Cursor): SyntaxError999[] => {
  const contexts = [...takeAll(cursor, ['CTX'])];
  const elements: string[] = [];
  const where = `Segment ${element(ik3, 2)} (${element(ik3, 1)})`;
  for (const ik4 of takeEach(cursor, 'IK4')) {
    contexts.push(...takeAll(cursor, ['CTX']));
    const [place = '', part = ''] = components(ik4, 1);
    elements.push(
      `${where}, element ${place}${part === '' ? '' : `, part ${part}`} ${elementWords(element(ik4, 3))}`,
    );
  }
  const claimId = claimIn(contexts);
  const messages = elements.length > 0 ? elements : [`${where} of our file ${segmentWords(element(ik3, 4))}`];
  const segment = /^\d{1,9}$/.test(element(ik3, 2)) ? Number(element(ik3, 2)) : null;
  return messages.map((message) => ({ claimId, segment, message }));
};

const readTransaction = (ak2: Segment, cursor: Cursor, findings: Findings): TransactionAnswer => {
  const errors = Array.from(takeEach(cursor, 'IK3'), (ik3) => errorsOfSegment(ik3, cursor)).flat();
  const ik5 = cursor.take('IK5');
  if (!ik5) findings.fault(ak2, 'IK5 (the answer to the transaction) does not follow it.');
  const codes = (ik5?.elements.slice(1) ?? []).filter(Boolean);
  return {
    control: neededIn(ak2, 2, 'control number of the transaction', findings),
    outcome: ik5 && isAccepted(element(ik5, 1)) ? 'accepted' : 'refused',
    errors:
      errors.length > 0
        ? errors
        : codes.map((code) => ({ claimId: null, segment: null, message: transactionWords(code) })),
  };
};

export const read999 = ({ head, segments }: TransactionSet, findings: Findings): GroupAnswer => {
  const cursor = cursorOf(segments);
  const ak1 = cursor.take('AK1');
  if (!ak1) findings.fault(head, 'AK1 does not follow it.');
  const transactions = Array.from(takeEach(cursor, 'AK2'), (ak2) => readTransaction(ak2, cursor, findings));
  const ak9 = cursor.take('AK9');
  if (!ak9) findings.fault(cursor.peek() ?? head, 'AK9 (the answer to the group) is expected here.');
  const answer = ak9 ? element(ak9, 1) : '';
  return {
    group: ak1 ? numberIn(ak1, 2, 'control number of the group', findings) : 0,
    outcome: isAccepted(answer) ? 'accepted' : answer === 'P' ? 'partly' : 'refused',
    reasons: (ak9?.elements.slice(4) ?? []).filter(Boolean).map(groupWords),
    transactions,
  };
};

import { sayDay } from '@homecare/domain/calendar.ts';
import { openOf } from '@homecare/domain/claims/list-words.ts';
import type {
  AnswerRow,
  ClaimBatch,
  DenialList,
  ProofList,
  UploadPreview,
} from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';

/** The progress of a state in one line, and how much of it needs action. */
export interface StateWords {
  readonly line: string;
  readonly asks: number;
}

export const uploadWords = ({ lines, amount }: UploadPreview): StateWords => ({
  line: lines === 0 ? 'Nothing to send' : `${counted(lines, 'line')}, ${showMoney(amount)}`,
  asks: 0,
});

export const proofStateWords = ({ accepted, exempt, deny }: ProofList): StateWords => {
  const all = accepted + exempt + deny;
  const proven = (accepted + exempt).toLocaleString('en-US');
  return {
    line: all === 0 ? 'No lines' : `${proven} of ${all.toLocaleString('en-US')} proven`,
    asks: deny,
  };
};

export const fileWords = (batches: readonly ClaimBatch[], month: string): StateWords => {
  const own = batches.filter((batch) => batch.month === month);
  const refused = sum(own.map((batch) => batch.refused));
  const silent = own.filter(
    ({ accepted, answered, refused: no, claims }) => Math.max(accepted, answered) + no < claims,
  ).length;
  const rest = refused > 0 ? 'some refused' : silent > 0 ? `${silent} without an answer` : 'all accepted';
  return {
    line: own.length === 0 ? 'No file of this month' : `${own.length} sent, ${rest}`,
    asks: refused,
  };
};

export const answerStateWords = (rows: readonly AnswerRow[]): StateWords => {
  const last = rows.find(({ payments }) => payments.length > 0);
  const [payment] = last?.payments ?? [];
  const day = payment?.date ? ` of ${sayDay(payment.date)}` : '';
  return {
    line:
      last === undefined
        ? 'No payment yet'
        : `${last.kinds.join(', ')}${day}, ${showMoney(sum(last.payments.map(({ paid }) => paid)))}`,
    // Files to post, and claims waiting for a person.
    asks: sum(rows.map(({ state, parked }) => parked + (state === 'waiting' ? 1 : 0))),
  };
};

export const denialWords = ({ denials }: DenialList): StateWords => ({
  line:
    denials.length === 0
      ? 'No denials'
      : `${counted(denials.length, 'claim')}, ${showMoney(sum(denials.map(openOf)))}`,
  asks: denials.length,
});

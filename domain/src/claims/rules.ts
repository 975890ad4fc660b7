import { counted } from '../counted.ts';
import { showMoney } from '../money.ts';
import type { ProvenBy } from './schema.ts';
import { isPaidAnyway } from './settlements.ts';

export const SELECT_STATUS = 'Please select status';
export const WRONG_UPLOAD_STATUS = 'Enter correct status';

/** replace is frequency 7, void is frequency 8. */
export const CORRECTIONS = ['replace', 'void'] as const;
export type Correction = (typeof CORRECTIONS)[number];

export const DENIAL_SAVED = 'Success: Saved';
export const SAME_FILE = 'This file was loaded before. Nothing was changed.';
export const NO_ANSWER_FILE = 'Choose a file from the payer: TA1, 999, 277CA or 835.';

interface Upload {
  readonly claims: number;
  readonly file: string | null;
  readonly alreadySent: number;
  /** Lines that would be denied. */
  readonly leftOut: number;
  /** Their value in cents. */
  readonly leftOutAmount: number;
  /** Null if nothing had to be proven. */
  readonly provenBy: ProvenBy | null;
  /** Clients who were left out. */
  readonly refused: number;
  /** The button that can send lines without proof. */
  readonly button: string;
}

export const NOT_CHECKED =
  'Visits are not sent to Sandata, so proof was not checked with it: a day needs a Complete visit.';

/** What an upload did, in words. */
export const uploadInfo = ({
  claims,
  file,
  alreadySent,
  leftOut,
  leftOutAmount,
  provenBy,
  refused,
  button,
}: Upload): string => {
  const made = file === null ? 'No file was made.' : `${counted(claims, 'claim', 'claims')} in ${file}.`;
  const sent =
    alreadySent > 0
      ? ` ${counted(alreadySent, 'billing record was', 'billing records were')} skipped: already sent.`
      : '';
  const left =
    refused > 0 ? ` ${counted(refused, 'client was', 'clients were')} skipped: data is missing.` : '';
  const denied =
    leftOut > 0
      ? ` ${counted(leftOut, 'line', 'lines')} (${showMoney(leftOutAmount)}) ${leftOut === 1 ? 'was' : 'were'} not sent: no ${provenBy === 'visit' ? 'Complete' : 'accepted'} visit. ${button} can send ${leftOut === 1 ? 'it' : 'them'} with a reason.`
      : '';
  const nothing =
    claims === 0 && leftOut === 0 && alreadySent === 0 && refused === 0 ? ' Nothing to send.' : '';
  const unchecked = provenBy === 'visit' ? ` ${NOT_CHECKED}` : '';
  return `${made}${sent}${denied}${left}${nothing}${unchecked}`;
};

/** What was posted, in words. */
export const postedInfo = (payments: number, claims: number): string =>
  payments === 0
    ? 'No remittance waits to be posted.'
    : claims === 0
      ? `${counted(payments, 'payment', 'payments')} posted: nothing was changed.`
      : `${counted(payments, 'payment', 'payments')} posted for ${counted(claims, 'claim', 'claims')}.`;

interface Answered {
  readonly kinds: readonly string[];
  readonly state: 'waiting' | 'posted' | 'refused';
  readonly claims: number;
  readonly refused: number;
  readonly parked: number;
  readonly unmatched: readonly string[];
  readonly payments: readonly { readonly claims: number }[];
  readonly remarks: readonly string[];
}

/** Whether everything that the file pays was already posted from another file. */
export const isPostedBefore = ({
  state,
  claims,
  parked,
  unmatched,
  payments,
}: Omit<Answered, 'kinds' | 'remarks'>): boolean =>
  state === 'posted' &&
  claims === 0 &&
  parked === 0 &&
  unmatched.length === 0 &&
  payments.some((payment) => payment.claims > 0);

/** What a file from the payer did, in words. */
export const answerInfo = (answer: Answered): string => {
  const { kinds, state, claims, refused, parked, unmatched } = answer;
  if (isPostedBefore(answer)) return `${kinds.join(', ')} read: it was posted before. Nothing was changed.`;
  if (state === 'waiting') return `${kinds.join(', ')} kept: its payments wait to be posted.`;
  const about = `${kinds.join(', ')} read: ${counted(claims, 'claim', 'claims')} answered`;
  const no = refused > 0 ? `, ${refused} refused` : '';
  const rest = unmatched.length > 0 ? `, ${counted(unmatched.length, 'item', 'items')} not matched` : '';
  const wait =
    parked > 0
      ? ` ${counted(parked, 'claim does', 'claims do')} not balance: review ${parked === 1 ? 'it' : 'them'} under Parked claims.`
      : '';
  const paidAnyway = answer.remarks.filter(isPaidAnyway).map((remark) => ` ${remark}`);
  return `${about}${no}${rest}.${wait}${paidAnyway.join('')}`;
};

export const NOT_DECIDED =
  'The payer has not decided on this claim yet: it can be corrected or voided when its remittance is in.';
export const VOID_INSTEAD = (claim: string) => `Nothing of claim ${claim} is billed anymore. Void it.`;
export const OVERPAID =
  'It was paid, but a billing record of it was deleted since: send a corrected claim, or void it when nothing of it is left.';
export const SENT_AGAIN = 'It was rejected. The next upload sends it again.';
export const CORRECTED_AGAIN =
  'This correction was rejected. Check “Replace claims that the payer has decided on” in Upload to send it again.';

/** Shown if some of the claims cannot be corrected, or no longer can. */
export const CORRECTIONS_CHANGED = 'Someone else has just changed one of these claims. Check the list again.';
export const preparedInfo = (claims: number): string =>
  `${counted(claims, 'claim', 'claims')} corrected. Send the file when you are ready; you can undo until then.`;
export const undoneInfo = (claims: number): string =>
  `${counted(claims, 'claim is', 'claims are')} back in the list.`;
export const NO_CORRECTIONS = 'No corrected claim waits for a file.';

export const NO_PAYER = 'This site has no simulated payer.';
export const NO_TEST = 'This file is not a test. The simulated payer takes only tests.';
export const PAYER_SILENT = 'The simulated payer does not answer. Try again in a moment.';
export const PAYER_BUSY = 'The simulated payer is answering already. Wait a moment.';
export const ANSWERED_BEFORE = 'The simulated payer has answered this file before.';
export const rehearsedInfo = (files: number): string =>
  `The simulated payer answered with ${counted(files, 'file', 'files')}.`;

// --- Parked claims and payments by hand

interface Parked {
  /** The claim is one of ours. */
  readonly isOurs: boolean;
  readonly isReadable: boolean;
}
/** Why a parked claim cannot be posted as the payer sent it; null if it can. */
export const parkedBlock = ({ isOurs, isReadable }: Parked): string | null => {
  if (!isOurs) return 'This is not one of your claims: ask the payer, then discard it.';
  return isReadable
    ? null
    : 'Its amounts cannot be read: enter the payment by hand, then discard this claim.';
};

export const PARKED_DECISIONS = ['post', 'discard', 'restore'] as const;
export type ParkedDecision = (typeof PARKED_DECISIONS)[number];

export const PARKED_CHANGED = 'Someone else has just decided on one of these claims. Check the list again.';
export const parkedPostedBefore = (claim: string): string =>
  `This payment of claim ${claim} was posted before: discard it.`;
export const decidedInfo = (decision: ParkedDecision, claims: number): string => {
  const what = { post: 'posted', discard: 'discarded', restore: 'parked again' }[decision];
  return `${counted(claims, 'claim', 'claims')} ${what}.`;
};
export const manualPostedInfo = (number: string, claims: number): string =>
  `Payment ${number} posted for ${counted(claims, 'claim', 'claims')}.`;
export const manualPostedBefore = (number: string, claim: string): string =>
  `Payment ${number} of claim ${claim} was posted before. Nothing was changed.`;

export const SENT_AS_NEW = 'This claim went again as a new one before.';

import { formatPhone } from '../formats.ts';
import type { CallOutcome, CallPlace, TelephonyCall } from './schema.ts';

/** How the office sees telephone calls (docs/rules/telephony.md). */

export const CALL_OUTCOME_WORDS: Record<CallOutcome, string> = {
  moved: 'Recorded',
  recorded: 'Recorded outside its window',
  already: 'Was recorded before',
  notCheckedIn: 'No check-in to check out of',
  noVisit: 'No visit found',
  wrongPin: 'Wrong number or PIN',
  locked: 'PIN is locked',
  noAnswer: 'Nothing was entered',
};

/** 'Check-In recorded', or why nothing was recorded. */
export const sayOutcome = ({ move, outcome }: Pick<TelephonyCall, 'move' | 'outcome'>): string => {
  if (outcome === null) return 'Hung up before the end';
  if (outcome === 'moved' && move !== null) return `${move} recorded`;
  if (outcome === 'recorded' && move !== null) return `${move} recorded outside its window`;
  return CALL_OUTCOME_WORDS[outcome];
};

export const HIDDEN_NUMBER = 'a hidden number';
export const sayCaller = (caller: string): string =>
  /\d/.test(caller) ? formatPhone(caller) : HIDDEN_NUMBER;

/** How the calling number proves the place, as a sentence without a period. */
export const sayCallPlace = ({ caller, place }: { readonly caller: string; readonly place: CallPlace }) => {
  const number = sayCaller(caller);
  if (place === 'phone') return `From the client’s phone, ${number}`;
  if (place === 'device') return `Code of the device at the home, from ${number}`;
  return `From ${number}, which is not the client’s phone`;
};

/** Whether the office should look at a call, because nothing proves its place or it led to nothing. */
export const isCallToReview = ({
  outcome,
  place,
  seenBy,
}: Pick<TelephonyCall, 'outcome' | 'place' | 'seenBy'>): boolean =>
  seenBy === null &&
  (place === 'unknown' || (outcome !== 'moved' && outcome !== 'recorded' && outcome !== 'already'));

import type { MessageStatus } from './schema.ts';

/** What happens to a queued message: its moves, its tries, the provider's reports, and opting out. */

/** A try that certainly had no effect is repeated. After this many, the message is parked where staff see it. */
export const MOST_TRIES = 8;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 1_800;

/** Seconds until the next try after this many failures in a row: 30 s, doubled each time up to half an hour, plus or minus a quarter. */
export const waitAfter = (failures: number, chance: number) =>
  Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.max(0, Math.min(failures, 20) - 1)) *
  (0.75 + chance / 2);

/** After waiting this long, a message is no longer sent automatically. */
export const LATE_HOURS = 24;
export const TOO_LATE = 'It waited for more than a day and was not sent. Send it again if it still matters.';

// ---- moves

/** worker: the sending process. provider: its reports on what became of the message. */
type Mover = 'worker' | 'provider';

interface MessageMove {
  readonly from: MessageStatus;
  readonly to: readonly MessageStatus[];
  readonly by: Mover;
}

/**
 * All moves of a message. It only returns to the queue if the provider certainly did not take it. Callbacks only move
 * forward, whatever order they arrive in. delivered, undelivered, failed, recorded and received are final.
 */
const MESSAGE_MOVES: readonly MessageMove[] = [
  { from: 'waiting', to: ['sending', 'recorded', 'failed'], by: 'worker' },
  { from: 'sending', to: ['waiting', 'queued', 'sent', 'failed', 'unknown'], by: 'worker' },
  { from: 'unknown', to: ['queued', 'sent', 'failed'], by: 'worker' },
  { from: 'sending', to: ['queued', 'sent', 'delivered', 'undelivered', 'failed'], by: 'provider' },
  { from: 'unknown', to: ['queued', 'sent', 'delivered', 'undelivered', 'failed'], by: 'provider' },
  { from: 'queued', to: ['sent', 'delivered', 'undelivered', 'failed'], by: 'provider' },
  { from: 'sent', to: ['delivered', 'undelivered', 'failed'], by: 'provider' },
];

export const mayMove = (by: Mover, from: MessageStatus, to: MessageStatus) =>
  MESSAGE_MOVES.some((move) => move.by === by && move.from === from && move.to.includes(to));

/** Whether staff may send it again: only if it did not arrive or its outcome is unknown. */
export const maySendAgain = (status: MessageStatus) =>
  status === 'failed' || status === 'undelivered' || status === 'unknown';

export const NOT_AGAIN = 'Only a message that failed, or whose outcome is not known, is sent again.';
export const SENT_AGAIN = 'This message was sent again already.';
export const ATTACHMENT_IS_GONE = 'Its attachment is not kept. Send it again from where it was made.';
export const LINK_IS_GONE =
  'The link of this message is no longer kept. Send the document or the confirmation once more from its own place.';

/** The message status for a status word of the provider; undefined if the word says nothing about a sent text. */
export const statusOfProvider = (word: string): MessageStatus | undefined => {
  switch (word) {
    case 'accepted':
    case 'scheduled':
    case 'queued':
    case 'sending':
      return 'queued';
    case 'sent':
      return 'sent';
    case 'delivered':
    case 'read':
      return 'delivered';
    case 'undelivered':
    case 'partially_delivered':
      return 'undelivered';
    case 'failed':
    case 'canceled':
      return 'failed';
    default:
      return undefined;
  }
};

// ---- what the provider's codes mean

const CODE_WORDS: Readonly<Record<number, string>> = {
  21211: 'Enter a number that texts can be sent to.',
  21408: 'Texts to this region are not allowed for your account.',
  21610: 'This number has answered STOP.',
  21612: 'No text can be sent from your number to this one.',
  21614: 'This is not the number of a mobile phone.',
  21617: 'The text is too long.',
  30001: 'Too many texts waited at once.',
  30003: 'The phone is off or cannot be reached.',
  30004: 'The phone does not take texts of this sender.',
  30005: 'This number no longer exists.',
  30006: 'This number cannot receive texts.',
  30007: 'The phone company took the text for spam.',
  30008: 'The phone company did not say why.',
  30034: 'Your number is not registered for texts of an agency yet.',
};

/** Whether a code concerns only this text (its number or words), and not the account. */
export const isOfText = (code: number | null) => code !== null && code in CODE_WORDS;

/** A sentence why a text did not arrive, with the code for looking it up. */
export const explainCode = (code: number | null) => {
  if (code === null) return 'The text was not delivered.';
  return `${CODE_WORDS[code] ?? 'The text was rejected.'} (Code ${code})`;
};

// ---- STOP and START

/** Words that phone companies and the provider obey if a text contains nothing else. */
const STOP_WORDS = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'OPT OUT',
  'ALTO',
]);
const START_WORDS = new Set(['START', 'UNSTOP', 'YES', 'COMENZAR']);

/** STOP ends all texts to the number and START allows them again. YES alone means START only after a STOP. */
export const optOutWord = (text: string): 'stop' | 'start' | undefined => {
  const word = text
    .normalize('NFKC')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .toUpperCase();
  if (STOP_WORDS.has(word)) return 'stop';
  return START_WORDS.has(word) ? 'start' : undefined;
};

/** The provider's code for a number that has opted out with the provider. */
export const OPTED_OUT_CODE = 21610;

export const optedOut = (number: string) =>
  `${number} has answered STOP: no text is sent there until START comes from it.`;

export const NOBODYS_NUMBER = 'This number is not on any record. Add it to one, then you can reply.';

// ---- a missed visit

/** Contains no name, time, place or service. The reference is for the office. */
export const missedVisitText = (agency: string, phone: string | null, visitId: number) =>
  `${agency}: nobody checked in for a planned visit. Please call the office${phone ? ` at ${phone}` : ''}. Reference: visit ${visitId}.`;
export const missedVisitSubject = (agency: string) => `${agency}: a planned visit was missed`;

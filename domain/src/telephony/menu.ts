import { sayClock } from '../calendar.ts';
import { type CallableVisit, type CallChoice, readTasks, recordedAt, taskNames } from './choosing.ts';
import { MOST_TRIES } from './pins.ts';
import type { CallLanguage, CallMove, CallOutcome, CallState, CallStep } from './schema.ts';
import {
  askTasks,
  askVisits,
  CALL_WORDS,
  GREETING,
  inLanguage,
  sayAlready,
  sayAttempt,
  sayMoved,
  sayTasks,
} from './words.ts';

/**
 * The phone menu: what a call says next and asks for. Each question is a state, and each answer leads to the next
 * (docs/rules/telephony.md).
 */

export interface Line {
  readonly words: string;
  readonly language: CallLanguage;
}

export interface Turn {
  readonly state: CallState;
  readonly say: readonly Line[];
  /** How many keys complete the answer; null if it ends with the pound key. If missing, the call is over. */
  readonly ask?: { readonly keys: number | null };
  readonly outcome?: CallOutcome;
  /** The tasks that the caller said were done. */
  readonly tasks?: readonly string[];
}

const START: CallState = {
  step: 'language',
  language: 'en',
  tries: 0,
  number: null,
  providerId: null,
  move: null,
  place: null,
  clientId: null,
  choices: [],
  visitId: null,
};

type Words = readonly [string, string];

const lines = ({ language }: Pick<CallState, 'language'>, ...words: readonly Words[]): Line[] =>
  words.map((both) => ({ words: inLanguage(both, language), language }));

const KEYS: Partial<Record<CallStep, number>> = { language: 1, move: 1, visit: 1 };

const asking = (
  state: CallState,
  step: CallStep,
  words: readonly Words[],
  more: Partial<CallState> = {},
): Turn => {
  const next = { ...state, tries: 0, ...more, step };
  return { state: next, say: lines(next, ...words), ask: { keys: KEYS[step] ?? null } };
};

/** The last words of a call. A typed number is cleared, because it may have been a PIN. */
const ending = (state: CallState, outcome: CallOutcome, words: readonly Words[]): Turn => ({
  state: { ...state, step: 'over', number: null },
  say: lines(state, ...words, CALL_WORDS.goodbye),
  outcome,
});

/** Repeats the question, or ends the call after the third useless answer. */
const again = (state: CallState, digits: string, words: readonly Words[]): Turn => {
  const tries = state.tries + 1;
  const why = digits === '' ? CALL_WORDS.noAnswer : CALL_WORDS.notUnderstood;
  if (tries >= MOST_TRIES) return ending(state, 'noAnswer', [why]);
  return asking(state, state.step, [why, ...words], { tries });
};

export const greet = (agency: string): Turn => ({
  state: START,
  say: [
    { words: `${agency}. ${GREETING[0]}`, language: 'en' },
    { words: GREETING[1], language: 'es' },
  ],
  ask: { keys: 1 },
});

export const takeLanguage = (state: CallState, digits: string): Turn => {
  if (digits === '1' || digits === '2')
    return asking(state, 'number', [CALL_WORDS.askNumber], { language: digits === '1' ? 'en' : 'es' });
  const turn = again(state, digits, [GREETING]);
  return turn.ask ? { ...turn, say: [...turn.say, { words: GREETING[1], language: 'es' }] } : turn;
};

export const takeNumber = (state: CallState, digits: string): Turn =>
  /^\d+$/.test(digits)
    ? asking(state, 'pin', [CALL_WORDS.askPin], { number: digits, tries: state.tries })
    : again(state, digits, [CALL_WORDS.askNumber]);

/** The result of checking a number and a PIN. */
export type PinCheck =
  | { readonly kind: 'right'; readonly providerId: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked' };

export const takePin = (state: CallState, check: PinCheck): Turn => {
  if (check.kind === 'right')
    return asking(state, 'move', [CALL_WORDS.askMove], { providerId: check.providerId });
  if (check.kind === 'locked') return ending(state, 'locked', [CALL_WORDS.locked]);
  const tries = state.tries + 1;
  return tries >= MOST_TRIES
    ? ending(state, 'wrongPin', [CALL_WORDS.wrongPin])
    : asking(state, 'number', [CALL_WORDS.wrongPin, CALL_WORDS.askNumber], { number: null, tries });
};

export const readMove = (digits: string): CallMove | undefined =>
  digits === '1' ? 'Check-In' : digits === '2' ? 'Check-Out' : undefined;

export const askMoveAgain = (state: CallState, digits: string): Turn =>
  again(state, digits, [CALL_WORDS.askMove]);

export const askPlace = (state: CallState, move: CallMove): Turn =>
  asking(state, 'place', [CALL_WORDS.askPlace], { move });

/** Asks again after a wrong code if tries are left; otherwise undefined, and the call goes on without proof of place. */
export const askPlaceAgain = (state: CallState): Turn | undefined => {
  const tries = state.tries + 1;
  return tries >= MOST_TRIES
    ? undefined
    : asking(state, 'place', [CALL_WORDS.wrongCode, CALL_WORDS.askPlace], { tries });
};

/** Only the client's first name, because somebody may be listening. */
const firstName = ({ ClientName }: Pick<CallableVisit, 'ClientName'>) =>
  ClientName.split(', ')[1] ?? ClientName;

const alreadyWords = (visit: CallableVisit, move: CallMove, zone: string): Words => {
  const at = recordedAt(visit, move);
  return sayAlready(move, firstName(visit), at === null ? '' : sayClock(at, zone));
};

/** What to say if the choice is not a single visit. */
export const sayChoice = (
  state: CallState,
  move: CallMove,
  choice: Exclude<CallChoice, { kind: 'visit' }>,
  zone: string,
): Turn => {
  if (choice.kind === 'none') return ending(state, 'noVisit', [CALL_WORDS.noVisit]);
  if (choice.kind === 'notCheckedIn') return ending(state, 'notCheckedIn', [CALL_WORDS.notCheckedIn]);
  if (choice.kind === 'already') {
    const words = alreadyWords(choice.visit, move, zone);
    return { ...ending({ ...state, visitId: choice.visit.id }, 'already', [words]) };
  }
  const said = choice.already ? [alreadyWords(choice.already, move, zone)] : [];
  return asking(state, 'visit', [...said, askVisits(move, choice.visits.map(firstName))], {
    choices: choice.visits.map(({ id }) => id),
  });
};

/** The visit that a key stands for; undefined if there is none. */
export const readChoice = ({ choices }: CallState, digits: string): number | undefined =>
  /^[1-9]$/.test(digits) ? choices[Number(digits) - 1] : undefined;

export const askVisitAgain = (
  state: CallState,
  digits: string,
  move: CallMove,
  visits: readonly CallableVisit[],
): Turn => {
  const named = state.choices.flatMap((id) => visits.find((visit) => visit.id === id) ?? []);
  return again(state, digits, [askVisits(move, named.map(firstName))]);
};

/** The result of the check-in or check-out itself. */
export type MoveResult = 'moved' | 'recorded' | 'already' | 'notAfter' | 'noVisit';

const movedWords = (visit: CallableVisit, move: CallMove, result: MoveResult, at: string): Words => {
  if (result === 'moved') return sayMoved(move, firstName(visit), at);
  return result === 'recorded' ? sayAttempt(move, firstName(visit), at) : CALL_WORDS.noVisit;
};

/** Says what was recorded (at the instant `at`), and after a check-out asks for the tasks. */
export const sayResult = (
  state: CallState,
  move: CallMove,
  visit: CallableVisit,
  { result, at, zone }: { readonly result: MoveResult; readonly at: string; readonly zone: string },
): Turn => {
  const next = { ...state, move, visitId: visit.id };
  if (result === 'already') return ending(next, 'already', [alreadyWords(visit, move, zone)]);
  if (result === 'notAfter') return ending(next, 'noVisit', [CALL_WORDS.notAfter]);
  if (result === 'noVisit') return ending(next, 'noVisit', [CALL_WORDS.noVisit]);
  const words = [
    movedWords(visit, move, result, sayClock(at, zone)),
    ...(next.place === 'unknown' ? [CALL_WORDS.otherPhone] : []),
  ];
  const names = taskNames(visit);
  if (move === 'Check-In' || names.length === 0) return ending(next, result, words);
  return { ...asking(next, 'tasks', [...words, askTasks(names)]), outcome: result };
};

export const takeTasks = (state: CallState, digits: string, visit: CallableVisit): Turn => {
  const names = taskNames(visit);
  const tasks = readTasks(digits, names);
  if (tasks) {
    const said = [sayTasks(tasks), CALL_WORDS.goodbye];
    return { state: { ...state, step: 'over' }, say: lines(state, ...said), tasks };
  }
  const tries = state.tries + 1;
  if (tries < MOST_TRIES)
    return asking(state, 'tasks', [CALL_WORDS.notUnderstood, askTasks(names)], { tries });
  const said = [CALL_WORDS.noTasks, CALL_WORDS.goodbye];
  return { state: { ...state, step: 'over' }, say: lines(state, ...said), tasks: [] };
};

/** Ends the call after a step that was not asked for, or one after the end. */
export const hangUp = (state: CallState): Turn => ({
  state: { ...state, step: 'over' },
  say: lines(state, CALL_WORDS.goodbye),
});

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const VOICES: Record<CallLanguage, string> = { en: 'en-US', es: 'es-US' };
/** Seconds without a key press after which an answer counts as missing. */
const WAIT_SECONDS = 10;

const sayXml = ({ words, language }: Line) => `<Say language="${VOICES[language]}">${escapeXml(words)}</Say>`;

/** A turn in the telephone provider's markup. The answer goes to the URL `next`. */
export const turnXml = ({ say, ask }: Pick<Turn, 'say' | 'ask'>, next: string): string => {
  const said = say.map(sayXml).join('');
  if (!ask) return `<?xml version="1.0" encoding="UTF-8"?><Response>${said}<Hangup/></Response>`;
  const keys = ask.keys === null ? 'finishOnKey="#"' : `numDigits="${ask.keys}"`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Gather input="dtmf" ${keys} timeout="${WAIT_SECONDS}" actionOnEmptyResult="true" method="POST" action="${escapeXml(next)}">${said}</Gather></Response>`;
};

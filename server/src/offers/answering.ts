import { showDate, spanishClock } from '@homecare/domain/calendar.ts';
import {
  ANSWER_WORDS,
  isMoved,
  limitBeyond,
  movedOfferWords,
  refusedWords,
  sayChecked,
  sayHours,
  sayMoved,
} from '@homecare/domain/offers/rules.ts';
import type { OfferState, RefusalCause, VisitTimes } from '@homecare/domain/offers/schema.ts';
import type { Both } from '@homecare/domain/staffing/notification-words.ts';
import type { Candidate, VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { checkCover, coverVisitOf, lockOpenVisit, writeCover } from '../staffing/covering.ts';
import { AUTOMATIC, copyNewVisit, notifiedEvent, notifyContact, textTo } from '../staffing/notifying.ts';
import { coveredBy, noteEvents, type OneVisit, whyNotOpen } from '../staffing/service.ts';
import { endWaves, settingsOf } from './asking.ts';
import { closeWaiting, findOffer, type OfferRow, storeAnswer } from './queries.ts';

/** Records an answer to an offer. The first yes takes the visit; the visit stays locked while that is decided. */

export interface AnswerReply {
  readonly state: OfferState;
  readonly english: string;
  readonly spanish: string;
}

const replyOf = (
  state: OfferState,
  [english, spanish]: readonly [string, string],
  more = '',
): AnswerReply => ({
  state,
  english: `${english}${more}`,
  spanish: spanishClock(`${spanish}${more}`),
});

/** Notifies caregivers by text that their offer is closed, if they were asked by text. */
const notifyClosed = async (
  tx: Tx,
  scope: Scope,
  key: VisitKey,
  closed: Awaited<ReturnType<typeof closeWaiting>>,
  wordsFor: (providerId: number, times: VisitTimes | null) => Both,
  record: Recorder,
) => {
  const notified = [];
  for (const { id, providerId, times } of closed.filter(({ channel }) => channel === 'text')) {
    const words = wordsFor(providerId, times);
    const queued = await textTo(tx, scope, providerId, words, `offer ${id} closed`, record);
    notified.push(notifiedEvent(key, { providerId }, words[0], queued));
  }
  await noteEvents(tx, scope, notified);
};

const recordClosed = (closed: Awaited<ReturnType<typeof closeWaiting>>, record: Recorder) => {
  for (const { id } of closed)
    record({ entity: 'offer', id, action: 'update', changes: { state: ['waiting', 'closed'] } });
};

/**
 * Closes the open offers of a visit that no longer needs anyone, and texts those who have not answered. Returns false if the asking
 * had already ended.
 */
export const endAsking = async (
  tx: Tx,
  scope: Scope,
  key: VisitKey,
  { why, takenBy }: { readonly why: string; readonly takenBy: number | undefined },
  record: Recorder,
) => {
  const closed = await closeWaiting(tx, key);
  recordClosed(closed, record);
  const hasEnded = await endWaves(tx, scope, key, why, record);
  const wordsFor = (providerId: number) =>
    ANSWER_WORDS[takenBy === undefined ? 'gone' : takenBy === providerId ? 'covered' : 'taken'];
  await notifyClosed(tx, scope, key, closed, wordsFor, record);
  return hasEnded || closed.length > 0;
};

/**
 * Closes offers for the old time of a moved visit and notifies the caregivers, who may be asked again for the new time. Returns how
 * many were closed.
 */
export const closeMoved = async (tx: Tx, scope: Scope, key: VisitKey, now: VisitTimes, record: Recorder) => {
  const closed = await closeWaiting(tx, key, now);
  recordClosed(closed, record);
  await notifyClosed(tx, scope, key, closed, (_, times) => movedOfferWords(times, now), record);
  return closed.length;
};

/** An answer with its offer and its locked visit. */
interface LockedAnswer {
  readonly offer: OfferRow;
  readonly locked: OneVisit | undefined;
  readonly words: string | null;
}

interface Answered {
  readonly reply: AnswerReply;
  readonly words: string | null;
  readonly cause?: RefusalCause;
  readonly coverId?: number;
}

const keep = async (
  tx: Tx,
  scope: Scope,
  offer: OfferRow,
  { reply: { state, ...sentences }, words, cause, coverId }: Answered,
  record: Recorder,
): Promise<AnswerReply> => {
  const stored = { state, words, cause: cause ?? null, ...(coverId !== undefined && { coverId }) };
  await storeAnswer(tx, offer.id, stored, scope.now().toString());
  record({ entity: 'offer', id: offer.id, action: 'update', changes: { state: [offer.state, state] } });
  return { state, ...sentences };
};

const event = (
  offer: OfferRow,
  kind: 'accepted' | 'checked' | 'declined' | 'refused',
  words: string | null,
) => ({
  planId: offer.planId,
  day: offer.day,
  kind,
  providerId: offer.providerId,
  words: words ?? undefined,
});

/**
 * For an open visit: its caregiver had taken it through this offer, or the office had assigned them after the offer, and they were
 * notified that it is no longer theirs. Another yes does not bring it back.
 */
export const isTakenBack = ({
  state,
  cause,
  isUncovered,
}: Pick<OfferRow, 'state' | 'cause' | 'isUncovered'>) =>
  state === 'covered' || cause === 'takenBack' || isUncovered;

/** The visit's cover belongs to this caregiver, even if they can no longer come. */
const hasCover = (offer: OfferRow, locked: OneVisit | undefined) =>
  locked !== undefined && coveredBy(locked, offer) === offer.providerId;

/**
 * The caregiver already has the visit: through this yes, an earlier one, or because the office assigned them. It does not count if
 * they have since called out, are off or may not work; someone who is running late still counts.
 */
export const isTheirs = (offer: OfferRow, locked: OneVisit | undefined) =>
  hasCover(offer, locked) && (!locked?.opened || locked.opened.reason === 'late');

/** A no closes the offer only while the same caregiver does not have the visit. Otherwise it goes into the history, for the office to read. */
const decline = async (
  tx: Tx,
  scope: Scope,
  { offer, locked, words }: LockedAnswer,
  record: Recorder,
): Promise<AnswerReply> => {
  await noteEvents(tx, scope, [event(offer, 'declined', words)]);
  if (isTheirs(offer, locked)) {
    record({ entity: 'offer', id: offer.id, action: 'run', changes: { answer: [null, 'no'] } });
    return replyOf('covered', ANSWER_WORDS.keeps);
  }
  return keep(tx, scope, offer, { reply: replyOf('declined', ANSWER_WORDS.declined), words }, record);
};

/**
 * Records a yes of someone who already has the visit. Their words go into the history. If the office had assigned them, this is also
 * their answer, although it did not take the visit.
 */
const keepYes = async (
  tx: Tx,
  scope: Scope,
  { offer, words }: LockedAnswer,
  record: Recorder,
): Promise<AnswerReply> => {
  const isFirst = offer.state !== 'covered' && !(offer.state === 'closed' && offer.answered !== null);
  // A second tap adds nothing to the history.
  if (isFirst || words !== null) await noteEvents(tx, scope, [event(offer, 'accepted', words)]);
  const stored = { state: 'closed' as const, words, cause: null };
  if (isFirst) await storeAnswer(tx, offer.id, stored, scope.now().toString());
  record({ entity: 'offer', id: offer.id, action: 'run', changes: { answer: [null, 'yes'] } });
  return replyOf('covered', ANSWER_WORDS.covered);
};

/** Refuses a yes and records why: a code for programs that read the answer later, a sentence for the visit's history. */
const refuseYes = async (
  tx: Tx,
  scope: Scope,
  { offer, words }: LockedAnswer,
  { cause, why, say = refusedWords(cause) }: Refused,
  record: Recorder,
): Promise<AnswerReply> => {
  await noteEvents(tx, scope, [event(offer, 'refused', why)]);
  const state = cause === 'taken' || cause === 'gone' ? 'taken' : 'refused';
  return keep(tx, scope, offer, { reply: replyOf(state, say), words, cause }, record);
};

interface Refused {
  readonly cause: RefusalCause;
  readonly why: string;
  /** What the caregiver is told; the default follows from the cause. */
  readonly say?: Both;
}

/** Why a yes cannot be checked at all, because of what has become of the visit or the caregiver. */
const whyNotEvaluated = ({ offer, locked }: LockedAnswer, isUnknown: boolean) => {
  if (locked?.opened && isUnknown) return { cause: 'archived' as const, why: 'They are no longer active.' };
  const why = whyNotOpen(locked, offer);
  if (locked?.opened) return { cause: 'moved' as const, why };
  const isTaken = locked !== undefined && coveredBy(locked, offer) !== undefined;
  return { cause: isTaken ? ('taken' as const) : ('gone' as const), why };
};

/**
 * The autopilot's limit that this caregiver now exceeds, counting what they have taken since they were asked. Caregivers chosen by
 * the office have no limit.
 */
const limitNow = async (tx: Tx, { isAutomatic }: OfferRow, candidate: Candidate) =>
  // A real obstacle is the better explanation, so it goes before a limit.
  isAutomatic && candidate.obstacle === null ? limitBeyond(candidate, await settingsOf(tx)) : undefined;

const accept = async (tx: Tx, scope: Scope, asked: LockedAnswer, record: Recorder): Promise<AnswerReply> => {
  const { offer, locked, words } = asked;
  const { planId, day, providerId } = offer;
  const opened = locked?.opened;
  if (opened && isMoved(offer.times, opened.visit)) {
    const { visit } = opened;
    const say = movedOfferWords(offer.times, visit);
    return refuseYes(tx, scope, asked, { cause: 'moved', why: sayMoved(visit), say }, record);
  }
  if (isTheirs(offer, locked)) return keepYes(tx, scope, asked, record);
  // Someone who called out of their own cover is checked further below and told exactly that.
  if (opened && isTakenBack(offer) && !hasCover(offer, locked))
    return refuseYes(tx, scope, asked, { cause: 'takenBack', why: 'Their cover was taken back.' }, record);
  const cover = { planId, day, providerId, via: 'offer' as const };
  const checked = await checkCover(tx, scope, cover, locked);
  if (!checked.ok)
    return refuseYes(tx, scope, asked, whyNotEvaluated(asked, checked.reason === 'notFound'), record);
  const { candidate } = checked.data;
  const beyond = await limitNow(tx, offer, candidate);
  if (beyond) return refuseYes(tx, scope, asked, beyond, record);
  const again = {
    ...event(offer, 'checked', sayChecked(candidate, checked.data.opened.visit)),
    who: AUTOMATIC,
  };
  const yes = [event(offer, 'accepted', words), again];
  const covered = await writeCover(tx, scope, cover, checked.data, record, yes);
  if (!covered.ok) {
    const { obstacle, why } = candidate;
    const refused = { cause: obstacle ?? ('planRules' as const), why: why ?? covered.info ?? '' };
    return refuseYes(tx, scope, asked, refused, record);
  }
  const visit = coverVisitOf(checked.data, providerId, covered.data.id);
  return keepCover(tx, scope, asked, visit, record);
};

/** Saves the cover that this yes created, stops asking others and notifies the contacts of client and caregiver. */
const keepCover = async (
  tx: Tx,
  scope: Scope,
  { offer, words }: LockedAnswer,
  visit: StaffedVisit,
  record: Recorder,
): Promise<AnswerReply> => {
  const { planId, day, providerId } = offer;
  const { byPlanId: coverId } = visit;
  const when = ` ${showDate(visit.date)} ${sayHours(visit.start, visit.end)}.`;
  const answer = { reply: replyOf('covered', ANSWER_WORDS.covered, when), words, coverId };
  const kept = await keep(tx, scope, offer, answer, record);
  const why = `${offer.provider} has taken this visit.`;
  await endAsking(tx, scope, { planId, day }, { why, takenBy: providerId }, record);
  await copyNewVisit(tx, scope, visit, record);
  const change = { what: 'covered' as const, visits: [visit], providerId, request: `offer ${offer.id}` };
  await notifyContact(tx, scope, change, record);
  return kept;
};

/** Takes an answer within the caller's transaction. It locks the visit first, so answers are taken one after another. */
export const takeAnswer = async (
  tx: Tx,
  scope: Scope,
  id: number,
  answer: { readonly isYes: boolean; readonly words: string | null },
  record: Recorder,
): Promise<AnswerReply | undefined> => {
  const before = await findOffer(tx, id);
  if (!before) return undefined;
  const locked = await lockOpenVisit(tx, scope, before, answer.isYes ? before.providerId : undefined);
  const offer = await findOffer(tx, id);
  if (!offer) return undefined;
  const asked = { offer, locked, words: answer.words };
  return answer.isYes ? accept(tx, scope, asked, record) : decline(tx, scope, asked, record);
};

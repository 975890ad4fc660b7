import { showDate } from '@homecare/domain/calendar.ts';
import { ANSWER_WORDS, isMoved, refusedWords, sayHours, sayMoved } from '@homecare/domain/offers/rules.ts';
import type { OfferState, VisitTimes } from '@homecare/domain/offers/schema.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { Both } from '@homecare/domain/staffing/told-words.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { judgeCover, lockOpenVisit, writeCover } from '../staffing/covering.ts';
import { coveredBy, noteEvents, type OneVisit, whyNotOpen } from '../staffing/service.ts';
import { AUTOMATIC, tellContact, textTo } from '../staffing/telling.ts';
import { endWaves } from './asking.ts';
import { closeWaiting, findOffer, type OfferRow, storeAnswer } from './queries.ts';

/** What becomes of an answer: the first yes takes the visit, decided while the visit is held. */

export interface Said {
  readonly state: OfferState;
  readonly english: string;
  readonly spanish: string;
}

const said = (state: OfferState, [english, spanish]: readonly [string, string], more = ''): Said => ({
  state,
  english: `${english}${more}`,
  spanish: `${spanish}${more}`,
});

/** Whose offers have closed hears it, where the offer went by text. */
const tellClosed = async (
  tx: Tx,
  scope: Scope,
  key: VisitKey,
  closed: Awaited<ReturnType<typeof closeWaiting>>,
  wordsFor: (providerId: number) => Both,
  record: Recorder,
) => {
  const told = [];
  for (const { id, providerId } of closed.filter(({ channel }) => channel === 'text')) {
    const words = wordsFor(providerId);
    if (await textTo(tx, scope, providerId, words, `offer ${id} closed`, record))
      told.push({ ...key, kind: 'told' as const, providerId, who: AUTOMATIC, words: words[0] });
  }
  await noteEvents(tx, scope, told);
};

/** The visit needs nobody any more: whoever was asked by text and has not answered hears it. */
export const endAsking = async (
  tx: Tx,
  scope: Scope,
  key: VisitKey,
  { why, takenBy }: { readonly why: string; readonly takenBy: number | undefined },
  record: Recorder,
) => {
  const closed = await closeWaiting(tx, key);
  await endWaves(tx, scope, key, why, record);
  const wordsFor = (providerId: number) =>
    ANSWER_WORDS[takenBy === undefined ? 'gone' : takenBy === providerId ? 'covered' : 'taken'];
  await tellClosed(tx, scope, key, closed, wordsFor, record);
};

/** The visit was moved: whoever was asked for the time before hears it, and may be asked again for the one that it has now. Answers how many. */
export const closeMoved = async (tx: Tx, scope: Scope, key: VisitKey, now: VisitTimes, record: Recorder) => {
  const closed = await closeWaiting(tx, key, now);
  for (const { id } of closed)
    record({ entity: 'offer', id, action: 'update', changes: { state: ['waiting', 'closed'] } });
  await tellClosed(tx, scope, key, closed, () => ANSWER_WORDS.moved, record);
  return closed.length;
};

const keep = async (
  tx: Tx,
  scope: Scope,
  offer: OfferRow,
  answer: { readonly said: Said; readonly words: string | null; readonly coverId?: number },
  record: Recorder,
): Promise<Said> => {
  const { state } = answer.said;
  const { coverId } = answer;
  const stored = { state, words: answer.words, ...(coverId !== undefined && { coverId }) };
  await storeAnswer(tx, offer.id, stored, scope.now().toString());
  record({ entity: 'offer', id: offer.id, action: 'update', changes: { state: [offer.state, state] } });
  return answer.said;
};

const event = (offer: OfferRow, kind: 'accepted' | 'declined' | 'refused', words: string | null) => ({
  planId: offer.planId,
  day: offer.day,
  kind,
  providerId: offer.providerId,
  words: words ?? undefined,
});

/** A no counts while the yes of the same person has not taken the visit. */
const decline = async (
  tx: Tx,
  scope: Scope,
  offer: OfferRow,
  words: string | null,
  record: Recorder,
): Promise<Said> => {
  if (offer.state === 'covered') {
    record({ entity: 'offer', id: offer.id, action: 'run', changes: { answer: [null, 'no'] } });
    return said('covered', ANSWER_WORDS.keeps);
  }
  await noteEvents(tx, scope, [event(offer, 'declined', words)]);
  return keep(tx, scope, offer, { said: said('declined', ANSWER_WORDS.declined), words }, record);
};

const accept = async (
  tx: Tx,
  scope: Scope,
  offer: OfferRow,
  held: OneVisit | undefined,
  words: string | null,
  record: Recorder,
): Promise<Said> => {
  const key = { planId: offer.planId, day: offer.day };
  const opened = held?.opened;
  if (opened && isMoved(offer.times, opened.visit)) {
    await noteEvents(tx, scope, [event(offer, 'refused', sayMoved(opened.visit))]);
    return keep(tx, scope, offer, { said: said('refused', ANSWER_WORDS.moved), words }, record);
  }
  if (offer.state === 'covered') {
    record({ entity: 'offer', id: offer.id, action: 'run', changes: { answer: [null, 'yes'] } });
    return said('covered', ANSWER_WORDS.covered);
  }
  const cover = { ...key, providerId: offer.providerId, via: 'offer' as const };
  const judgement = await judgeCover(tx, scope, cover, held);
  if (!judgement.ok) {
    await noteEvents(tx, scope, [event(offer, 'refused', whyNotOpen(held, key))]);
    const isTaken = held !== undefined && coveredBy(held, key) !== undefined;
    const answer = said('taken', isTaken ? ANSWER_WORDS.taken : ANSWER_WORDS.gone);
    return keep(tx, scope, offer, { said: answer, words }, record);
  }
  const { visit } = judgement.data.opened;
  const yes = event(offer, 'accepted', words);
  const covered = await writeCover(tx, scope, cover, judgement.data, record, yes);
  if (!covered.ok) {
    const { obstacle, why } = judgement.data.candidate;
    await noteEvents(tx, scope, [event(offer, 'refused', why ?? covered.info ?? '')]);
    return keep(tx, scope, offer, { said: said('refused', refusedWords(obstacle)), words }, record);
  }
  const answer = {
    said: said(
      'covered',
      ANSWER_WORDS.covered,
      ` ${showDate(offer.day)} ${sayHours(visit.start, visit.end)}.`,
    ),
    words,
    coverId: covered.data.id,
  };
  const kept = await keep(tx, scope, offer, answer, record);
  const why = `${offer.provider} has taken this visit.`;
  await endAsking(tx, scope, key, { why, takenBy: offer.providerId }, record);
  const { providerId } = offer;
  const change = { visit, what: 'covered' as const, providerId, request: `offer ${offer.id}` };
  await tellContact(tx, scope, change, record);
  return kept;
};

/** Takes an answer in a transaction that the caller opened. The visit is held first, so that answers come one after another. */
export const takeAnswer = async (
  tx: Tx,
  scope: Scope,
  id: number,
  answer: { readonly isYes: boolean; readonly words: string | null },
  record: Recorder,
): Promise<Said | undefined> => {
  const before = await findOffer(tx, id);
  if (!before) return undefined;
  const held = await lockOpenVisit(tx, scope, before);
  const offer = await findOffer(tx, id);
  if (!offer) return undefined;
  return answer.isYes
    ? accept(tx, scope, offer, held, answer.words, record)
    : decline(tx, scope, offer, answer.words, record);
};

import { done, refuse } from '@homecare/domain/errors.ts';
import { formatPhone } from '@homecare/domain/formats.ts';
import { optOutWord } from '@homecare/domain/messaging/delivery.ts';
import { type Reply, readReply } from '@homecare/domain/offers/replies.ts';
import { ANSWER_WORDS } from '@homecare/domain/offers/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { textTo } from '../staffing/notifying.ts';
import { noteEvents } from '../staffing/service.ts';
import { takeAnswer } from './answering.ts';
import {
  findWaitingByCode,
  insertProposal,
  listOffersTo,
  listProvidersOf,
  listWaitingTexts,
  lockText,
  markHandled,
  noteText,
  type OfferRow,
  storeUnclear,
  type TextRow,
} from './queries.ts';

/** Reads texts from caregivers: answers to offers, and words that sound like a call-out. */

/** The offer whose code the text contains. */
const findMeant = async (tx: Tx, words: string): Promise<OfferRow | undefined> => {
  const reply = readReply(words);
  return reply.kind !== 'unclear' && reply.code !== null ? findWaitingByCode(tx, reply.code) : undefined;
};

interface Incoming {
  readonly id: number;
  readonly from: string;
  readonly words: string;
}

/** Stores the text in the transaction that received it. It is read right afterwards, or by the job. */
export const keepText = async (tx: Tx, { id, from, words }: Incoming) => {
  const isOurs = (await listProvidersOf(tx, from)).length > 0 || (await findMeant(tx, words)) !== undefined;
  if (isOurs) await noteText(tx, id);
};

/**
 * Handles an answer from a phone that is not the caregiver's own. It counts for nobody, and the caregiver who was asked is told on
 * their own phone.
 */
const answerStranger = async (tx: Tx, scope: Scope, text: TextRow, record: Recorder): Promise<void> => {
  const offer = await findMeant(tx, text.text);
  if (!offer) return;
  await noteUnclear(tx, scope, offer, `From ${formatPhone(text.number)}: ${text.text}`);
  const request = `offers text ${text.id} from another phone`;
  await textTo(tx, scope, offer.providerId, ANSWER_WORDS.otherPhone, request, record);
};

/** For this many days an offer can be answered without its code. With the code, it can be answered until the visit. */
const DAYS = 3;

type Found =
  | { readonly offer: OfferRow }
  | { readonly say: 'which' | 'unknown' | 'gone' | 'unclear'; readonly about: OfferRow | undefined };

/** The offer a text is about: by its code, otherwise the only waiting one. */
const offerOf = (offers: readonly OfferRow[], code: string | null): Found => {
  const waiting = offers.filter(({ state }) => state === 'waiting');
  const [only] = waiting;
  if (code !== null) {
    const meant = waiting.find((one) => one.code === code) ?? offers.find((one) => one.code === code);
    return meant ? { offer: meant } : { say: 'unknown', about: only };
  }
  if (waiting.length > 1) return { say: 'which', about: only };
  if (only) return { offer: only };
  const [last] = offers;
  return last ? { offer: last } : { say: 'gone', about: undefined };
};

/** The text answers an offer: one is waiting, or the text has a code. */
const isAnswer = ({ kind, code }: Reply, offers: readonly OfferRow[]) =>
  kind !== 'unclear' && (code !== null || offers.some(({ state }) => state === 'waiting'));

/** The office sees the text as a proposed call-out. 'Sick' counts even in an answer to an offer; 'cannot make it' only if it is not one. */
const mayCallOut = (reply: Reply, offers: readonly OfferRow[]) =>
  reply.callOut === 'surely' || (reply.callOut === 'perhaps' && !isAnswer(reply, offers));

const answerText = async (
  tx: Tx,
  scope: Scope,
  text: TextRow,
  providers: readonly number[],
  record: Recorder,
): Promise<void> => {
  const [provider] = providers;
  if (provider === undefined) return answerStranger(tx, scope, text, record);
  const since = scope
    .now()
    .subtract({ hours: 24 * DAYS })
    .toString();
  const reply = readReply(text.text);
  // A code identifies the offer however old it is. A bare 'yes' is soon about something else.
  const from = reply.code === null ? undefined : scope.today().toString();
  const offers = await listOffersTo(tx, providers, { since, from });
  const request = `offers text ${text.id}`;
  const isProposed = mayCallOut(reply, offers);
  if (isProposed) {
    const words = text.text.slice(0, 2_000);
    await insertProposal(tx, { providerId: provider, messageId: text.id, words, at: text.at });
  }
  if (!isAnswer(reply, offers) && (isProposed || reply.kind === 'unclear'))
    return sayUnclear(tx, scope, text, { offers, say: isProposed ? 'proposed' : 'unclear' }, record);
  // A 'yes' from someone who was never asked is conversation with the office.
  if (offers.length === 0 && reply.code === null) return;
  const found = offerOf(offers, reply.code);
  if ('offer' in found) {
    const answer = { isYes: reply.kind === 'yes', words: text.text.slice(0, 2_000) };
    const answered = await takeAnswer(tx, scope, found.offer.id, answer, record);
    if (answered)
      await textTo(tx, scope, found.offer.providerId, [answered.english, answered.spanish], request, record);
    return;
  }
  if (found.say === 'unknown') await answerStranger(tx, scope, text, record);
  if (found.about) await noteUnclear(tx, scope, found.about, text.text);
  await textTo(tx, scope, found.about?.providerId ?? provider, ANSWER_WORDS[found.say], request, record);
};

const noteUnclear = (tx: Tx, scope: Scope, { planId, day, providerId }: OfferRow, words: string) =>
  noteEvents(tx, scope, [{ planId, day, kind: 'answeredUnclear', providerId, words: words.slice(0, 500) }]);

/** Replies once per offer that the words were not understood. Anything further is conversation with the office. */
const sayUnclear = async (
  tx: Tx,
  scope: Scope,
  text: TextRow,
  { offers, say }: { readonly offers: readonly OfferRow[]; readonly say: 'unclear' | 'proposed' },
  record: Recorder,
): Promise<void> => {
  const offer = offers.find(({ state }) => state === 'waiting');
  if (!offer) return;
  await noteUnclear(tx, scope, offer, text.text);
  if (!(await storeUnclear(tx, offer.id, scope.now().toString()))) return;
  await textTo(tx, scope, offer.providerId, ANSWER_WORDS[say], `offers text ${text.id}`, record);
};

const readOne = (scope: Scope, id: number) =>
  mutate(scope, 'offers.readText', async (tx, record) => {
    const text = await lockText(tx, id);
    if (!text) return refuse('notFound');
    await markHandled(tx, id, scope.now().toString());
    record({ entity: 'message', id, action: 'run', changes: { read: [null, 'offers'] } });
    // The provider replies to STOP and START itself. 'YES' opts in again, but also answers an offer.
    if (optOutWord(text.text) === 'stop') return done(null);
    await answerText(tx, scope, text, await listProvidersOf(tx, text.number), record);
    return done(null);
  });

/** Reads every unread text in order. One that fails does not hold up the others. */
export const readTexts = async (scope: Scope, ending?: AbortSignal): Promise<void> => {
  const failures: unknown[] = [];
  for (const { id } of await listWaitingTexts(scope.site.db)) {
    if (ending?.aborted) return;
    await readOne(scope, id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'texts of caregivers could not be read');
};

import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import {
  explainCode,
  mayMove,
  OPTED_OUT_CODE,
  optOutWord,
  statusOfProvider,
} from '@homecare/domain/messaging/delivery.ts';
import type { MessageStatus } from '@homecare/domain/messaging/schema.ts';
import { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { FileAnswer, type Visit } from '../platform/http/bind.ts';
import { findOwnerOf, insertIncoming } from './conversation-queries.ts';
import {
  insertEvent,
  lockMessage,
  lockMessageBySid,
  type MessageState,
  startNumber,
  stopNumber,
  storeOutcome,
  storeSid,
} from './delivery-queries.ts';
import { isSigned, NOT_SIGNED, type SignedFields } from './signature.ts';

/**
 * What the text messaging provider reports. The signature proves the sender, each event counts once, and a message's status only
 * advances, in whatever order events arrive. Signed requests that are not understood are answered and ignored, because a retry would
 * be no clearer.
 */

const SID = /^(SM|MM)[0-9a-f]{32}$/i;

/** The row the callback is for, by the id in its own address. */
const idOf = ({ request }: Visit): number | undefined => {
  const id = Number(new URL(request.url, 'http://here').searchParams.get('message') ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
};

export const takeStatus = async (visit: Visit, fields: SignedFields): Promise<Result<null>> => {
  if (!(await isSigned(visit, fields))) return refuse('forbidden', NOT_SIGNED);
  const { MessageSid: sid = '', MessageStatus: word = '' } = fields;
  const status = statusOfProvider(word);
  if (!status || !SID.test(sid)) return done(null);
  const code = /^\d{1,6}$/.test(fields.ErrorCode ?? '') ? Number(fields.ErrorCode) : null;
  const scope = Scope.ofJob(await visit.asSet(), 'twilio');
  await mutate(scope, 'messaging.takeStatus', async (tx, record) => {
    const id = idOf(visit);
    const message = (id && (await lockMessage(tx, id))) || (await lockMessageBySid(tx, sid));
    // A message sent from another server, or sent twice by the provider, is not ours to update.
    if (!message || !isOf(message, sid)) return refuse('notFound');
    const event = { sid, event: word, messageId: message.id, code, at: scope.now().toString() };
    if (!(await insertEvent(tx, event))) return refuse('notFound');
    await move(tx, scope, message, { sid, status, code }, record);
    if (code === OPTED_OUT_CODE && (await stopNumber(tx, message.recipient, scope.now().toString())))
      record({
        entity: 'optOut',
        id: message.id,
        action: 'insert',
        changes: { number: [null, message.recipient] },
      });
    return done(null);
  });
  return done(null);
};

/** A message that was never started has not been sent; after restoring a backup, the id may belong to another message. */
const isOf = ({ sid: known, status, tries }: MessageState, sid: string) =>
  known ? known === sid : status !== 'waiting' || tries > 0;

const move = async (
  tx: Tx,
  scope: Scope,
  { id, status: from, sid: known }: MessageState,
  { sid, status, code }: { sid: string; status: MessageStatus; code: number | null },
  record: Recorder,
) => {
  if (mayMove('provider', from, status)) {
    const isBad = status === 'undelivered' || status === 'failed';
    const error = isBad ? explainCode(code) : null;
    await storeOutcome(tx, id, { status, error, sid, sent: scope.now().toString() });
    return record({ entity: 'message', id, action: 'update', changes: { Status: [from, status] } });
  }
  if (!known) await storeSid(tx, id, sid);
  record({ entity: 'message', id, action: 'update', changes: { event: [null, status] } });
};

// ---- a text that came in

const NUMBER = /^\+?\d{3,15}$/;
/** Replies nothing, because the provider itself replies to STOP and START. */
const NO_ANSWER = () => new FileAnswer('text/xml', Buffer.from('<Response/>'));

const wordsOf = ({ Body: body = '', NumMedia: media = '0' }: SignedFields) => {
  const pictures = Number(media) > 0 ? `[${media === '1' ? 'a picture' : `${media} pictures`}]` : '';
  return [body, pictures].filter(Boolean).join(' ');
};

/** Another feature that reads incoming texts. What it stores is in the transaction that stores the text. */
export interface TextReader {
  readonly keep: (
    tx: Tx,
    text: { readonly id: number; readonly from: string; readonly words: string },
  ) => Promise<void>;
}

/** Takes an incoming text. */
export const takeText =
  (reader: TextReader) =>
  async (visit: Visit, fields: SignedFields): Promise<Result<FileAnswer>> => {
    if (!(await isSigned(visit, fields))) return refuse('forbidden', NOT_SIGNED);
    const { MessageSid: sid = '', From: from = '', To: to = '', Body: body = '' } = fields;
    if (!SID.test(sid) || !NUMBER.test(from) || !NUMBER.test(to)) return done(NO_ANSWER());
    const scope = Scope.ofJob(await visit.asSet(), 'twilio');
    const at = scope.now().toString();
    await mutate(scope, 'messaging.takeText', async (tx, record) => {
      const owner = await findOwnerOf(tx, from);
      const id = await insertIncoming(tx, { sid, from, to, text: wordsOf(fields), at, owner });
      if (id === undefined) return refuse('notFound');
      record({ entity: 'message', id, action: 'insert', changes: { SMS: [null, 'received'] } });
      await reader.keep(tx, { id, from, words: body });
      const word = optOutWord(body);
      const isStopped = word === 'stop' && (await stopNumber(tx, from, at));
      const isStarted = word === 'start' && (await startNumber(tx, from));
      if (isStopped) record({ entity: 'optOut', id, action: 'insert', changes: { number: [null, from] } });
      if (isStarted) record({ entity: 'optOut', id, action: 'delete', changes: { number: [from, null] } });
      return done(null);
    });
    return done(NO_ANSWER());
  };

import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { greet, hangUp, type Turn, turnXml } from '@homecare/domain/telephony/menu.ts';
import { isSigned, NOT_SIGNED, type SignedFields } from '../messaging/signature.ts';
import { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { FileAnswer, type Visit } from '../platform/http/bind.ts';
import type { SiteAsSet } from '../platform/site/site.ts';
import { answerCaller } from './answering.ts';
import { type CallRow, endCall, findAnswer, findCall, insertCall, storeStep } from './queries.ts';

/**
 * Calls passed on by the telephone provider in signed requests. A request that is repeated because its reply was lost gets the same
 * reply and changes nothing, because each answer of a call is taken once.
 */

const SID = /^CA[0-9a-f]{32}$/i;
const NUMBER = /^\+?\d{3,15}$/;
const HIDDEN = 'hidden';

const speak = (xml: string) => new FileAnswer('text/xml', Buffer.from(xml));
/** A turn in the provider's markup; `step` is the number of the next answer. */
const xmlOf = ({ site }: SiteAsSet, turn: Turn, step: number) =>
  turnXml(turn, `${site.publicUrl}/homecare/api/hooks/twilio/voice/step?n=${step}`);

const NOTHING = speak('<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>');

interface CallerFound {
  readonly caller: string;
  /** The number that was displayed although the telephone network says it is forged. */
  readonly forged: string | undefined;
}

/** A number whose attestation (STIR/SHAKEN) failed proves as little as a hidden one. */
const callerOf = ({ From: from = '', StirVerstat: attested = '' }: SignedFields): CallerFound => {
  const caller = NUMBER.test(from) ? from : HIDDEN;
  return attested.startsWith('TN-Validation-Failed') && caller !== HIDDEN
    ? { caller: HIDDEN, forged: caller }
    : { caller, forged: undefined };
};

export const takeCall = async (visit: Visit, fields: SignedFields): Promise<Result<FileAnswer>> => {
  if (!(await isSigned(visit, fields))) return refuse('forbidden', NOT_SIGNED);
  const { CallSid: sid = '', To: to = '' } = fields;
  if (!SID.test(sid)) return done(NOTHING);
  const of = await visit.asSet();
  const scope = Scope.ofJob(of, 'telephone');
  const turn = greet(of.site.title);
  const { caller, forged } = callerOf(fields);
  await mutate(scope, 'telephonyHooks.takeCall', async (tx, record) => {
    const at = scope.now().toString();
    const id = await insertCall(tx, { sid, from: caller, to, at, state: turn.state });
    if (id === undefined) return refuse('notFound');
    record({
      entity: 'phoneCall',
      id,
      action: 'insert',
      changes: { caller: [null, caller], ...(forged !== undefined && { forged: [null, forged] as const }) },
    });
    return done(null);
  });
  return done(speak(xmlOf(of, turn, 1)));
};

/** The number of the answer, from the address that the question gave. */
const stepOf = ({ request }: Visit): number | undefined => {
  const step = Number(new URL(request.url, 'http://here').searchParams.get('n') ?? Number.NaN);
  return Number.isSafeInteger(step) && step > 0 && step < 1_000 ? step : undefined;
};

const takeAnswer = async (of: SiteAsSet, call: CallRow, step: number, digits: string): Promise<string> => {
  const { db } = of.site;
  const known = await findAnswer(db, call.id, step);
  if (known !== undefined) return known;
  // Nobody asked for this answer.
  if (step !== call.step + 1) return xmlOf(of, hangUp(call.state), step);
  const turn = await answerCaller({ of, call, step, state: call.state, digits });
  const answer = xmlOf(of, turn, step + 1);
  const { state, outcome, tasks } = turn;
  const scope = Scope.ofJob(of, 'telephone');
  const stored = await mutate(scope, 'telephonyHooks.takeStep', async (tx, record) => {
    if (!(await storeStep(tx, { callId: call.id, step, answer, state, outcome, tasks })))
      return refuse('notFound');
    record({
      entity: 'phoneCall',
      id: call.id,
      action: 'update',
      changes: {
        step: [call.state.step, state.step],
        ...(outcome && { outcome: [null, outcome] as const }),
      },
    });
    return done(null);
  });
  return stored.ok ? answer : ((await findAnswer(db, call.id, step)) ?? answer);
};

export const takeStep = async (visit: Visit, fields: SignedFields): Promise<Result<FileAnswer>> => {
  if (!(await isSigned(visit, fields))) return refuse('forbidden', NOT_SIGNED);
  const { CallSid: sid = '', Digits: digits = '' } = fields;
  const of = await visit.asSet();
  const call = SID.test(sid) ? await findCall(of.site.db, sid) : undefined;
  const step = stepOf(visit);
  if (!call || step === undefined || !/^[\d*]{0,60}$/.test(digits)) return done(NOTHING);
  return done(speak(await takeAnswer(of, call, step, digits)));
};

export const takeEnd = async (visit: Visit, fields: SignedFields): Promise<Result<null>> => {
  if (!(await isSigned(visit, fields))) return refuse('forbidden', NOT_SIGNED);
  const scope = Scope.ofJob(await visit.asSet(), 'telephone');
  await mutate(scope, 'telephonyHooks.takeEnd', async (tx, record) => {
    const ended = await endCall(tx, fields.CallSid ?? '', scope.now().toString());
    if (!ended) return refuse('notFound');
    record({ entity: 'phoneCall', id: ended.id, action: 'update', changes: { ended: [false, true] } });
    return done(null);
  });
  return done(null);
};

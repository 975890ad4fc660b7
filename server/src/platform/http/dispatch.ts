import { hash } from 'node:crypto';
import type { Shown } from '@homecare/domain/access-log/looked-at.ts';
import { allowed, notOfRole } from '@homecare/domain/accounts/custom-role.ts';
import { KEY_TOO_FAST, KEY_TOO_NARROW, KEY_UNKNOWN, mayKeyCall } from '@homecare/domain/api-keys/scope.ts';
import { type Call, isOfFamily, mayCall, type Role } from '@homecare/domain/call.ts';
import {
  type Done,
  done,
  type FieldError,
  fieldForbidden,
  REASONS,
  type Reason,
  type Refusal,
  type Result,
  refuse,
  refuseFields,
} from '@homecare/domain/errors.ts';
import { mayFamilyCall, NOT_AGREED } from '@homecare/domain/family/access.ts';
import { isSwitchedOn } from '@homecare/domain/sites/rules.ts';
import { fieldToWire, toWire } from '@homecare/domain/wire-names.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordLook } from '../access-log/recording.ts';
import { findFamilySession } from '../auth/family.ts';
import { takeKey, type UsedKey } from '../auth/keys.ts';
import { asSet, Scope } from '../auth/scope.ts';
import { extendSession, findSession, type Session } from '../auth/sessions.ts';
import { stampNow } from '../clock/clock.ts';
import { type Counted, readChanged, readRevision } from '../db/changes.ts';
import { isConnectionLost } from '../db/pool.ts';
import type { SettableSite, Site, SiteAsSet } from '../site/site.ts';
import { attachment } from './attachment.ts';
import {
  type Binding,
  type ChangedAnswer,
  FileAnswer,
  PdfAnswer,
  type Prepared,
  type Visit,
} from './bind.ts';
import type { Decoded } from './decode.ts';
import { linesOf, NDJSON, wantsLines } from './ndjson.ts';
import { observeCall, observeRefusal } from './observed.ts';
import { mayChangeState } from './origin.ts';
import { isShownAsPage, sendRefusalPage } from './plain-page.ts';

export const sessionCookie = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Host-homecare' : 'homecare';

/** The cookie of a caregiver's phone that stays signed in. */
export const phoneCookie = (request: FastifyRequest) => `${sessionCookie(request)}-phone`;

/** The cookie of a client's family. It exists next to an account's session and never replaces one. */
export const familyCookie = (request: FastifyRequest) => `${sessionCookie(request)}-family`;

/** The cookie expires with the session, even on a phone that often closes its browser. */
export const setFamilyCookie = (
  reply: FastifyReply,
  request: FastifyRequest,
  value: string,
  seconds: number,
): FastifyReply =>
  reply.setCookie(familyCookie(request), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: seconds,
    secure: request.protocol === 'https',
  });

/** Also named as a field, because older phones, which predate reasons, recognize the refusal by it. */
const ENROL_FIRST = { field: 'second_factor', message: REASONS.enrolRequired.info };

const forbiddenField = (call: Call, role: Role, raw: unknown): FieldError | undefined => {
  const allowed = call.fieldsByRole?.[role];
  if (!allowed || typeof raw !== 'object' || raw === null || !('data' in raw)) return undefined;
  const sent = typeof raw.data === 'object' && raw.data !== null ? Object.keys(raw.data) : [];
  const correctable = call.correctableFields?.[role];
  const field = sent.find((name) => !allowed.includes(name) && !correctable?.includes(name));
  return field === undefined ? undefined : { field, message: fieldForbidden(field) };
};

const requestKey = (request: FastifyRequest) => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && /^[\w-]{8,100}$/.test(key) ? key : null;
};

/** The same text for the same content, whatever the order of fields. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The requested call and how to read its input. */
export interface Asked {
  readonly binding: Binding;
  readonly read: () => Decoded<unknown>;
  /** What was parsed before for the same address, if kept. */
  readonly understood?: Understood | undefined;
  /** Receives the parsed input once the caller is admitted. */
  readonly keep?: (understood: Understood) => void;
}

/** An input that is valid for its call. */
export interface Understood {
  readonly raw: unknown;
  readonly prepared: Prepared;
}

const understand = ({ binding, read }: Asked): Result<Understood> => {
  const raw = read();
  if (!raw.ok) return refuseFields(raw.errors);
  const prepared = binding.prepare(raw.value);
  return prepared.ok ? done({ raw: raw.value, prepared: prepared.value }) : prepared;
};

/**
 * The way of every call: origin rule, session, password reset, role, switch, input, service, answer. No service runs before all of
 * it, and nothing is parsed for callers who may not make the call.
 */
export const answerCall = (
  site: SettableSite,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> =>
  observeCall(site, asked.binding.call, request, () => answerObserved(site, asked, request, reply));

const answerObserved = async (
  site: SettableSite,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { call } = asked.binding;
  if ('open' in call.roles) {
    if (call.effect === 'write' && call.proof !== 'signature' && !mayChangeState(request))
      return sendResult(call, site, reply, refuse('foreignOrigin'));
    const understood = understand(asked);
    if (!understood.ok) return sendResult(call, site, reply, understood);
    return sendResult(call, site, reply, await understood.data.prepared.run(visitOf(site, request, reply)));
  }
  const admitted = await admit(site, call, request, asked.understood?.prepared);
  if (!admitted.ok) return sendResult(call, site, reply, admitted);
  const understood = asked.understood ? done(asked.understood) : understand(asked);
  if (!understood.ok) return sendResult(call, site, reply, understood);
  const { raw, prepared } = understood.data;
  asked.keep?.(understood.data);
  const field = forbiddenField(call, admitted.data.user.role, raw);
  if (field) return sendResult(call, site, reply, refuseFields([field], 'forbidden'));
  // For a known address, the query for the session also reads the revision, but never with an API key or for a family.
  const isCounted = asked.understood !== undefined && keyTextOf(request) === undefined && !isOfFamily(call);
  const counted =
    isCounted || !prepared.revision ? undefined : await once(() => countRevision(site, prepared));
  const session = counted ? { ...admitted.data, ...counted } : admitted.data;
  return answerPrepared(call, site, understood.data, session, request, reply);
};

/** The revision of an input that was read after its session, with the changes since the caller's. */
const countRevision = ({ pool }: Site, prepared: Prepared): Promise<Counted> => {
  const { revision = [] } = prepared;
  const seen = seenBy(prepared);
  return seen ? readChanged(pool, revision, seen) : readRevision(pool, revision);
};

/** The revisions a caller of a followed list has. */
const seenBy = ({ revision, since, runChanged }: Prepared) =>
  revision && since !== undefined && runChanged ? revisionsIn(since, revision.length) : undefined;

/** Settings are read when first needed, because some open calls need neither settings nor database. */
const visitOf = (site: SettableSite, request: FastifyRequest, reply: FastifyReply): Visit => {
  let read: Promise<SiteAsSet> | undefined;
  const asSetOnce = () => {
    read ??= asSet(site);
    return read;
  };
  return { site, asSet: asSetOnce, request, reply };
};

const takenKeys = new WeakMap<FastifyRequest, Promise<UsedKey | undefined>>();

/** A request counts once for its key, however often its session is looked up. */
const takeKeyOf = (site: SettableSite, request: FastifyRequest, text: string) => {
  const before = takenKeys.get(request);
  if (before) return before;
  const taken = once(() => takeKey(site, text));
  takenKeys.set(request, taken);
  return taken;
};

/** Whether there is a session, checked before a large body is read. */
export const hasSession = async (site: SettableSite, request: FastifyRequest): Promise<boolean> => {
  const key = keyTextOf(request);
  if (key !== undefined) return (await takeKeyOf(site, request, key)) !== undefined;
  const token = tokenOf(request);
  return token !== undefined && (await once(() => findSession(site, token))) !== undefined;
};

/** The key sent as `Authorization: Bearer`, which makes cookies irrelevant. */
const keyTextOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +(\S*)$/i.exec(headers.authorization ?? '')?.[1];

const tokenIn = (request: FastifyRequest, cookie: string) => request.cookies[cookie]?.split('~')[1];
const tokenOf = (request: FastifyRequest) => tokenIn(request, sessionCookie(request));

/** A page on another origin cannot send a key it does not know, so the origin is not checked. */
const admitKey = async (
  site: SettableSite,
  call: Call,
  request: FastifyRequest,
  text: string,
): Promise<Result<Session>> => {
  const key = await takeKeyOf(site, request, text);
  if (!key) return refuse('notSignedIn', KEY_UNKNOWN);
  if (key.isTooFast) return refuse('tooMany', KEY_TOO_FAST);
  const { session, calls } = key;
  if (!mayKeyCall({ role: key.role, calls }, call)) return refuse('forbidden', KEY_TOO_NARROW);
  return isOn(session, call) ? done(session) : refuse('switchedOff');
};

/** Admits a client's family member by what was agreed with them; undefined if none is signed in. */
const admitFamily = async (
  site: SettableSite,
  call: Call,
  request: FastifyRequest,
): Promise<Result<Session> | undefined> => {
  const token = tokenIn(request, familyCookie(request));
  const session = token ? await once(() => findFamilySession(site, token)) : undefined;
  if (!session?.family) return undefined;
  if (!mayFamilyCall(session.family.agreed, call)) return refuse('forbidden', NOT_AGREED);
  return isOn(session, call) ? done(session) : refuse('switchedOff');
};

const isOn = ({ settings }: Session, { needs }: Call) =>
  needs.every((needed) => isSwitchedOn(settings.capabilities, needed));

/** If a copy of a role lacks the call, the refusal gives its name. */
const refusedRole = ({ user: { role }, settings }: Session, call: Call): Refusal<'forbidden'> | undefined => {
  const { custom } = settings.capabilities;
  if (allowed(call, role, custom)) return undefined;
  return refuse('forbidden', custom && mayCall(role, call) ? notOfRole(custom) : undefined);
};

/** Admits a caller by origin rule, session, password reset, second factor, role and switch, without looking at the body. */
export const admit = async (
  site: SettableSite,
  call: Call,
  request: FastifyRequest,
  prepared?: Prepared,
): Promise<Result<Session>> => {
  const key = keyTextOf(request);
  if (key !== undefined) return admitKey(site, call, request, key);
  if (call.effect === 'write' && !mayChangeState(request)) return refuse('foreignOrigin');
  // If no family member is signed in, their page goes blank and asks who is there, whoever else uses this browser.
  if (isOfFamily(call)) return (await admitFamily(site, call, request)) ?? refuse('notSignedIn');
  const token = tokenOf(request);
  const session = token
    ? await once(() => findSession(site, token, prepared?.revision, prepared && seenBy(prepared)))
    : undefined;
  if (!session) return (await admitFamily(site, call, request)) ?? refuse('notSignedIn');
  if (session.mustChangePassword && !call.duringReset) return refuse('passwordChangeRequired');
  if (session.mustEnrol && !call.duringReset && !call.duringEnrolment)
    return refuseFields([ENROL_FIRST], 'enrolRequired');
  const out = refusedRole(session, call);
  if (out) return out;
  if (!isOn(session, call)) return refuse('switchedOff');
  if (session.extendNow && call.effect !== 'poll') await extendSession(site, session);
  return done(session);
};

const scopeOf = (of: SiteAsSet, { user, family }: Session, from: Parameters<typeof Scope.ofSession>[2]) =>
  family ? Scope.ofFamily(of, user, family, from) : Scope.ofSession(of, user, from);

/** Contains the role, because an answer's fields may depend on it, and the current copy of it. */
const holderOf = ({ user: { role }, settings }: Session): string => {
  const { custom } = settings.capabilities;
  return custom ? `${role}~${custom.id}~${custom.rev}` : role;
};

const tagOf = (holder: string, revisions: string, also: string | undefined) =>
  `"${[holder, revisions, also].filter(Boolean).join('.')}"`;

/** The revisions in a tag, whoever it was given to. */
const revisionsIn = (tag: string, keys: number): number[] | undefined => {
  const revisions = tag
    .split('"')
    .join('')
    .split('.')
    .slice(1, keys + 1);
  const isOurs = revisions.length === keys && revisions.every((part) => /^\d{1,15}$/.test(part));
  return isOurs ? revisions.map(Number) : undefined;
};

/** The tag was given to the same role in the same circumstances. */
const isTagOf = (tag: string, holder: string, keys: number, also: string | undefined): boolean => {
  const revisions = revisionsIn(tag, keys);
  return revisions !== undefined && tag === tagOf(holder, revisions.join('.'), also);
};

export const answerPrepared = async (
  call: Call,
  site: SettableSite,
  { raw, prepared }: Understood,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const of = { site, settings: session.settings };
  const key = call.effect === 'write' ? requestKey(request) : null;
  const scope = scopeOf(of, session, {
    address: request.ip,
    requestKey: key,
    // A payload may contain secrets such as a password, which must not be guessable from the database, so it is not a plain hash.
    ...(key !== null && { payload: site.secrets.fingerprint(`payload ${canonicalJson(raw)}`) }),
    tokenHash: session.tokenHash,
  });
  if (prepared.revision) {
    const also = prepared.also && (await prepared.also(scope));
    const tag = tagOf(holderOf(session), session.revision, also);
    if (request.headers['if-none-match'] === tag) return notModified(site, tag, reply);
    reply.header('etag', tag);
    const changes = await once(() => readChanges(scope, prepared, session, also));
    if (changes) {
      if (changes.ok)
        recordLook(scope, call, prepared.input, request, { changed: changedKeys(call, changes.data) });
      return sendResult(call, site, reply, changes);
    }
  }
  const run = () => prepared.run(scope, { site, asSet: async () => of, request, reply });
  const result = await (call.effect === 'write' ? run() : once(run));
  if (result.ok && session.family && call.effect === 'poll') {
    // The family page polls; an unchanged answer is not another look.
    const tag = contentTag(session.family.id, result.data);
    if (request.headers['if-none-match'] === tag) return notModified(site, tag, reply);
    reply.header('etag', tag);
  }
  if (result.ok) recordLook(scope, call, prepared.input, request, shownBy(result.data));
  return sendResult(call, site, reply, result);
};

const contentTag = (member: number, data: unknown) =>
  `"family-${member}-${hash('sha256', JSON.stringify(data), 'base64url')}"`;

const changedKeys = ({ followed }: Call, rows: unknown) => followed?.keysOf(rows);

/** Files are not examined; they say how many rows they have. */
const shownBy = (data: unknown): Shown => {
  if (data instanceof FileAnswer) return { rows: data.rows };
  return data instanceof PdfAnswer ? {} : { data };
};

/** What changed since the caller's answer; undefined if only the whole list can say. */
const readChanges = async (
  scope: Scope,
  prepared: Prepared,
  session: Session,
  also: string | undefined,
): Promise<ChangedAnswer | undefined> => {
  const { changed } = session;
  const { revision = [], since, runChanged } = prepared;
  if (since === undefined || !runChanged || !isTagOf(since, holderOf(session), revision.length, also))
    return undefined;
  return changed && runChanged(scope, changed);
};

/** Answers most polls. It bypasses the hooks that process bodies, and sends the headers that may have changed. */
const notModified = (site: Site, tag: string, reply: FastifyReply): FastifyReply => {
  reply.hijack();
  reply.raw
    .writeHead(304, ['cache-control', 'no-store', 'etag', tag, 'x-server-time', stampNow(site.clock)])
    .end();
  return reply;
};

/** A read that lost its connection is tried once more, but never a write. */
const once = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return read();
  }
};

const refusalBody = (call: Call | undefined, refusal: Refusal<Reason>) => ({
  result: 'ERROR',
  code: REASONS[refusal.reason].status,
  reason: refusal.reason,
  Info: refusal.info,
  info: refusal.info,
  ...(refusal.errors.length > 0 && {
    errors: refusal.errors.map(({ fault: _, ...error }) => ({
      ...error,
      field: call ? fieldToWire(call.input, error.field) : error.field,
    })),
  }),
});

/** What a program needs in addition to the reason: when to retry, or that a key is required. */
const sayToProgram = (reason: Reason, { clock }: Site, reply: FastifyReply) => {
  const { second } = clock.now().toZonedDateTimeISO('UTC');
  if (reason === 'tooMany') reply.header('retry-after', String(60 - second));
  if (reason === 'notSignedIn') reply.header('www-authenticate', 'Bearer');
};

/** Sends a list as lines, for a program that requests them. */
const sendLines = (
  call: Call,
  site: Site | undefined,
  reply: FastifyReply,
  result: Done<unknown> | Exclude<ChangedAnswer, Refusal<Reason>>,
): FastifyReply => {
  const tag = reply.getHeader('etag');
  const end = {
    tag: typeof tag === 'string' ? tag : undefined,
    removed: 'removed' in result ? result.removed : undefined,
    time: site && stampNow(site.clock),
  };
  const lines = linesOf(call, toWire(call.output, result.data), end);
  if (lines === undefined) return sendResult(call, site, reply, refuse('unsupported', NO_LIST));
  return reply.header('content-type', NDJSON).send(lines);
};
const NO_LIST = 'This call does not answer a list: it has no lines.';

/** The answer envelope (docs/rules/calls.md, rule 4). */
export const sendResult = (
  call: Call | undefined,
  site: Site | undefined,
  reply: FastifyReply,
  result: Result<unknown, Reason> | ChangedAnswer,
) => {
  const now = site && stampNow(site.clock);
  if (now) reply.header('x-server-time', now);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!result.ok) {
    observeRefusal(reply.request, result.reason);
    if (result.reason === 'unavailable') reply.header('retry-after', '1');
    if (site && keyTextOf(reply.request) !== undefined) sayToProgram(result.reason, site, reply);
    reply.removeHeader('etag');
    if (isShownAsPage(reply.request)) return sendRefusalPage(reply, result, site?.title);
    return reply.code(REASONS[result.reason].status).send(JSON.stringify(refusalBody(call, result)));
  }
  if (result.data instanceof PdfAnswer)
    return (
      reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `inline; filename="${result.data.name}"`)
        // The browser's viewer is an object with its own styles, which `sandbox` would forbid.
        .header('content-security-policy', "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'")
        .send(result.data.body)
    );
  if (result.data instanceof FileAnswer) {
    const { type, body, name } = result.data;
    if (name !== undefined) reply.header('content-disposition', attachment(name));
    return reply
      .header('content-type', type)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(body);
  }
  if (call && wantsLines(reply.request)) return sendLines(call, site, reply, result);
  return reply.send(
    JSON.stringify({
      result: 'OK',
      code: call?.queues ? '' : 200,
      ...(result.info !== undefined && { Info: result.info, info: result.info }),
      data: call ? toWire(call.output, result.data) : result.data,
      // Distinguishes changed rows from the whole list.
      ...('removed' in result && { removed: result.removed }),
      ...(result.insertId !== undefined && { insert_id: result.insertId }),
      ...(call?.effect === 'poll' && { time: now }),
    }),
  );
};

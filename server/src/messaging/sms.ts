import { ClientRequest } from 'node:http';
import { TLSSocket } from 'node:tls';
import { explainCode, isOfText, statusOfProvider } from '@homecare/domain/messaging/delivery.ts';
import type { MessageStatus } from '@homecare/domain/messaging/schema.ts';
import type { Twilio } from 'twilio';
import type { SmsAccount } from '../platform/site/connections.ts';

/** How a try to submit a message ended. */
export type Reply =
  | {
      readonly kind: 'taken';
      readonly status: MessageStatus;
      readonly sid: string | null;
      readonly sender: string | null;
    }
  /** Certainly not accepted, and never will be. */
  | { readonly kind: 'refused'; readonly code: number | null; readonly reason: string }
  /** Certainly not accepted this time. */
  | { readonly kind: 'later'; readonly reason: string }
  /** Certainly not accepted, and the next one would not be either, so the channel pauses. */
  | { readonly kind: 'closed'; readonly reason: string }
  /** It is unknown whether the message was accepted. */
  | { readonly kind: 'unclear'; readonly reason: string };

export interface OutgoingText {
  readonly to: string;
  readonly text: string;
  readonly image: string | null;
  /** The address for the provider's status callbacks. */
  readonly callback: string;
}

const ANSWER_SECONDS = 20;
/** Without an answer, these errors prove that nothing was sent, and so does a connection that was never secure. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']);
/** Errors of the account rather than the text. */
const OF_THE_ACCOUNT = new Set([20003, 20005, 20404, 21603, 21606, 21659, 21660]);

/** Loaded with the first text, because most processes never need it. */
const connect = async (account: SmsAccount): Promise<Twilio> => {
  const { accountSid, authToken, url, answerSeconds = ANSWER_SECONDS } = account;
  const { default: twilio } = await import('twilio');
  const timeout = answerSeconds * 1_000;
  // A kept connection may already be closed at the other end, and the outcome of a text sent on it would be unknown.
  const httpClient = new twilio.RequestClient({ timeout, keepAlive: false });
  const client = twilio(accountSid, authToken, { httpClient, timeout });
  client.api.baseUrl = url;
  return client;
};
const clients = new WeakMap<SmsAccount, Promise<Twilio>>();
const clientOf = (account: SmsAccount) => {
  const known = clients.get(account) ?? connect(account);
  clients.set(account, known);
  return known;
};

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** An error of the library as facts: the provider's status and code, or how the connection failed. */
const factsOf = (error: unknown) => ({
  status:
    error instanceof Error && 'status' in error && !('isAxiosError' in error) ? numberOf(error.status) : null,
  code: error instanceof Error && 'code' in error ? error.code : undefined,
});

/** The TLS connection of a request, if it got that far. */
const lineOf = (error: unknown) =>
  error instanceof Error && 'request' in error && error.request instanceof ClientRequest
    ? error.request.socket
    : undefined;

/** No byte of the request leaves before the other end has proved its identity. */
const wasNeverSent = (error: unknown, code: unknown) => {
  const line = lineOf(error);
  return NEVER_SENT.has(String(code)) || (line instanceof TLSSocket && !line.authorized);
};

/** OpenSSL's errors for a certificate that is not trusted: expired, for another name, or from an unknown issuer. */
const OF_THE_CERTIFICATE = /CERT|CRL|ISSUER|LEAF_SIGNATURE|HOSTNAME_MISMATCH/;
/** Whose certificate was refused and with which error; undefined for other failures. */
export const explainCertificate = (whose: string, code: unknown) =>
  typeof code === 'string' && OF_THE_CERTIFICATE.test(code)
    ? `The certificate of ${whose} is not valid (${code}).`
    : undefined;

const noAnswer = (error: unknown, code: unknown): Reply => {
  if (wasNeverSent(error, code))
    return { kind: 'closed', reason: explainCertificate('Twilio', code) ?? 'Twilio cannot be reached.' };
  const isGarbled = code === undefined || String(code).startsWith('HPE_');
  return {
    kind: 'unclear',
    reason: isGarbled ? 'The answer of Twilio could not be read.' : 'Twilio did not answer.',
  };
};

/** 400 and similar: nothing was accepted. 5xx except 503: it may have been. */
const replyTo = (error: unknown): Reply => {
  const { status, code } = factsOf(error);
  if (status === null) return noAnswer(error, code);
  const number = numberOf(code);
  if (status === 429) return { kind: 'closed', reason: 'Twilio asks for fewer requests (429).' };
  if (status === 503) return { kind: 'closed', reason: 'Twilio is closed for the moment (503).' };
  if (status >= 500) return { kind: 'unclear', reason: `Twilio failed (${status}).` };
  if (status === 401) return { kind: 'closed', reason: 'Twilio refuses the account or its token (401).' };
  const isOfAccount = number !== null && OF_THE_ACCOUNT.has(number);
  if (isOfAccount || ((status === 403 || status === 404) && !isOfText(number)))
    return { kind: 'closed', reason: `Twilio refuses the account or its number (${number ?? status}).` };
  return { kind: 'refused', code: number, reason: explainCode(number) };
};

/** Tries once and never repeats here, because sending is not idempotent at the provider (docs/rules/messaging.md, rule 7). */
export const sendText = async (account: SmsAccount, message: OutgoingText): Promise<Reply> => {
  try {
    const client = await clientOf(account);
    const sent = await client.messages.create({
      to: message.to,
      body: message.text,
      ...(account.from.startsWith('MG') ? { messagingServiceSid: account.from } : { from: account.from }),
      ...(message.image && { mediaUrl: [message.image] }),
      statusCallback: message.callback,
    });
    if (!/^(SM|MM)[0-9a-f]{32}$/i.test(sent.sid ?? ''))
      return { kind: 'unclear', reason: 'The answer of Twilio could not be read.' };
    const status = statusOfProvider(sent.status);
    // Rejected at once, although it has an id.
    if (status === 'failed' || status === 'undelivered')
      return { kind: 'refused', code: sent.errorCode, reason: explainCode(sent.errorCode) };
    return { kind: 'taken', status: 'queued', sid: sent.sid, sender: sent.from };
  } catch (error) {
    return replyTo(error);
  }
};

export type Balance =
  | { readonly ok: true; readonly amount: string }
  | { readonly ok: false; readonly reason: string };

/** In dollars and cents, rounded down so that nobody sees money that is not there. */
export const readBalance = async (account: SmsAccount): Promise<Balance> => {
  try {
    const { balance } = await (await clientOf(account)).balance.fetch();
    const [, amount, cents = ''] = /^(-?\d{1,9})(?:\.(\d+))?$/.exec(balance ?? '') ?? [];
    if (amount === undefined) return { ok: false, reason: 'The answer of Twilio could not be read.' };
    return { ok: true, amount: `${amount}.${cents.slice(0, 2).padEnd(2, '0')}` };
  } catch (error) {
    const reply = replyTo(error);
    return { ok: false, reason: 'reason' in reply ? reply.reason : 'Twilio did not answer.' };
  }
};

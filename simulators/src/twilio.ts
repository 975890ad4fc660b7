import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { caregivers, type Reply } from './caregivers.ts';
import { endWithStarter, serve } from './serve.ts';
import { newBooks, newSid, type Refused, signatureOf, type Text } from './twilio-books.ts';

/**
 * A provider of text messages by the published interface (twilio-oai, API 2010-04-01): messages, balance, callbacks signed
 * with the account's token, incoming texts. How it behaves wrongly: throttled, closed and cut take nothing; broken takes
 * nothing and answers 500; failing takes and answers 500; lost takes and cuts the connection; late takes and answers when
 * whoever asked has given up; garbled takes and answers half; twice takes once and answers two times; flaky is any of these
 * by chance, but late, which nobody wants to wait for.
 */
export const MOODS = [
  'well',
  'slow',
  'throttled',
  'closed',
  'cut',
  'broken',
  'failing',
  'lost',
  'late',
  'garbled',
  'twice',
  'flaky',
] as const;
export type Mood = (typeof MOODS)[number];
/** What flaky is made of; `well` stands for the most. */
const CHANCES: readonly (readonly [mood: Mood, share: number])[] = [
  ['throttled', 0.01],
  ['closed', 0.01],
  ['cut', 0.02],
  ['broken', 0.02],
  ['failing', 0.02],
  ['lost', 0.03],
  ['garbled', 0.02],
  ['twice', 0.02],
];

/** How callbacks come: each once; each two times; the last before the one before. */
export type Callbacks = 'once' | 'twice' | 'reversed' | 'none';

export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** The account's number. */
  readonly number: string;
  readonly port?: number | undefined;
  /** Before and after a request is taken over. */
  readonly slowMs?: number | undefined;
  /** Until the first callback, and between two of them. */
  readonly callbackMs?: number | undefined;
  /** Where incoming texts go: `.../homecare/api/hooks/twilio/message`. */
  readonly incomingUrl?: string | undefined;
  readonly balance?: string | undefined;
  /** What the phone that gets a text answers; undefined: nothing. */
  readonly answer?: ((text: Text) => Reply | undefined) | undefined;
}

export interface TwilioServer {
  readonly url: string;
  mood: Mood;
  callbacks: Callbacks;
  /** For the next texts, one each. */
  readonly script: Mood[];
  state(): ReturnType<ReturnType<typeof newBooks>['state']>;
  /** A phone answers; the application is told, `times` times with the same sid. Answers its statuses. */
  reply(from: string, body: string, times?: number): Promise<number[]>;
  /** No callback is under way any more. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const SLOW_MS = 3_000;
/** Whoever still waits then gets the answer. */
const LATE_MS = 60_000;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const errorBody = ({ status, code, message }: Refused): Answer => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

const messageBody = (account: string, text: Text) => {
  const uri = `/2010-04-01/Accounts/${account}/Messages/${text.sid}`;
  const created = text.created.toUTCString().replace('GMT', '+0000');
  return {
    account_sid: account,
    api_version: '2010-04-01',
    body: text.body,
    date_created: created,
    date_sent: null,
    date_updated: created,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: text.service ? null : text.from,
    messaging_service_sid: text.service,
    num_media: String(text.media.length),
    num_segments: text.service ? '0' : String(Math.max(1, Math.ceil(text.body.length / 160))),
    price: null,
    price_unit: 'USD',
    sid: text.sid,
    status: text.service ? 'accepted' : 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  };
};

const chosenMood = (mood: Mood): Mood => {
  if (mood !== 'flaky') return mood;
  let left = Math.random();
  for (const [one, share] of CHANCES) {
    left -= share;
    if (left < 0) return one;
  }
  return 'well';
};

/** Before anything is taken over. */
const refusalOf = (mood: Mood): Answer | undefined => {
  if (mood === 'throttled') return errorBody({ status: 429, code: 20429, message: 'Too Many Requests' });
  if (mood === 'closed') return errorBody({ status: 503, code: 20503, message: 'Service Unavailable' });
  if (mood === 'broken') return errorBody({ status: 500, code: 20500, message: 'Internal Server Error' });
  return undefined;
};

/** The very bytes of an answer, for what the server of Node never does: to say it two times. */
const rawAnswer = (status: number, text: string) =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`;

/** Until the other end has hung up. */
const untilAlone = async ({ socket }: IncomingMessage) => {
  if (!socket.destroyed)
    await once(socket, 'close', { signal: AbortSignal.timeout(LATE_MS) }).catch(() => undefined);
};

export const startTwilio = async (settings: TwilioSettings): Promise<TwilioServer> => {
  const { accountSid, authToken, number, callbackMs = 20 } = settings;
  const books = newBooks(number);
  const underWay = new Set<Promise<void>>();
  const base = `/2010-04-01/Accounts/${accountSid}`;
  const allowed = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  /** A form to the application, signed as the provider signs. Answers its status; 0 when nobody answered. */
  const post = async (url: string, fields: Readonly<Record<string, string>>, event: string) => {
    try {
      const { status } = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: {
          'x-twilio-signature': signatureOf(authToken, url, fields),
          'i-twilio-idempotency-token': event,
          'user-agent': 'TwilioProxy/1.1',
        },
        signal: AbortSignal.timeout(15_000),
      });
      return status;
    } catch {
      return 0;
    }
  };

  const report = async (text: Text, status: string, code: number | null) => {
    if (!text.callback) return;
    const fields = {
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
      From: text.from,
      MessageSid: text.sid,
      MessageStatus: status,
      SmsSid: text.sid,
      SmsStatus: status,
      To: text.to,
      ...(code === null ? {} : { ErrorCode: String(code) }),
    };
    books.noteDelivery({ sid: text.sid, status, answered: await post(text.callback, fields, randomUUID()) });
  };

  const goOn = async (text: Text) => {
    const { callbacks } = server;
    const last = books.fateOf(text);
    text.status = last.status;
    text.errorCode = last.code;
    if (callbacks === 'none') return;
    const steps = [['sent', null] as const, [last.status, last.code] as const];
    for (const [status, code] of callbacks === 'reversed' ? steps.toReversed() : steps) {
      await pause(callbackMs);
      await report(text, status, code);
      if (callbacks === 'twice') await report(text, status, code);
    }
  };

  /** Phones answer by themselves where they have somebody who does. */
  const answer = async (text: Text) => {
    const reply = settings.answer?.(text);
    if (!reply) return;
    await pause(reply.afterMs);
    await server.reply(text.to, reply.body, reply.times);
  };

  const track = (work: Promise<void>) => {
    underWay.add(work);
    work.finally(() => underWay.delete(work));
  };

  const send = async (form: URLSearchParams, mood: Mood): Promise<Answer | 'silence'> => {
    const lag = mood === 'slow' ? SLOW_MS : (settings.slowMs ?? 0);
    await pause(lag);
    if (mood === 'cut') return 'silence';
    const refused = refusalOf(mood);
    if (refused) return refused;
    const wrong = books.check(form);
    if (wrong) return errorBody(wrong);
    const text = books.take(form);
    track(goOn(text));
    track(answer(text));
    await pause(lag);
    if (mood === 'lost') return 'silence';
    if (mood === 'failing') return errorBody({ status: 500, code: 20500, message: 'Internal Server Error' });
    return { status: 201, body: messageBody(accountSid, text) };
  };

  const answerOf = async (
    request: IncomingMessage,
    body: string,
    mood: Mood,
  ): Promise<Answer | 'silence'> => {
    const { pathname } = new URL(request.url ?? '/', 'http://twilio');
    if (pathname === '/simulator/state') return { status: 200, body: books.state() };
    if (pathname === '/simulator/reply') {
      const form = new URLSearchParams(body);
      return { status: 200, body: await server.reply(form.get('from') ?? '', form.get('body') ?? '') };
    }
    if (request.headers.authorization !== allowed)
      return errorBody({ status: 401, code: 20003, message: 'Authenticate' });
    if (request.method === 'GET' && pathname === `${base}/Balance.json`)
      return {
        status: 200,
        body: { account_sid: accountSid, balance: settings.balance ?? '42.50', currency: 'USD' },
      };
    if (request.method === 'POST' && pathname === `${base}/Messages.json`)
      return send(new URLSearchParams(body), mood);
    return errorBody({
      status: 404,
      code: 20404,
      message: `The requested resource ${pathname} was not found`,
    });
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const mood = chosenMood((request.method === 'POST' ? server.script.shift() : undefined) ?? server.mood);
    const answer = await answerOf(request, Buffer.concat(chunks).toString(), mood);
    if (answer === 'silence') return void request.socket.destroy();
    const text = JSON.stringify(answer.body);
    if (mood === 'late') await untilAlone(request);
    if (mood === 'twice') return void request.socket.end(rawAnswer(answer.status, text).repeat(2));
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(mood === 'garbled' ? text.slice(0, text.length / 2) : text);
  };

  const listening = await serve(respond, settings.port);
  const server: TwilioServer = {
    url: listening.url,
    mood: 'well',
    callbacks: 'once',
    script: [],
    state: () => books.state(),
    reply: async (from, body, times = 1) => {
      books.hear(from, body);
      const sid = newSid('SM');
      const fields = {
        AccountSid: accountSid,
        ApiVersion: '2010-04-01',
        Body: body,
        From: from,
        FromCountry: 'US',
        MessageSid: sid,
        NumMedia: '0',
        NumSegments: '1',
        SmsMessageSid: sid,
        SmsSid: sid,
        SmsStatus: 'received',
        To: number,
      };
      const { incomingUrl } = settings;
      if (!incomingUrl) return [];
      return Promise.all(Array.from({ length: times }, () => post(incomingUrl, fields, randomUUID())));
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: listening.stop,
  };
  return server;
};

if (import.meta.main) {
  const { PORT = '9030', SLOW_MS: lag = '0', CALLBACK_MS = '500', INCOMING_URL } = process.env;
  const { TWILIO_ACCOUNT = `AC${'0'.repeat(32)}`, TWILIO_TOKEN = 'rehearsal' } = process.env;
  const { TWILIO_NUMBER = '+15005550006', MOOD = 'well', ANSWER_MS } = process.env;
  const server = await startTwilio({
    accountSid: TWILIO_ACCOUNT,
    authToken: TWILIO_TOKEN,
    number: TWILIO_NUMBER,
    port: Number(PORT),
    slowMs: Number(lag),
    callbackMs: Number(CALLBACK_MS),
    incomingUrl: INCOMING_URL || undefined,
    // Whoever tries the product alone has caregivers who answer offers.
    answer: ANSWER_MS ? caregivers(Math.random, Number(ANSWER_MS)) : undefined,
  });
  server.mood = MOODS.find((mood) => mood === MOOD) ?? 'well';
  process.stdout.write(`Twilio at ${server.url}\n`);
  endWithStarter();
}

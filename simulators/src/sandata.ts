import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Books, type Entry, echo, openBooks, type Post } from './sandata-books.ts';
import { type Fields, isFields, type Kind, recordErrors } from './sandata-fields.ts';
import { endWithStarter, serve } from './serve.ts';

/**
 * An aggregator by the published Alternate EVV rules: refuses what the real one would refuse, answers a uuid at once and the
 * outcome later. How it behaves wrongly: closed, throttled and broken take nothing; lost takes and never answers; twice takes
 * the same request two times and answers the second.
 */
export const MOODS = [
  'well',
  'slow',
  'closed',
  'throttled',
  'broken',
  'lost',
  'twice',
  'garbled',
  'unreadable',
] as const;
export type Mood = (typeof MOODS)[number];

export interface SandataSettings {
  readonly account: string;
  readonly user: string;
  readonly password: string;
  readonly port?: number | undefined;
  /** Until an outcome is ready. */
  readonly readyMs: number;
  /** Before and after a request is taken over. */
  readonly slowMs?: number | undefined;
  readonly stateFile?: string | undefined;
}

export interface SandataServer {
  /** `.../interfaces/intake` */
  readonly url: string;
  mood: Mood;
  /** For the next POSTs, one each. */
  readonly script: Mood[];
  state(): { readonly records: readonly Entry[]; readonly posts: readonly Post[] };
  stop(): Promise<void>;
}

const BASE = '/interfaces/intake';
const MOST_RECORDS = 5_000;
const NOT_READY = 'The result for the input UUID is not ready yet. Please try again.';
const ALL_WELL = 'All records updated successfully.';
const errorsIn = (count: number) =>
  `[${count}] Records uploaded, please check errors/warnings and try again.`;

interface Answer {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const KIND = /^\/interfaces\/intake\/(clients|employees|visits)\/rest\/api\/v1\.1(\/status)?$/;
const kindOf = (pathname: string): { kind: Kind; isStatus: boolean } | undefined => {
  const [, kind, status] = KIND.exec(pathname) ?? [];
  if (kind !== 'clients' && kind !== 'employees' && kind !== 'visits') return undefined;
  return { kind, isStatus: status !== undefined };
};

const message = (uuid: string, account: string, text: string): Answer => ({
  body: {
    id: uuid,
    status: 'SUCCESS',
    messageSummary: text,
    data: { uuid, account, message: text, reason: 'Transaction Received.' },
  },
});

const failed = (text: string): Answer => ({
  body: { id: null, status: 'FAILED', messageSummary: text, data: null },
});

const post = (books: Books, kind: Kind, body: string, settings: SandataSettings): Answer => {
  let records: unknown;
  try {
    records = JSON.parse(body);
  } catch {
    return { status: 400, body: { message: 'Malformed JSON' } };
  }
  if (!Array.isArray(records) || records.length < 1 || records.length > MOST_RECORDS)
    return { status: 400, body: { message: `An array of 1 to ${MOST_RECORDS} records is expected` } };
  const list: Fields[] = records.map((record: unknown) => (isFields(record) ? record : {}));
  books.note(kind, list);
  const checked = list.map((record) => ({ record, errors: recordErrors(kind, record) }));
  const wrong = checked.filter(({ errors }) => errors.length > 0);
  if (wrong.length === 0)
    return message(books.take(kind, list, settings.readyMs).uuid, settings.account, NOT_READY);
  const right = checked.filter(({ errors }) => errors.length === 0).map(({ record }) => record);
  const receipt = right.length > 0 ? books.take(kind, right, settings.readyMs) : undefined;
  return {
    body: {
      id: receipt?.uuid ?? null,
      status: 'FAILED',
      messageSummary: errorsIn(list.length),
      failedCount: wrong.length,
      succeededCount: right.length,
      data: wrong.map(({ record, errors }) =>
        echo(
          record,
          errors.map((text) => ({ code: null, message: text })),
        ),
      ),
    },
  };
};

const status = (books: Books, uuid: string, account: string): Answer => {
  const receipt = books.receipt(uuid);
  if (!receipt) return { status: 404, body: { message: 'UUID not found' } };
  if (receipt.readyAt > Date.now()) return message(uuid, account, NOT_READY);
  if (receipt.refused.length === 0) return message(uuid, account, ALL_WELL);
  return {
    body: {
      id: uuid,
      // SUCCESS for refusals too: the guide's own example.
      status: 'SUCCESS',
      messageSummary: errorsIn(receipt.records),
      data: receipt.refused,
    },
  };
};

const refuseBy = (mood: Mood): Answer | undefined => {
  switch (mood) {
    case 'closed':
      return { status: 503, body: {}, headers: { 'retry-after': '1' } };
    case 'throttled':
      return { status: 429, body: {}, headers: { 'retry-after': '1' } };
    case 'broken':
      return { status: 500, body: { message: 'Internal Server Error' } };
    case 'unreadable':
      return { status: 400, body: { message: 'Bad Request' } };
    default:
      return undefined;
  }
};

const isAllowed = (request: IncomingMessage, { user, password }: SandataSettings) =>
  request.headers.authorization === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

export const startSandata = async (settings: SandataSettings): Promise<SandataServer> => {
  const books = openBooks(settings.stateFile);

  const answerOf = async (
    request: IncomingMessage,
    body: string,
    mood: Mood,
  ): Promise<Answer | 'silence'> => {
    if (!isAllowed(request, settings)) return { status: 401, body: { message: 'Unauthorized' } };
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandata');
    if (pathname === '/simulator/state') return { body: books.state() };
    const target = kindOf(pathname);
    if (!target) return { status: 404, body: { message: 'Not Found' } };
    const { account } = request.headers;
    if (account !== settings.account)
      return failed(
        `The Account for input record(s) does not match with given Account ${String(account)}. Please check and try again.`,
      );
    const refused = refuseBy(mood);
    if (refused) return refused;
    const lag = mood === 'slow' ? 3_000 : (settings.slowMs ?? 0);
    await pause(lag);
    if (target.isStatus)
      return request.method === 'GET'
        ? status(books, searchParams.get('uuid') ?? '', settings.account)
        : { status: 405, body: {} };
    if (request.method !== 'POST') return { status: 405, body: {} };
    let answer = post(books, target.kind, body, settings);
    if (mood === 'twice') answer = post(books, target.kind, body, settings);
    await pause(lag);
    return mood === 'lost' ? 'silence' : answer;
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const mood = (request.method === 'POST' ? server.script.shift() : undefined) ?? server.mood;
    const answer = await answerOf(request, Buffer.concat(chunks).toString(), mood);
    if (answer === 'silence') return void request.socket.destroy();
    const text = JSON.stringify(answer.body);
    response
      .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      .end(mood === 'garbled' ? text.slice(0, text.length / 2) : text);
  };

  const listening = await serve(respond, settings.port);
  const server: SandataServer = {
    url: `${listening.url}${BASE}`,
    mood: 'well',
    script: [],
    state: () => books.state(),
    stop: listening.stop,
  };
  return server;
};

if (import.meta.main) {
  const { SANDATA_ACCOUNT = '12345', SANDATA_USER = 'agency', SANDATA_PASSWORD = 'rehearsal' } = process.env;
  const { PORT = '9020', STATE_FILE, READY_MS = '2000', SLOW_MS = '0' } = process.env;
  const { url } = await startSandata({
    account: SANDATA_ACCOUNT,
    user: SANDATA_USER,
    password: SANDATA_PASSWORD,
    port: Number(PORT),
    readyMs: Number(READY_MS),
    slowMs: Number(SLOW_MS),
    stateFile: STATE_FILE || undefined,
  });
  process.stdout.write(`Sandata at ${url}\n`);
  endWithStarter();
}

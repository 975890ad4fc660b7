import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Listening, serve } from './serve.ts';

/**
 * A program that listens to webhooks, written from their documentation alone. It refuses what is not signed with its secret,
 * what was signed too long ago, and what it cannot read. How it behaves wrongly: busy answers 503, shy hangs up before it took
 * anything, lost takes the event and hangs up, flaky is any of these by chance.
 */
export const MOODS = ['well', 'busy', 'shy', 'lost', 'flaky'] as const;
export type Mood = (typeof MOODS)[number];
const WRONG: readonly Mood[] = ['busy', 'shy', 'lost'];
const WRONG_SHARE = 0.12;
const MOST_BYTES = 1024 * 1024;
const MOST_AGE_SECONDS = 300;

export interface TakenEvent {
  readonly id: string;
  readonly kind: string;
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: number | null; readonly claim?: string };
  readonly at: string;
  readonly changes?: unknown;
}

export interface ReceiverSettings {
  readonly secret: () => string;
  readonly port?: number | undefined;
  readonly slowMs?: number | undefined;
  /** What it waits for before it takes an event. */
  readonly ready?: () => Promise<unknown>;
  /** Each event is on this file before it is answered: a receiver that is killed forgets nothing that it took. */
  readonly file?: string | undefined;
  readonly now?: () => number;
}

export interface Receiver extends Listening {
  mood: Mood;
  readonly taken: TakenEvent[];
  readonly refused: string[];
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Why a request is not believed; undefined: it is. */
export const whyRefused = (
  header: string | undefined,
  body: string,
  secret: string,
  nowSeconds: number,
): string | undefined => {
  const [, seconds = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (seconds === '') return 'not signed';
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'signed by somebody else';
  if (Math.abs(nowSeconds - Number(seconds)) > MOST_AGE_SECONDS) return 'signed too long ago';
  return undefined;
};

const isEvent = (value: unknown): value is TakenEvent =>
  typeof value === 'object' && value !== null && 'id' in value && 'kind' in value && 'subject' in value;

const chosen = (mood: Mood): Mood => {
  if (mood !== 'flaky') return mood;
  if (Math.random() >= WRONG_SHARE) return 'well';
  return WRONG[Math.floor(Math.random() * WRONG.length)] ?? 'well';
};

export const startReceiver = async (settings: ReceiverSettings): Promise<Receiver> => {
  const { secret, slowMs = 0, ready, file, now = Date.now } = settings;
  const taken: TakenEvent[] = [];
  const refused: string[] = [];
  const refuse = (response: ServerResponse, status: number, why: string) => {
    refused.push(why);
    return response.writeHead(status).end(why);
  };
  const take = (event: TakenEvent) => {
    taken.push(event);
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(event)}\n`);
  };
  const listening = await serve(async (request, response) => {
    const mood = chosen(receiver.mood);
    if (mood === 'shy') return request.socket.destroy();
    if (request.method !== 'POST') return refuse(response, 405, 'not posted');
    const body = await readBody(request);
    const header = request.headers['homecare-signature'];
    const why = whyRefused(String(header ?? ''), body, secret(), Math.floor(now() / 1_000));
    if (why !== undefined) return refuse(response, 401, why);
    if (mood === 'busy') return refuse(response, 503, 'busy');
    const event: unknown = JSON.parse(body);
    if (!isEvent(event)) return refuse(response, 400, 'no event');
    if (slowMs > 0) await pause(slowMs);
    await ready?.();
    take(event);
    return mood === 'lost' ? request.socket.destroy() : response.writeHead(204).end();
  }, settings.port);
  const receiver: Receiver = { ...listening, mood: 'well', taken, refused };
  return receiver;
};

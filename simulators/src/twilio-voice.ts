import { setTimeout as pause } from 'node:timers/promises';
import { newSid, signatureOf } from './twilio-books.ts';

/**
 * Calls to a number of the telephone provider, by its published interface: signed forms to the application, its markup played
 * verb by verb, keys gathered as the application asks for them. A caller is a script; the way to the application can lose an
 * answer (it is asked again), say it two times at once, or drop the call.
 */

/** One request to the application; answers its status and body. */
export type SendForm = (
  url: string,
  fields: Readonly<Record<string, string>>,
  signature: string,
) => Promise<{ readonly status: number; readonly body: string }>;

export interface VoiceSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** The number that is called. */
  readonly number: string;
  /** Where calls of it go: `.../homecare/api/hooks/twilio/voice`. */
  readonly url: string;
  /** Over the network unless given. */
  readonly send?: SendForm;
}

/** What happens to a request: `twice` is at once, `repeated` after an answer that was lost, `dropped` ends the call. */
export type Way = 'well' | 'twice' | 'repeated' | 'dropped' | 'lost';

export interface CallScript {
  /** What the telephone network says of the number that calls (STIR/SHAKEN), such as TN-Validation-Failed-C. */
  readonly attestation?: string;
  readonly from: string;
  /** Keys after what was heard, '' for none, or null to hang up. */
  readonly keys: (heard: string, turn: number) => string | null;
  /** The way of each request, the first is the call itself; 'well' where none is named. */
  readonly ways?: (turn: number) => Way;
  /** What a caller hears between two questions takes so long. */
  readonly meanwhile?: (turn: number) => void | Promise<void>;
}

export interface PlayedCall {
  readonly sid: string;
  /** What was said, one text for each answer of the application. */
  readonly heard: readonly string[];
  readonly languages: readonly string[];
  /** The call went on to its end. */
  readonly isComplete: boolean;
  /** What the provider would write to its error log; undefined: nothing. */
  readonly error: string | undefined;
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const plainText = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

const TOKEN = /<\?xml[^?]*\?>|<(\/?)([A-Za-z]+)((?:\s+[A-Za-z]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/** The markup as a tree; what is not well-formed throws, as it ends a real call. */
export const parseMarkup = (xml: string): Element => {
  interface Open {
    name: string;
    attributes: Record<string, string>;
    children: Element[];
    text: string;
  }
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let read = 0;
  for (const match of xml.matchAll(TOKEN)) {
    const [whole, closing, name, attributes = '', selfClosing, text] = match;
    read += whole.length;
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.text += plainText(text);
    if (name === undefined) continue;
    if (closing) {
      const closed = open.pop();
      if (closed?.name !== name || open.length === 0) throw new Error(`12100 </${name}> closes nothing`);
      continue;
    }
    const element: Open = {
      name,
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([A-Za-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
          key,
          plainText(value),
        ]),
      ),
      children: [],
      text: '',
    };
    parent.children.push(element);
    if (!selfClosing) open.push(element);
  }
  const [document] = root.children;
  if (read !== xml.length || open.length !== 1 || root.children.length !== 1 || document?.name !== 'Response')
    throw new Error('12100 Document parse failure');
  return document;
};

const GATHER_ATTRIBUTES = new Set([
  ...['input', 'numDigits', 'finishOnKey', 'timeout', 'actionOnEmptyResult', 'method', 'action'],
]);

/** The keys that the application gets of what was pressed; undefined: nothing, and it did not ask to hear of that. */
const gathered = ({ attributes }: Element, pressed: string): string | undefined => {
  const finish = attributes.finishOnKey ?? '#';
  const ends = pressed.indexOf(finish);
  const keys = ends >= 0 && finish !== '' ? pressed.slice(0, ends) : pressed;
  const most = Number(attributes.numDigits ?? Number.POSITIVE_INFINITY);
  const digits = keys.slice(0, most);
  return digits === '' && attributes.actionOnEmptyResult !== 'true' ? undefined : digits;
};

const overNetwork: SendForm = async (url, fields, signature) => {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-twilio-signature': signature, 'user-agent': 'TwilioProxy/1.1' },
    signal: AbortSignal.timeout(15_000),
  });
  return { status: response.status, body: await response.text() };
};

type Answer = Awaited<ReturnType<SendForm>>;

/** One request on its way; undefined: the call is dropped before its answer is heard. */
const travel = async (way: Way, request: () => Promise<Answer>): Promise<Answer | undefined> => {
  if (way === 'lost') return undefined;
  if (way === 'twice') return (await Promise.all([request(), request()]))[1];
  const first = await request();
  if (way === 'dropped') return undefined;
  return way === 'repeated' ? request() : first;
};

const wordsOf = (element: Element): Element[] =>
  element.name === 'Say' ? [element] : element.children.flatMap(wordsOf);

/** Plays one call to its end. */
export const playCall = async (settings: VoiceSettings, script: CallScript): Promise<PlayedCall> => {
  const { accountSid, authToken, number, send = overNetwork } = settings;
  const sid = newSid('CA');
  const common = {
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
    CallSid: sid,
    Called: number,
    Caller: script.from,
    Direction: 'inbound',
    From: script.from,
    To: number,
    ...(script.attestation !== undefined && { StirVerstat: script.attestation }),
  };
  const heard: string[] = [];
  const languages: string[] = [];
  const post = (url: string, fields: Readonly<Record<string, string>>) => {
    const all = { ...common, ...fields };
    return send(url, all, signatureOf(authToken, url, all));
  };
  const finish = async (isComplete: boolean, error?: string): Promise<PlayedCall> => {
    await post(`${settings.url}/ended`, { CallStatus: 'completed', CallDuration: '60' });
    return { sid, heard, languages, isComplete, error };
  };
  let url = settings.url;
  let fields: Record<string, string> = { CallStatus: 'ringing' };
  for (let turn = 0; turn < 100; turn += 1) {
    const answer = await travel(script.ways?.(turn) ?? 'well', () => post(url, fields));
    if (!answer) return finish(false);
    if (answer.status !== 200) return finish(false, `11200 HTTP ${answer.status}`);
    const document = parseMarkup(answer.body);
    const said = wordsOf(document);
    heard.push(said.map(({ text }) => text).join(' '));
    languages.push(...said.map(({ attributes }) => attributes.language ?? 'en-US'));
    const known = document.children.find(({ name }) => !['Say', 'Pause', 'Gather', 'Hangup'].includes(name));
    if (known) return finish(false, `12200 ${known.name} is no verb of this simulator`);
    const gather = document.children.find(({ name }) => name === 'Gather');
    if (!gather) return finish(true);
    const odd = Object.keys(gather.attributes).find((name) => !GATHER_ATTRIBUTES.has(name));
    if (odd) return finish(false, `12200 Gather has no ${odd}`);
    await script.meanwhile?.(turn);
    await pause(0);
    const pressed = script.keys(heard.at(-1) ?? '', turn);
    if (pressed === null) return finish(false);
    const digits = gathered(gather, pressed);
    if (digits === undefined) return finish(true);
    url = new URL(gather.attributes.action ?? url, url).href;
    fields = { CallStatus: 'in-progress', Digits: digits, FinishedOnKey: pressed.endsWith('#') ? '#' : '' };
  }
  return finish(false, 'the application never ended the call');
};

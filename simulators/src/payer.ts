import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  PAYER,
  type Stamp,
  type Standing,
  write277ca,
  write835,
  write999,
  writeTa1,
} from './payer-answers.ts';
import { OUTCOMES, openPayerBooks, type PayerBooks, type PayerOutcome } from './payer-books.ts';
import {
  type MemberStanding,
  questionsIn,
  STANDING_BY_DIGIT,
  STANDINGS,
  write271,
} from './payer-eligibility.ts';
import { claimsIn, type Envelope, openFile, type PayerClaim } from './payer-reader.ts';
import { openPayerRules, type PayerRecords } from './payer-rules.ts';
import { QUESTION, syntaxFaults } from './payer-syntax.ts';
import { endWithStarter, serve } from './serve.ts';

/**
 * A Medicaid payer by the published rules: reads files of claims by its own reader, answers TA1 or 999 and 277CA at once and
 * 835 with its next payment; a question about eligibility it answers at once (271). What it decides can be scripted by claim
 * or member; otherwise the last digit of the member number says it.
 */

export interface PayerAnswer {
  /** Kind and number: 999-1.x12 */
  readonly name: string;
  readonly text: string;
}

export interface PayerSettings {
  /** Claim number → what happens to it. */
  readonly script?: Map<string, PayerOutcome>;
  /** Member number → whether it is eligible. */
  readonly members?: Map<string, MemberStanding>;
  /** CCYYMMDD and HHMM. */
  readonly now?: () => { readonly date: string; readonly time: string };
  /** Member numbers ending in 1 to 6 meet the other outcomes: what a demo site shows without a script. */
  readonly byMember?: boolean;
  /** With its own records it denies what they do not bear out: visits, authorizations, programs, coverage, time limits. */
  readonly records?: PayerRecords;
}

const BY_LAST_DIGIT: Readonly<Record<string, PayerOutcome>> = {
  '1': 'denied',
  '2': 'line',
  '3': 'part',
  '4': 'refused',
  '5': 'reversed',
  '6': 'odd',
};

const luhn = (npi: string): boolean => {
  let sum = 24;
  for (let n = 0; n < 10; n += 1) {
    const digit = Number(npi[n]) * (n % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return /^\d{10}$/.test(npi) && sum % 10 === 0;
};

/** What the claims system sends back before it decides: category, status, entity. */
const refusals = (
  claim: PayerClaim,
  books: PayerBooks,
  seen: ReadonlySet<string>,
  today: string,
): string[] => {
  const days = claim.lines.map(({ days }) => days);
  const checks: readonly (readonly [wrong: boolean, reason: string])[] = [
    [!/^[A-Z]\d{6}$/.test(claim.member), 'A7:164:IL'],
    [claim.npi !== undefined && !luhn(claim.npi), 'A7:562:85'],
    [claim.npi === undefined && claim.medicaidId === undefined, 'A6:562:85'],
    [!/^\d{9}$/.test(claim.ein), 'A7:128:85'],
    [claim.born > today, 'A7:158:QC'],
    [claim.cents !== claim.lines.reduce((sum, line) => sum + line.cents, 0), 'A8:400'],
    [claim.lines.some(({ cents }) => !(cents > 0)), 'A7:402'],
    [claim.lines.some(({ units }) => !(Number.isInteger(units) && units > 0)), 'A7:476'],
    [days.some((day) => day.slice(0, 8) > today), 'A7:510'],
    [claim.lines.some(({ service }) => !/^HC:[A-Z0-9]{5}(:[A-Z0-9]{2}){0,4}$/.test(service)), 'A7:507'],
    [!['12', '99'].includes(claim.place), 'A7:249'],
    [!/^[A-Z]\d[0-9A-Z]{1,5}$/.test(claim.diagnosis ?? ''), 'A7:254'],
    [claim.par === undefined, 'A6:252'],
    [!['1', '7', '8'].includes(claim.frequency), 'A7:535'],
    [claim.frequency !== '1' && !books.isDecided(claim.original ?? ''), 'A7:464'],
    [claim.frequency === '1' && claim.original !== undefined, 'A8:464'],
    [books.knows(claim.id) || seen.has(claim.id), 'A8:54'],
  ];
  return checks.flatMap(([wrong, reason]) => (wrong ? [reason] : []));
};

type Event = { readonly at: { readonly date: string; readonly time: string } } & (
  | { readonly claims: string }
  | { readonly pay: true }
  | { readonly question: string }
  | { readonly member: readonly [number: string, standing: MemberStanding] }
  | { readonly script: readonly [claim: string, outcome: PayerOutcome] }
);

export const openPayer = (settings: PayerSettings = {}) => {
  const { script = new Map<string, PayerOutcome>(), members = new Map<string, MemberStanding>() } = settings;
  const { byMember = false } = settings;
  const books = openPayerBooks(settings.records && openPayerRules(settings.records));
  const answers: PayerAnswer[] = [];
  const interchanges = new Set<string>();
  /** Answers about eligibility by the question's interchange: they are no answers to claims. */
  const questions = new Map<number, string>();
  let control = 0;
  let last: { readonly envelope: Envelope; readonly claim: PayerClaim } | undefined;

  const stampOf = (at: Event['at']): Stamp => {
    control += 1;
    return { ...at, control };
  };
  const put = (kind: string, text: string): PayerAnswer => {
    const answer = { name: `${kind}-${control}.x12`, text };
    answers.push(answer);
    return answer;
  };
  const outcomeOf = (claim: PayerClaim): PayerOutcome =>
    script.get(claim.id) ?? (byMember ? BY_LAST_DIGIT[claim.member.slice(-1)] : undefined) ?? 'paid';

  const adjudicate = (envelope: Envelope, claims: readonly PayerClaim[], at: Event['at']) => {
    const seen = new Set<string>();
    const standings = claims.map((claim): Standing => {
      const outcome = outcomeOf(claim);
      const reasons = refusals(claim, books, seen, at.date);
      if (outcome === 'refused') reasons.push('A3:33:IL');
      seen.add(claim.id);
      if (reasons.length === 0) last = { envelope, claim };
      return { claim, icn: reasons.length > 0 ? undefined : books.take(claim, outcome), reasons };
    });
    const [first] = claims;
    return first ? put('277CA', write277ca(envelope, first.reference, standings, stampOf(at))) : undefined;
  };

  const refusedWhole = (file: Envelope): string | undefined => {
    if (file.receiver !== PAYER) return '009';
    if (interchanges.has(file.interchange)) return '025';
    return /^[TP]$/.test(file.usage) ? undefined : '020';
  };

  const takeClaims = (text: string, at: Event['at']): PayerAnswer[] => {
    const file = openFile(text);
    const note = 'note' in file ? file.note : refusedWhole(file);
    if ('note' in file || note !== undefined) return [put('TA1', writeTa1(file, note ?? '024', stampOf(at)))];
    interchanges.add(file.interchange);
    const results = file.sets.map((set) => ({
      set,
      control: set[0]?.e[2] ?? '',
      version: set[0]?.e[3] ?? '',
      faults:
        set[0]?.e[3] === file.version && file.version === '005010X222A1'
          ? syntaxFaults(set)
          : [{ at: 1, id: 'ST', code: '8', element: [3, '7'] as const, claim: undefined }],
    }));
    const receipt = put('999', write999(file, results, stampOf(at)));
    const sound = results.filter(({ faults }) => faults.length === 0);
    return [receipt, ...sound.flatMap(({ set }) => adjudicate(file, claimsIn(set), at) ?? [])];
  };

  const standingOf = (member: string): MemberStanding =>
    members.get(member) ?? (byMember ? STANDING_BY_DIGIT[member.slice(-1)] : undefined) ?? 'eligible';

  /** A file that cannot be opened or read gets its receipt alone; one that can is answered without. */
  const answerQuestion = (text: string, at: Event['at']): PayerAnswer[] => {
    const file = openFile(text);
    const note = 'note' in file ? file.note : refusedWhole(file);
    const own = (kind: string, write: (stamp: Stamp) => string): PayerAnswer => {
      const written = write(stampOf(at));
      return { name: `${kind}-${control}.x12`, text: written };
    };
    if ('note' in file || note !== undefined)
      return [own('TA1', (stamp) => writeTa1(file, note ?? '024', stamp))];
    interchanges.add(file.interchange);
    const results = file.sets.map((set) => ({
      set,
      control: set[0]?.e[2] ?? '',
      version: set[0]?.e[3] ?? '',
      faults:
        set[0]?.e[1] === '270' && set[0]?.e[3] === file.version && file.version === '005010X279A1'
          ? syntaxFaults(set, QUESTION)
          : [{ at: 1, id: 'ST', code: '8', element: [3, '7'] as const, claim: undefined }],
    }));
    const made = results.some(({ faults }) => faults.length > 0)
      ? [own('999', (stamp) => write999(file, results, stamp, ['HS', '270']))]
      : results.map(({ set }) =>
          own('271', (stamp) => write271(file, questionsIn(set, stamp.date), standingOf, stamp, luhn)),
        );
    questions.set(Number(file.interchange), made.map((answer) => answer.text).join(''));
    return made;
  };

  const pay = (at: Event['at']): PayerAnswer[] => {
    const decisions = books.settleAll(at.date);
    if (!last || decisions.length === 0) return [];
    const { envelope, claim } = last;
    const agency = { name: claim.agency, npi: claim.npi, ein: claim.ein };
    return [put('835', write835(envelope.sender, envelope.usage, agency, decisions, stampOf(at)))];
  };

  return {
    answers: (): readonly PayerAnswer[] => answers,
    answerTo: (interchange: number): string => questions.get(interchange) ?? '',
    handle: (event: Event): PayerAnswer[] => {
      if ('claims' in event) return takeClaims(event.claims, event.at);
      if ('pay' in event) return pay(event.at);
      if ('question' in event) return answerQuestion(event.question, event.at);
      if ('member' in event) {
        members.set(...event.member);
        return [];
      }
      script.set(...event.script);
      return [];
    },
  };
};

export interface PayerServer {
  readonly url: string;
  stop(): Promise<void>;
}

const stampNow = () => {
  const now = new Date().toISOString();
  return { date: now.slice(0, 10).replaceAll('-', ''), time: now.slice(11, 16).replace(':', '') };
};

const isEvent = (value: unknown): value is Event =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  ['claims', 'pay', 'script', 'question', 'member'].some((kind) => kind in value);

/**
 * POST /claims takes a file and answers its receipts; POST /pay makes a payment; PUT /script/{claim} with an outcome decides
 * on a claim to come; POST /eligibility takes a question and answers it, GET /eligibility/{interchange} answers the same again, PUT /members/{number} with a standing decides on a
 * member; GET /answers lists, GET /answers/{name} gives a file. With a state file it survives a restart.
 */
export const startPayer = async (
  settings: PayerSettings & { readonly port?: number; readonly stateFile?: string | undefined } = {},
): Promise<PayerServer> => {
  const { stateFile, now = stampNow } = settings;
  const payer = openPayer(settings);
  const learn = (event: Event) => {
    const made = payer.handle(event);
    if (stateFile) appendFileSync(stateFile, `${JSON.stringify(event)}\n`);
    return made.map(({ text }) => text).join('');
  };
  if (stateFile && existsSync(stateFile))
    for (const line of readFileSync(stateFile, 'utf8').split('\n').filter(Boolean)) {
      const event: unknown = JSON.parse(line);
      if (isEvent(event)) payer.handle(event);
    }

  const answerOf = (method: string, path: string, body: string): readonly [status: number, text: string] => {
    const [, place, name] = path.split('/').map(decodeURIComponent);
    if (method === 'POST' && place === 'claims') return [200, learn({ at: now(), claims: body })];
    if (method === 'POST' && place === 'pay') return [200, learn({ at: now(), pay: true })];
    if (method === 'PUT' && place === 'script' && name) {
      const outcome = OUTCOMES.find((one) => one === body.trim());
      if (!outcome) return [400, `An outcome is one of ${OUTCOMES.join(', ')}.`];
      return [204, learn({ at: now(), script: [name, outcome] })];
    }
    if (method === 'POST' && place === 'eligibility') return [200, learn({ at: now(), question: body })];
    if (method === 'GET' && place === 'eligibility') return [200, payer.answerTo(Number(name))];
    if (method === 'PUT' && place === 'members' && name) {
      const standing = STANDINGS.find((one) => one === body.trim());
      if (!standing) return [400, `A standing is one of ${STANDINGS.join(', ')}.`];
      return [204, learn({ at: now(), member: [name, standing] })];
    }
    if (method !== 'GET' || place !== 'answers') return [404, ''];
    if (!name) return [200, JSON.stringify(payer.answers().map((answer) => answer.name))];
    const found = payer.answers().find((answer) => answer.name === name);
    return found ? [200, found.text] : [404, ''];
  };

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pathname } = new URL(request.url ?? '/', 'http://payer');
    const [status, text] = answerOf(request.method ?? 'GET', pathname, Buffer.concat(chunks).toString());
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  };
  const listening = await serve(respond, settings.port);
  return {
    url: listening.url,
    stop: listening.stop,
  };
};

if (import.meta.main) {
  const { PORT = '9050', STATE_FILE } = process.env;
  const { url } = await startPayer({
    port: Number(PORT),
    stateFile: STATE_FILE || undefined,
    byMember: true,
  });
  process.stdout.write(`Payer at ${url}\n`);
  endWithStarter();
}

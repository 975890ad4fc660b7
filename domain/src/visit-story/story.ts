import { showHours } from '../billing/counting.ts';
import type { CardStatus } from '../billing/schema.ts';
import {
  addDays,
  dayOfStamp,
  hundredthsOf,
  sayClock,
  sayDay,
  sayTime,
  showStamp,
  visitInstants,
} from '../calendar.ts';
import { expectedOf } from '../claims/expected.ts';
import { daysBetween } from '../claims/unpaid.ts';
import { counted } from '../counted.ts';
import { showMoney } from '../money.ts';
import { sayMonth } from '../plan-documents/rules.ts';
import { NO_TEXTS } from '../staffing/notification-words.ts';
import { ASKING_KINDS, type EventKind, type VisitEvent } from '../staffing/schema.ts';
import { sum } from '../sum.ts';
import { sayCallPlace } from '../telephony/calls.ts';
import { CLOSE_REASONS } from '../visits/closing.ts';
import { CHANGE_REASONS, elapsedMinutes } from '../visits/rules.ts';
import { CLOSE_CODES, LOGGED_TIMES } from '../visits/schema.ts';
import { END_NAMES, type StoryEndName, type StoryPlace, sayRecorder } from './evidence.ts';
import type { ChangedField, StoryChange, StoryClaim, StoryEnd, VisitStory } from './schema.ts';

/** The story of one visit: what every part of the product knows about it, in order of time (docs/rules/visit-story.md). */

export const STORY_PARTS = ['Plan', 'Visit', 'Proof', 'Money'] as const;
export type StoryPart = (typeof STORY_PARTS)[number];

export interface StoryStep {
  readonly at: string;
  readonly part: StoryPart;
  readonly title: string;
  /** A sentence or two; '' if the title says everything. */
  readonly detail: string;
  readonly tone: 'ok' | 'warn' | 'danger' | 'plain';
  readonly cents: number | null;
  /** The record that proves the step; null if only this story has it. */
  readonly place: StoryPlace | null;
}

type Step = Pick<StoryStep, 'at' | 'title'> & Partial<StoryStep>;
const inPart =
  (part: StoryPart) =>
  (step: Step): StoryStep => ({
    part,
    detail: '',
    tone: 'plain',
    cents: null,
    place: null,
    ...step,
  });

const sentence = (...words: readonly (string | null | false | undefined)[]) =>
  words
    .filter((word) => typeof word === 'string' && word !== '')
    .map((word) => `${word}`.replace(/\.$/, ''))
    .map((word) => `${word}.`)
    .join(' ');

// --- Plan and offers

interface EventWords {
  readonly title: (subject: string) => string;
  /** How the event's words are shown: quoted as written or sent, as our own sentence, or not at all because the title contains them. */
  readonly words: 'quoted' | 'plain' | 'none';
  /** How to say that the product did it; 'Automatically' by default. */
  readonly automatic?: string;
}

const EVENT_WORDS: Record<EventKind, EventWords> = {
  calledOut: { title: (who) => `${who} called out`, words: 'quoted' },
  callOutWithdrawn: { title: (who) => `${who} can come after all`, words: 'plain' },
  offered: { title: (who) => `${who} was asked`, words: 'plain', automatic: 'Asked by the autopilot' },
  opened: { title: (who) => `${who} opened the offer`, words: 'plain' },
  accepted: { title: (who) => `${who} said yes`, words: 'quoted' },
  checked: { title: () => 'Checked again, can come', words: 'plain', automatic: '' },
  declined: { title: (who) => `${who} said no`, words: 'quoted' },
  refused: { title: (who) => `${who} said yes, but could not take it`, words: 'plain' },
  answeredUnclear: { title: (who) => `Unclear answer to the offer to ${who}`, words: 'quoted' },
  waveEnded: { title: () => 'These offers ended without a yes', words: 'plain' },
  paused: { title: () => 'Offers were paused', words: 'plain' },
  resumed: { title: () => 'Offers were resumed', words: 'plain' },
  // The reason for stopping says everything.
  stopped: { title: () => 'Offers were stopped', words: 'plain', automatic: '' },
  covered: { title: (who) => `${who} took the visit`, words: 'plain' },
  uncovered: { title: (who) => `${who} no longer has the visit`, words: 'plain' },
  told: { title: (who) => `${who} was notified`, words: 'quoted', automatic: 'Sent automatically' },
  notTold: { title: (who) => `${who} was not notified`, words: 'plain', automatic: '' },
  notSent: { title: () => NO_TEXTS, words: 'none', automatic: '' },
  officeTold: {
    title: (who) => `${who} was notified that nobody comes yet`,
    words: 'none',
    automatic: 'Sent automatically',
  },
};

const EVENT_TONES: Partial<Record<EventKind, StoryStep['tone']>> = {
  calledOut: 'warn',
  declined: 'warn',
  refused: 'warn',
  officeTold: 'danger',
  notSent: 'danger',
  notTold: 'warn',
  accepted: 'ok',
  covered: 'ok',
};

const CONTACT = 'The client’s contact';

/** The caregiver, or if there is none the person named in the words: the client's contact, or somebody in the office. */
const subjectOf = ({ kind, Provider, words }: VisitEvent): string => {
  if (Provider !== null) return Provider;
  if (kind === 'told') return words ?? CONTACT;
  if (kind === 'notTold') return CONTACT;
  return kind === 'officeTold' ? (words ?? 'The office') : 'A caregiver';
};

const sayWho = (who: string | null, automatic = 'Automatically') => {
  if (who === null || who === 'offers') return '';
  return who === 'Automatic' ? automatic : `By ${who}`;
};

type Sent = NonNullable<VisitEvent['message']>;

interface SentWords {
  readonly title: (subject: string) => string;
  readonly why: (sent: Sent) => string | null;
  readonly tone: StoryStep['tone'];
}
const failed: SentWords = {
  title: (who) => `${who} could not be notified`,
  why: ({ error }) => error,
  tone: 'warn',
};
const waits: SentWords = {
  title: (who) => `${who} is being notified`,
  why: () => 'Waiting to be sent',
  tone: 'plain',
};

/** What became of a message and why, for messages that did not simply go out. */
const SENT_WORDS: Partial<Record<Sent['status'], SentWords>> = {
  waiting: waits,
  sending: waits,
  failed,
  undelivered: failed,
  unknown: {
    title: (who) => `${who} may not have been notified`,
    why: ({ error }) => error ?? 'It is not known whether the message went out',
    tone: 'warn',
  },
  recorded: {
    title: (who) => `${who} was not notified`,
    why: ({ channel }) => `${channel === 'SMS' ? 'Texts' : 'E-mails'} are not set up, so nothing was sent`,
    tone: 'warn',
  },
};

/** Steps of the search for a caregiver. Its page shows who was asked, what they answered, and when others will be asked. */
const OFFER_KINDS: ReadonlySet<EventKind> = new Set<EventKind>([...ASKING_KINDS, 'notSent']);

/** The people in the story. The client's contact is texted within the conversation with the client. */
type StoryPeople = Pick<VisitStory, 'ClientID'> & { readonly plan: Pick<VisitStory['plan'], 'coverId'> };

const placeOfEvent = ({ kind, ProviderID }: VisitEvent, of: StoryPeople): StoryPlace | null => {
  if (OFFER_KINDS.has(kind)) return { kind: 'offers' };
  if (kind === 'covered') return of.plan.coverId === null ? null : { kind: 'plan', id: of.plan.coverId };
  return kind === 'told' || kind === 'notTold'
    ? { kind: 'messages', personId: ProviderID ?? of.ClientID }
    : null;
};

/**
 * The steps of offers: who was asked about the visit and what they answered. Without `of`, as beside the visit itself, they
 * have no links.
 */
export const eventSteps = (events: readonly VisitEvent[], of?: StoryPeople): StoryStep[] =>
  events.map((event) => {
    const { at, kind, who, words, message } = event;
    const said = EVENT_WORDS[kind];
    const sent = message ? SENT_WORDS[message.status] : undefined;
    const subject = subjectOf(event);
    const isInTitle = said.words === 'none' || words === subject;
    return inPart('Plan')({
      at,
      title: (sent ?? said).title(subject),
      detail: sentence(
        !isInTitle && (said.words === 'quoted' && words ? `“${words.replace(/\.$/, '')}”` : words),
        message && sent ? sent.why(message) : sayWho(who, said.automatic),
      ),
      tone: sent?.tone ?? EVENT_TONES[kind] ?? 'plain',
      place: of ? placeOfEvent(event, of) : null,
    });
  });

const TASKS_NAMED = 4;
const sayTasks = (tasks: readonly string[]) => {
  const rest = tasks.length - TASKS_NAMED;
  const named = `${tasks.slice(0, TASKS_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  return tasks.length > 0 && `${counted(tasks.length, 'task')} planned: ${named}`;
};

const hoursOfDay = (start: string | null, end: string | null) =>
  start && end ? `${sayTime(start)} to ${sayTime(end)}` : null;

const planStep = ({ plan, tasks, start, end }: VisitStory): StoryStep => {
  const planned = hoursOfDay(plan.start, plan.end);
  const own = hoursOfDay(start, end);
  const cover = plan.coverId !== null && `Temporary plan ${plan.coverId} covers it`;
  return inPart('Plan')({
    at: plan.createdAt,
    title: `Planned by care plan ${plan.id}${plan.versions > 1 ? `, version ${plan.version} of ${plan.versions}` : ''}`,
    detail: sentence(
      planned ?? 'No time on this day',
      sayTasks(tasks),
      plan.versions > 1 && `This version starts on ${sayDay(plan.from)}`,
      plan.createReason,
      // A cover has its own times if it was made after the planned start.
      cover && own !== null && own !== planned ? `${cover}, ${own}` : cover,
    ),
    place: { kind: 'plan', id: plan.coverId ?? plan.id },
  });
};

// --- The visit

const placeWords = ({ metres, hasLocationError, isPhone, call }: StoryEnd) => {
  if (call) return sayCallPlace(call);
  if (!isPhone) return null;
  if (metres === null) return 'The phone’s location is not known';
  return `${metres.toLocaleString('en-US')} m from the client’s address${hasLocationError ? ', outside the limit' : ''}`;
};

const checkStep = (name: StoryEndName, words: string, story: VisitStory, zone: string): StoryStep[] => {
  const { [name]: end, Provider } = story;
  if (!end) return [];
  const isCorrected = end.final !== null && sayClock(end.final, zone) !== sayClock(end.recordedAt, zone);
  return [
    inPart('Visit')({
      at: end.recordedAt,
      title: isCorrected && end.final ? `${words}, corrected to ${sayClock(end.final, zone)}` : words,
      detail: sentence(
        sayRecorder(end, Provider, 'Entered by the office'),
        placeWords(end),
        end.isLate && 'The phone sent it later',
        end.call && end.call.tasks.length > 0 && `Tasks named in the call: ${end.call.tasks.join(', ')}`,
      ),
      tone: end.hasLocationError || isCorrected || end.isLate ? 'warn' : 'ok',
      place: { kind: 'check', end: name },
    }),
  ];
};

const stampWords = (stamp: string | null, zone: string) =>
  stamp === null ? 'nothing' : showStamp(stamp, zone);

const codeWords = (text: string | null | undefined) =>
  CHANGE_REASONS.find(({ code }) => String(code) === text)?.label ?? null;

interface FieldStep {
  readonly title: string;
  readonly tone?: StoryStep['tone'];
}

const closedWords = (code: string | null): string => {
  const found = CLOSE_CODES.find((one) => one === code);
  return found ? `Closed: ${CLOSE_REASONS[found].toLowerCase()}` : 'Reopened';
};

/** What a changed field says. A field that explains another one says nothing on its own. */
const FIELD_STEPS: Record<
  ChangedField,
  (old: string | null, now: string | null, zone: string) => FieldStep | null
> = {
  [LOGGED_TIMES.startedAt]: (old, now, zone) => ({
    title: `${END_NAMES.checkIn} changed from ${stampWords(old, zone)} to ${stampWords(now, zone)}`,
    tone: 'warn',
  }),
  [LOGGED_TIMES.endedAt]: (old, now, zone) => ({
    title: `${END_NAMES.checkOut} changed from ${stampWords(old, zone)} to ${stampWords(now, zone)}`,
    tone: 'warn',
  }),
  Date: (old, now) => (old && now ? { title: `Moved from ${sayDay(old)} to ${sayDay(now)}` } : null),
  PlanStartTime: (old, now) =>
    old && now ? { title: `Planned start moved from ${sayTime(old)} to ${sayTime(now)}` } : null,
  changeCode: () => null,
  changeReason: () => null,
  billVisit: (_old, now) => ({
    title: now === 'true' ? 'Put back into billing' : 'Taken out of billing',
    tone: 'warn',
  }),
  Notes: () => ({ title: 'Notes changed' }),
  attempt: (_old, now) => ({ title: `Recorded outside its window${now ? `: ${now}` : ''}`, tone: 'warn' }),
  rejected: (_old, now) => ({ title: `Recorded time rejected${now ? `: ${now}` : ''}`, tone: 'warn' }),
  reviewed: () => ({ title: 'Location reviewed' }),
  closed: (_old, now) => ({ title: closedWords(now), tone: now === null ? 'plain' : 'warn' }),
  closedMemo: () => null,
};

/** The check itself has its own step, with its place. */
const isCheck = ({ field, old }: StoryChange['changed'][number]) =>
  (field === LOGGED_TIMES.startedAt || field === LOGGED_TIMES.endedAt) && old === null;

const changeSteps = ({ id, at, who, isPhone, changed }: StoryChange, zone: string): StoryStep[] => {
  const of = (field: ChangedField) => changed.find((one) => one.field === field)?.now;
  const steps = changed
    .filter((one) => !(isCheck(one) && isPhone))
    .flatMap(({ field, old, now }) => FIELD_STEPS[field](old, now, zone) ?? []);
  const reason = codeWords(of('changeCode'));
  const all = steps.length === 0 && reason !== null ? [{ title: 'Reason given' }] : steps;
  if (all.length === 0) return [];
  const [first] = all;
  return [
    inPart('Visit')({
      at,
      title: all
        .map(({ title }, n) => (n === 0 ? title : title.charAt(0).toLowerCase() + title.slice(1)))
        .join(', '),
      detail: sentence(
        reason && `Reason: ${reason}`,
        of('changeReason') && `“${of('changeReason')}”`,
        of('closedMemo') && `“${of('closedMemo')}”`,
        `By ${who}`,
      ),
      tone: all.find(({ tone }) => tone !== undefined)?.tone ?? first?.tone ?? 'plain',
      place: { kind: 'change', id },
    }),
  ];
};

const DOCUMENT_STEPS = {
  CarePlan: { part: 'Plan', title: 'Care plan printed', tone: 'plain' },
  Timesheet: { part: 'Plan', title: 'Timesheet printed', tone: 'plain' },
  SignedPlan: { part: 'Plan', title: 'Care plan signed', tone: 'ok' },
  SignedVisit: { part: 'Visit', title: 'Visit signed', tone: 'ok' },
  Scan: { part: 'Visit', title: 'Signed timesheet filed', tone: 'ok' },
} as const;

const visitSteps = (story: VisitStory, zone: string): StoryStep[] => [
  ...checkStep('checkIn', 'Checked in', story, zone),
  ...checkStep('checkOut', 'Checked out', story, zone),
  ...story.changes.flatMap((change) => changeSteps(change, zone)),
  ...story.arrivals.map(({ at, Provider }) =>
    inPart('Visit')({ at, title: `${Provider} checked in, but no longer had the visit`, tone: 'warn' }),
  ),
  ...story.documents.map(({ id, at, kind, name }) => {
    const { part, ...said } = DOCUMENT_STEPS[kind];
    return inPart(part)({
      at,
      ...said,
      detail: sentence(name),
      place: { kind: 'document', document: kind, id },
    });
  }),
];

// --- Proof

const proofSteps = ({ records }: VisitStory): StoryStep[] =>
  records.flatMap(({ id, sentAt, queuedAt, by, answer }) => {
    const place = { kind: 'record', id } as const;
    const proof = (step: Step) => inPart('Proof')({ ...step, place });
    const sent = { at: sentAt ?? queuedAt, detail: sentence(by && `Queued by ${by}`) };
    // An answered record no longer waits, even if the time of sending is unknown.
    const waits = sentAt === null && answer === null;
    return [
      ...(waits ? [proof({ ...sent, title: 'Waiting to be sent to the aggregator' })] : []),
      ...(sentAt === null ? [] : [proof({ ...sent, title: 'Sent to the aggregator' })]),
      ...(answer
        ? [
            proof({
              at: answer.at,
              title: answer.isAccepted ? 'The aggregator accepted it' : 'The aggregator rejected it',
              detail: sentence(answer.message),
              tone: answer.isAccepted ? 'ok' : 'danger',
            }),
          ]
        : []),
    ];
  });

// --- Money

const hours = (minutes: number) => `${showHours(hundredthsOf(minutes))} h`;
const money = inPart('Money');

const cardSteps = ({ cards }: VisitStory): StoryStep[] =>
  cards.map(({ at, month, status, minutes, units, cents }) =>
    money({
      at,
      title: `On the billing record of ${sayMonth(month)}`,
      detail: sentence(
        units === 0 ? 'The day is not billed' : `${hours(minutes)}, ${counted(units, 'unit')}`,
        `Status ${status}`,
      ),
      tone: units === 0 ? 'warn' : 'plain',
      cents,
      place: { kind: 'card', month },
    }),
  );

type ClaimAnswer = StoryClaim['answers'][number];
const ANSWERS = {
  accepted: ['accepted', 'ok'],
  refused: ['refused', 'danger'],
  paid: ['paid', 'ok'],
  denied: ['denied', 'danger'],
  'taken back': ['took back the payment of', 'danger'],
} as const;

/** A file's and its claims' acknowledgements each accept the claim. Only the first one is shown. */
const isNews = ({ kind }: ClaimAnswer, at: number, answers: readonly ClaimAnswer[]) =>
  kind !== 'accepted' || answers.findIndex((other) => other.kind === kind) === at;

/** How long the payer took to pay; null for an answer without money. */
const claimedToPaid = (claimed: string, { kind, at }: ClaimAnswer, zone: string): string | null => {
  if (kind !== 'paid') return null;
  const days = daysBetween(dayOfStamp(claimed, zone), dayOfStamp(at, zone));
  return days === 0 ? 'Claimed and paid on one day' : `Claimed to paid in ${counted(days, 'day')}`;
};

const claimSteps = ({ claims, date }: VisitStory, zone: string): StoryStep[] =>
  claims.flatMap(({ id, at, fileName, par, units, cents, insured, answers }) => {
    const place = { kind: 'claim', id, month: date.slice(0, 7) } as const;
    return [
      money({
        at,
        title: `Sent to the payer in claim ${id}`,
        detail: sentence(
          counted(units, 'unit'),
          insured ? `${showMoney(insured)} paid by insurers` : null,
          par && `Authorization ${par}`,
          `File ${fileName}`,
        ),
        cents,
        place,
      }),
      ...answers.filter(isNews).map((answer) => {
        const [word, tone] = ANSWERS[answer.kind];
        return money({
          at: answer.at,
          title: `The payer ${word} claim ${id}`,
          detail: sentence(answer.reason, claimedToPaid(at, answer, zone)),
          tone,
          cents: answer.cents,
          place,
        });
      }),
    ];
  });

const invoiceSteps = ({ invoices }: VisitStory): StoryStep[] =>
  invoices.flatMap(({ id, number, at, minutes, cents, voidedAt, voidReason, payments }) => {
    const place = { kind: 'invoice', id } as const;
    return [
      money({ at, title: `On invoice ${number}`, detail: sentence(hours(minutes)), cents, place }),
      ...payments.map((payment) =>
        money({
          at: payment.at,
          title: `Invoice ${number}: payment received`,
          detail: 'For all lines of the invoice.',
          tone: 'ok',
          cents: payment.cents,
          place,
        }),
      ),
      ...(voidedAt === null
        ? []
        : [
            money({
              at: voidedAt,
              title: `Invoice ${number} voided`,
              detail: sentence(voidReason),
              tone: 'warn',
              place,
            }),
          ]),
    ];
  });

const paySteps = ({ pay, Provider }: VisitStory): StoryStep[] => {
  if (!pay?.run) return [];
  return [
    money({
      at: pay.run.at,
      title: `Paid to ${Provider} in payroll run ${pay.run.number}`,
      detail: sentence(
        `${hours(pay.minutes)}${pay.rate === null ? '' : ` at ${showMoney(pay.rate)} an hour`}`,
        'Overtime of the week is paid separately',
      ),
      tone: 'ok',
      cents: pay.cents,
      place: { kind: 'pay', month: pay.month },
    }),
  ];
};

/** All steps by time. At the same moment, they follow the order of the parts. */
export const composeStory = (story: VisitStory, zone: string): StoryStep[] =>
  [
    planStep(story),
    ...eventSteps(story.events, story),
    ...visitSteps(story, zone),
    ...proofSteps(story),
    ...cardSteps(story),
    ...claimSteps(story, zone),
    ...invoiceSteps(story),
    ...paySteps(story),
  ].toSorted(
    (a, b) =>
      Temporal.Instant.compare(Temporal.Instant.from(a.at), Temporal.Instant.from(b.at)) ||
      STORY_PARTS.indexOf(a.part) - STORY_PARTS.indexOf(b.part),
  );

// --- What has not happened yet

const DECIDED: ReadonlySet<ClaimAnswer['kind']> = new Set(['refused', 'paid', 'denied', 'taken back']);

/** When the payer usually decides on a claim sent at this time. */
const usuallyBy = (sent: string, days: number | null, zone: string) =>
  days === null ? '' : `, usually ${sayDay(addDays(dayOfStamp(sent, zone), days))}`;

const moneyAhead = ({ cards, claims, invoices, usualDays }: VisitStory, zone: string): string[] => {
  const billed = cards.filter(({ units }) => units > 0);
  if (cards.length === 0) return ['Waiting for a billing record'];
  if (billed.length === 0) return [];
  const unpaid = invoices.filter(({ voidedAt, payments }) => voidedAt === null && payments.length === 0);
  const isAsked = claims.length > 0 || invoices.some(({ voidedAt }) => voidedAt === null);
  // Nothing is claimed for a record that somebody set to Paid.
  const isSettled = billed.every(({ status }) => status === 'Paid');
  // A later claim replaces earlier ones.
  const claim = claims.at(-1);
  const isOpen = claim !== undefined && !claim.answers.some(({ kind }) => DECIDED.has(kind));
  return [
    ...(isAsked || isSettled ? [] : ['Waiting for a claim or an invoice']),
    ...(isOpen
      ? [`Waiting for the payer to decide on claim ${claim.id}${usuallyBy(claim.at, usualDays, zone)}`]
      : []),
    ...unpaid.map(({ number }) => `Waiting for payment of invoice ${number}`),
  ];
};

/** What the story is still waiting for, in the expected order. A past day without a visit waits for nothing. */
export const storyAhead = (story: VisitStory, today: string, zone: string): string[] => {
  const { status, closed, date, pay, Provider } = story;
  if (closed !== null) return [];
  if (status === 'Planned') return date < today ? [] : ['Waiting for the visit'];
  if (status === 'Active') return ['Waiting for check-out'];
  return [
    ...moneyAhead(story, zone),
    ...(pay && !pay.run ? [`Waiting for the payroll run that pays ${Provider}`] : []),
  ];
};

// --- Beside the steps

export interface StoryTime {
  readonly name: string;
  readonly minutes: number;
  /** The source: the plan, those who were there, or records about money. */
  readonly by: 'plan' | 'visit' | 'money';
}

const between = (from: string | null | undefined, until: string | null | undefined) =>
  from && until ? elapsedMinutes(Temporal.Instant.from(from), Temporal.Instant.from(until)) : null;

const plannedBetween = (date: string, from: string, until: string, zone: string) => {
  const { start, end } = visitInstants(date, from, until, zone);
  return elapsedMinutes(start, end);
};

const UNIT_MINUTES = 15;

/** The length of the visit according to each source that has one. */
export const storyTimes = (story: VisitStory, zone: string): StoryTime[] => {
  const { start, end, date, checkIn, checkOut, verifiedMinutes, cards, claims, pay } = story;
  const planned = start && end ? plannedBetween(date, start, end, zone) : null;
  const recorded = between(checkIn?.recordedAt, checkOut?.recordedAt);
  const counts = between(checkIn?.final, checkOut?.final);
  // A later claim replaces earlier ones.
  const claimed = claims.at(-1);
  const lengths: readonly (readonly [name: string, by: StoryTime['by'], minutes: number | null])[] = [
    ['Plan', 'plan', planned],
    ['Recorded', 'visit', recorded],
    ['Corrected', 'visit', counts === recorded ? null : counts],
    ['Verified', 'money', verifiedMinutes],
    ['Billed', 'money', cards.length === 0 ? null : sum(cards.map(({ minutes }) => minutes))],
    ['Claimed', 'money', claimed ? claimed.units * UNIT_MINUTES : null],
    ['Paid out', 'money', pay?.minutes ?? null],
  ];
  return lengths.flatMap(([name, by, minutes]) => (minutes === null ? [] : [{ name, by, minutes }]));
};

export interface StoryMoney {
  readonly name: string;
  readonly cents: number;
  /** A link to where it can be checked; null if it is the difference of the others. */
  readonly place: StoryPlace | null;
}

/** What insurers paid, according to the last claim that asks for the day. A void does not state it. */
const insuredOf = (claims: VisitStory['claims']): number =>
  claims.findLast(({ units }) => units > 0)?.insured ?? 0;

/** What the visit earned and cost, for readers who may see it. */
export const storyMoney = ({ date, cards, claims, invoices, pay }: VisitStory): StoryMoney[] => {
  const billed = cards.flatMap(({ cents }) => cents ?? []);
  const invoiced = invoices.filter(({ voidedAt }) => voidedAt === null).flatMap(({ cents }) => cents ?? []);
  const paid = claims.flatMap(({ answers }) => answers.flatMap(({ cents }) => cents ?? []));
  const insured = insuredOf(claims);
  // Once the payer has decided, what was paid, including by insurers; until then, what was asked for.
  const income = [paid.length > 0 ? [...paid, insured] : [], invoiced, billed].find(
    (amounts) => amounts.length > 0,
  );
  const cost = pay?.cents ?? null;
  // Of several records, the latest one counts.
  const [card, claim, invoice] = [cards.at(-1), claims.at(-1), invoices.at(-1)];
  const toCard = card ? ({ kind: 'card', month: card.month } as const) : null;
  const toClaim = claim ? ({ kind: 'claim', id: claim.id, month: date.slice(0, 7) } as const) : null;
  const toInvoice = invoice ? ({ kind: 'invoice', id: invoice.id } as const) : null;
  const toPay = pay ? ({ kind: 'pay', month: pay.month } as const) : null;
  return [
    ...(billed.length > 0 ? [{ name: 'Billed', cents: sum(billed), place: toCard }] : []),
    ...(invoiced.length > 0 ? [{ name: 'Invoiced', cents: sum(invoiced), place: toInvoice }] : []),
    ...(insured > 0 ? [{ name: 'Paid by insurers', cents: insured, place: toClaim }] : []),
    ...(paid.length > 0 ? [{ name: 'Paid by the payer', cents: sum(paid), place: toClaim }] : []),
    ...(cost === null ? [] : [{ name: 'Pay of the caregiver', cents: -cost, place: toPay }]),
    ...(cost === null || !income
      ? []
      : [{ name: 'Margin before overtime', cents: sum(income) - cost, place: null }]),
  ];
};

/** A comparison of two records of the visit. Differences are put into words. */
export interface StoryCheck {
  readonly passes: boolean;
  readonly words: string;
}

/** The payer is expected to pay what insurers left (docs/rules/payers.md, rule 12). */
const paymentCheck = (charge: number, insured: number, paid: number): StoryCheck => ({
  passes: paid === expectedOf({ charge, insured }),
  words:
    insured > 0
      ? `${showMoney(charge)} claimed, ${showMoney(insured)} paid by insurers, ${showMoney(paid)} by the payer`
      : `${showMoney(charge)} claimed, ${showMoney(paid)} paid`,
});

/** What became of the visit's money, as a status of billing records; null if it is not billed. */
export const storyOutcome = ({ cards, claims }: VisitStory): CardStatus | null => {
  const card = cards.findLast(({ units }) => units > 0);
  if (!card) return null;
  const claim = claims.at(-1);
  // Any other status of the record comes from claims for its other days.
  if (!claim) return card.status === 'Pending' || card.status === 'Paid' ? card.status : 'Billed';
  const decision = claim.answers.findLast(({ kind }) => DECIDED.has(kind));
  if (!decision) return 'Billed';
  // A void no longer asks for anything.
  if (claim.units === 0) return 'Adjust';
  if (decision.kind !== 'paid') return 'Denied';
  const { cents, insured } = claim;
  // If amounts are unknown or hidden from the reader, the payer's decision counts.
  if (cents === null || decision.cents === null) return 'Paid';
  const paid = sum(claims.flatMap(({ answers }) => answers.map((answer) => answer.cents ?? 0)));
  return paid < expectedOf({ charge: cents, insured: insured ?? 0 }) ? 'PartPaid' : 'Paid';
};

/** What the visit's records must agree on, as far as they exist. Unequal minutes or dollars never pass. */
export const storyChecks = (story: VisitStory): StoryCheck[] => {
  const { checkIn, checkOut, records, cards, claims, pay } = story;
  const worked = between(checkIn?.final, checkOut?.final);
  const billed = cards.filter(({ units }) => units > 0);
  const minutes = sum(billed.map((card) => card.minutes));
  const cents = sum(billed.map((card) => card.cents ?? 0));
  const seesMoney = billed.every((card) => card.cents !== null);
  const claim = claims.at(-1);
  const isDecided = claim?.answers.some(({ kind }) => DECIDED.has(kind)) ?? false;
  const paid = sum(claims.flatMap(({ answers }) => answers.map((answer) => answer.cents ?? 0)));
  const hours = (count: number) => `${showHours(hundredthsOf(count))} h`;
  const same = (one: number, other: number, words: string): StoryCheck => ({ passes: one === other, words });
  const answer = records.at(-1)?.answer;
  return [
    ...(worked === null ? [] : [{ passes: true, words: 'Checked in and out' }]),
    ...(answer ? [{ passes: answer.isAccepted, words: 'The aggregator rejected it last' }] : []),
    ...(billed.length === 0
      ? []
      : [
          same(billed.length, 1, `It is on ${billed.length} billing records`),
          ...(worked === null
            ? []
            : [same(minutes, worked, `${hours(worked)} worked, ${hours(minutes)} billed`)]),
        ]),
    ...(claim === undefined
      ? []
      : [
          same(
            claim.units * UNIT_MINUTES,
            minutes,
            `${hours(minutes)} billed, ${hours(claim.units * UNIT_MINUTES)} claimed`,
          ),
          ...(seesMoney && claim.cents !== null
            ? [same(claim.cents, cents, `${showMoney(cents)} billed, ${showMoney(claim.cents)} claimed`)]
            : []),
        ]),
    ...(isDecided && claim && claim.cents !== null
      ? [paymentCheck(claim.cents, claim.insured ?? 0, paid)]
      : []),
    ...(pay && billed.length > 0
      ? [same(pay.minutes, minutes, `${hours(minutes)} billed, ${hours(pay.minutes)} paid out`)]
      : []),
  ];
};

import {
  hoursText,
  instantOf,
  sayClock,
  sayDay,
  sayTime,
  showDate,
  spanishClock,
  weekdayOf,
} from '../calendar.ts';
import { counted } from '../counted.ts';
import { canText, LINK_PLACE } from '../messaging/rules.ts';
import { smsSize } from '../messaging/segments.ts';
import { showMoney } from '../money.ts';
import type { CameFrom, Candidate } from '../staffing/schema.ts';
import { showMinutes } from '../visits/findings.ts';
import {
  type AutopilotSettings,
  type Language,
  type LimitCause,
  type OfferState,
  REFUSAL_CAUSES,
  type RefusalCause,
  VISIT_CAUSES,
  type VisitCause,
  type VisitTimes,
  type WaveSettings,
} from './schema.ts';

/** Decides whom to ask, when, and in which words. What an answer means is in replies.ts. */

// ---- codes

const CODES = 10_000;

/** A code that no open offer uses, picked by a random number from 0 to 1; undefined if all are taken. */
export const freeCode = (taken: ReadonlySet<string>, chance: number): string | undefined => {
  const from = Math.floor(chance * CODES) % CODES;
  for (let step = 0; step < CODES; step += 1) {
    const code = String((from + step) % CODES).padStart(4, '0');
    if (!taken.has(code)) return code;
  }
  return undefined;
};

// ---- when

type Quiet = Pick<WaveSettings, 'quietFrom' | 'quietUntil'>;

/** When an offer due at `moment` may go out: at once, or at the end of the site's quiet hours. */
export const afterQuiet = (
  moment: Temporal.Instant,
  { quietFrom, quietUntil }: Quiet,
  zone: string,
): Temporal.Instant => {
  if (quietFrom === quietUntil) return moment;
  const local = moment.toZonedDateTimeISO(zone);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  const isOvernight = quietUntil < quietFrom;
  const isQuiet = isOvernight
    ? time >= quietFrom || time < quietUntil
    : time >= quietFrom && time < quietUntil;
  if (!isQuiet) return moment;
  const date = local.toPlainDate().add({ days: isOvernight && time >= quietFrom ? 1 : 0 });
  const end = instantOf(date.toString(), quietUntil, zone);
  return Temporal.Instant.compare(end, moment) > 0 ? end : moment;
};

/** Whether this is the moment at which quiet hours end, so that what goes out now has waited for it. */
export const isQuietEnd = (moment: Temporal.Instant, quiet: Quiet, zone: string): boolean =>
  afterQuiet(moment.subtract({ minutes: 1 }), quiet, zone).equals(moment);

/** With fewer minutes than this until the start, the shorter wait applies. */
const SHORT_BEFORE_MINUTES = 120;

const minutesBetween = (from: Temporal.Instant, until: Temporal.Instant) =>
  (until.epochMilliseconds - from.epochMilliseconds) / 60_000;

interface Asked {
  /** When the last wave went out. */
  readonly sent: Temporal.Instant;
  /** The number of the last wave. */
  readonly wave: number;
  readonly start: Temporal.Instant;
  /** The search stops this many minutes before the start. */
  readonly stopMinutes: number;
}

/** When the next wave goes out; undefined if there is none. */
export const nextWave = (
  settings: WaveSettings,
  { sent, wave, start, stopMinutes }: Asked,
  zone: string,
): Temporal.Instant | undefined => {
  if (wave >= settings.waves) return undefined;
  const isShort = minutesBetween(sent, start) < SHORT_BEFORE_MINUTES;
  const minutes = isShort ? Math.min(settings.shortWaitMinutes, settings.waitMinutes) : settings.waitMinutes;
  const at = afterQuiet(sent.add({ minutes }), settings, zone);
  return minutesBetween(at, start) > stopMinutes ? at : undefined;
};

interface CallOutTimes {
  readonly start: Temporal.Instant;
  readonly calledOutAt: Temporal.Instant;
}

/** When the autopilot starts on a call-out: as soon as it is reported and the visit is within the configured hours. */
const beginOf = (
  { withinHours }: Pick<AutopilotSettings, 'withinHours'>,
  { start, calledOutAt }: CallOutTimes,
): Temporal.Instant => {
  const opens = start.subtract({ hours: withinHours });
  return Temporal.Instant.compare(opens, calledOutAt) > 0 ? opens : calledOutAt;
};

/** How many minutes a call-out waits for quiet hours to end. */
export const quietMinutes = (
  settings: Quiet & Pick<AutopilotSettings, 'withinHours'>,
  times: CallOutTimes,
  zone: string,
): number => {
  const begins = beginOf(settings, times);
  return Math.round(minutesBetween(begins, afterQuiet(begins, settings, zone)));
};

/** When the autopilot asks the first people; undefined if it would have stopped by then. */
export const firstWave = (
  settings: Quiet & Pick<AutopilotSettings, 'withinHours' | 'stopMinutes'>,
  times: CallOutTimes,
  zone: string,
): Temporal.Instant | undefined => {
  const at = afterQuiet(beginOf(settings, times), settings, zone);
  return minutesBetween(at, times.start) > settings.stopMinutes ? at : undefined;
};

// ---- whom

export type Limits = Pick<AutopilotSettings, 'mostOvertimeCents' | 'mostMiles' | 'onlyKnown'>;
export const NO_LIMITS: Limits = { mostOvertimeCents: null, mostMiles: null, onlyKnown: false };

/** A sentence that a caregiver has reached the daily limit of offers; undefined if they have not. */
export const whyNoMoreOffers = (
  offers: number,
  { offersPerDay }: Pick<WaveSettings, 'offersPerDay'>,
  /** When quiet hours end, in the site's time zone; given only if the offer is due during them. */
  quietEnd?: Temporal.ZonedDateTime,
): string | undefined => {
  if (offers < offersPerDay) return undefined;
  const count = counted(offers, 'offer');
  if (quietEnd === undefined) return `Has had ${count} today.`;
  const day = sayDay(quietEnd.toPlainDate().toString());
  return `Quiet hours end at ${sayClockOf(quietEnd)}, and for ${day} they already have ${count}.`;
};

const sayClockOf = (at: Temporal.ZonedDateTime) => sayClock(at.toInstant().toString(), at.timeZoneId);

/**
 * Why a search ends with nobody asked, including that it waited for quiet hours to end. The reasons against chosen
 * caregivers can name other clients, so only the visit's story lists them; `ended` just points there.
 */
export const whyNobodyAsked = (
  quietEnd: Temporal.ZonedDateTime | undefined,
  reasons: readonly string[],
): { readonly ended: string; readonly story: string } => {
  const alike = (words: string) => ({ ended: words, story: words });
  if (quietEnd === undefined) return alike('Nobody else can be asked.');
  const hours = `Quiet hours ended at ${sayClockOf(quietEnd)}, and`;
  if (reasons.length === 0)
    return alike(`${hours} nobody else can be asked. Ask farther, or assign somebody.`);
  return {
    ended: `${hours} nobody was asked. The visit’s story says why. Ask others, or assign somebody.`,
    story: `${hours} nobody was asked. ${reasons.join(' ')} Ask others, or assign somebody.`,
  };
};

interface BeyondLimit {
  readonly cause: LimitCause;
  /** A sentence for the office, without an amount of money. */
  readonly why: string;
}

/** The first limit that a caregiver exceeds for a visit; undefined if none. Checked when a wave goes out and again when a yes arrives. */
export const limitBeyond = (
  { visitsHere, miles, cost }: Pick<Candidate, 'visitsHere' | 'miles' | 'cost'>,
  { mostOvertimeCents, mostMiles, onlyKnown }: Limits,
): BeyondLimit | undefined => {
  if (onlyKnown && visitsHere === 0)
    return { cause: 'onlyKnown', why: 'Has not visited this client in 90 days.' };
  if (mostMiles !== null && (miles === null || miles > mostMiles))
    return { cause: 'beyondMiles', why: `Farther than ${mostMiles} miles.` };
  if (mostOvertimeCents === null) return undefined;
  const { overtimeCents = null, overtimeMinutes = 0 } = cost ?? {};
  // Overtime of unknown cost counts as beyond the limit.
  return overtimeMinutes > 0 && (overtimeCents === null || overtimeCents > mostOvertimeCents)
    ? { cause: 'beyondOvertime', why: 'Costs more overtime than allowed.' }
    : undefined;
};

/** A sentence why a caregiver is not asked; undefined if they may be. */
export const whyNotAsked = (
  candidate: Candidate,
  offersToday: number,
  { offersPerDay }: Pick<WaveSettings, 'offersPerDay'>,
  limits: Limits = NO_LIMITS,
): string | undefined => {
  if (candidate.obstacle !== null) return candidate.why ?? 'Cannot come.';
  if (candidate.whyNoOffer !== null) return candidate.whyNoOffer;
  const full = whyNoMoreOffers(offersToday, { offersPerDay });
  return full ?? limitBeyond(candidate, limits)?.why;
};

interface Named extends Pick<Choice, 'asked' | 'offersToday'> {
  readonly settings: Pick<WaveSettings, 'offersPerDay'> & { readonly isLimited?: boolean };
}

/**
 * A sentence why a caregiver named by the office is not asked; undefined if they are. The daily limit of offers applies
 * only to names from a proposal.
 */
export const whyNotNamed = (
  candidate: Pick<Candidate, 'ProviderID' | 'obstacle' | 'why' | 'whyNoOffer'>,
  { asked, offersToday, settings }: Named,
): string | undefined => {
  if (candidate.obstacle !== null) return candidate.why ?? 'Cannot come.';
  if (candidate.whyNoOffer !== null) return candidate.whyNoOffer;
  if (asked.has(candidate.ProviderID)) return 'Was asked already.';
  return settings.isLimited
    ? whyNoMoreOffers(offersToday.get(candidate.ProviderID) ?? 0, settings)
    : undefined;
};

interface Choice {
  readonly asked: ReadonlySet<number>;
  readonly offersToday: ReadonlyMap<number, number>;
  readonly settings: WaveSettings;
  readonly limits?: Limits;
}

/** The caregivers for the next wave, best first. */
export const nextToAsk = (
  candidates: readonly Candidate[],
  { asked, offersToday, settings, limits }: Choice,
): Candidate[] =>
  candidates
    .filter((one) => !asked.has(one.ProviderID))
    .filter((one) => whyNotAsked(one, offersToday.get(one.ProviderID) ?? 0, settings, limits) === undefined)
    .slice(0, settings.people);

// ---- words

export const DEFAULT_AUTOPILOT: AutopilotSettings = {
  isOn: false,
  withinHours: 24,
  callOuts: 'any',
  people: 4,
  waitMinutes: 20,
  waves: 3,
  shortWaitMinutes: 8,
  quietFrom: '21:00',
  quietUntil: '05:00',
  offersPerDay: 3,
  mostOvertimeCents: 2_500,
  mostMiles: 15,
  onlyKnown: false,
  stopMinutes: 60,
  callName: '',
  callPhone: '',
  english: '{agency}: open visit {day} {hours}, {town}, {miles}, about {pay}. Reply Y {code} or N.',
  spanish: '{agency}: visita disponible {day} {hours}, {town}, {miles}, unos {pay}. Responda Y {code} o N.',
};

export const PLACES = ['agency', 'day', 'hours', 'town', 'miles', 'pay', 'code'] as const;
type Place = (typeof PLACES)[number];
const NEEDED: readonly Place[] = ['day', 'hours', 'code'];

const ENGLISH_DAYS = { Mon: 'Mon', Tue: 'Tue', Wed: 'Wed', Thu: 'Thu', Fri: 'Fri', Sat: 'Sat', Sun: 'Sun' };
/** Without accents that would make the text longer than one segment. */
const SPANISH_DAYS = { Mon: 'lun', Tue: 'mar', Wed: 'mié', Thu: 'jue', Fri: 'vie', Sat: 'sab', Sun: 'dom' };

/** 'today', 'tomorrow' or 'Tue 11-24'. */
export const sayOfferDay = (day: string, today: string, language: Language): string => {
  const date = Temporal.PlainDate.from(day);
  const ahead = Temporal.PlainDate.from(today).until(date).days;
  if (ahead === 0) return language === 'en' ? 'today' : 'hoy';
  if (ahead === 1) return language === 'en' ? 'tomorrow' : 'mañana';
  const weekday = (language === 'en' ? ENGLISH_DAYS : SPANISH_DAYS)[weekdayOf(date)];
  return `${weekday} ${day.slice(5)}`;
};

/** With a hyphen, because the dash in '7:00–10:00 AM' is outside the GSM-7 alphabet. */
export const sayHours = (start: string, end: string) => `${sayTime(start)}-${sayTime(end)}`;

/** Names the visit a caregiver would come from only by its time and town, because it is another client's. */
export const sayCameFrom = ({ start, town }: CameFrom, language: Language) =>
  language === 'en'
    ? `from your ${sayTime(start)} visit${town === null ? '' : ` in ${town}`}`
    : `desde su visita de las ${spanishClock(sayTime(start))}${town === null ? '' : ` en ${town}`}`;

export interface OfferFacts {
  readonly agency: string;
  readonly day: string;
  readonly today: string;
  readonly start: string;
  readonly end: string;
  readonly town: string | null;
  readonly miles: number | null;
  /** The visit they would come from, said with the miles; null if they come from home or it is left out. */
  readonly from: CameFrom | null;
  readonly payCents: number | null;
  readonly code: string;
}

const sayMiles = ({ miles, from }: Pick<OfferFacts, 'miles' | 'from'>, language: Language) => {
  if (miles === null) return '';
  const far = `${miles.toFixed(1)} ${language === 'en' ? 'miles' : 'millas'}`;
  return from === null ? far : `${far} ${sayCameFrom(from, language)}`;
};

const valuesOf = (facts: OfferFacts, language: Language): Record<Place, string> => ({
  agency: facts.agency,
  day: sayOfferDay(facts.day, facts.today, language),
  hours: sayHours(facts.start, facts.end),
  town: facts.town ?? '',
  miles: sayMiles(facts, language),
  pay: facts.payCents === null ? '' : showMoney(facts.payCents),
  code: facts.code,
});

const isPlace = (name: string): name is Place => PLACES.some((place) => place === name);

/** Fills in the template, dropping each part between commas whose placeholder has no value. */
export const offerText = (template: string, facts: OfferFacts, language: Language): string => {
  const values = valuesOf(facts, language);
  const kept = template.replace(/,[^,.{}]*\{(\w+)\}[^,.{}]*/g, (part, name: string) =>
    isPlace(name) && values[name] === '' ? '' : part,
  );
  const text = kept.replace(/\{(\w+)\}/g, (token, name: string) => (isPlace(name) ? values[name] : token));
  return language === 'es' ? spanishClock(text) : text;
};

/**
 * The whole text, with a placeholder for a link of `linkLength` characters. The visit they would come from is named only
 * if that takes no further segment, because each is paid for; its town is dropped first.
 */
export const offerMessage = (
  template: string,
  facts: OfferFacts,
  { language, linkLength }: { readonly language: Language; readonly linkLength: number },
): string => {
  const say = (from: CameFrom | null) => `${offerText(template, { ...facts, from }, language)} ${LINK_PLACE}`;
  const segmentsOf = (text: string) => smsSize(text.replace(LINK_PLACE, 'x'.repeat(linkLength))).segments;
  const short = say(null);
  const longer = facts.from === null ? [] : [facts.from, { ...facts.from, town: null }].map(say);
  return longer.find((text) => segmentsOf(text) <= segmentsOf(short)) ?? short;
};

/** The template filled with sample values. */
export const sampleText = (template: string, agency: string, language: Language): string => {
  const facts = { day: '2026-11-17', today: '2026-11-17', start: '07:00', end: '10:00', town: 'Aurora' };
  return offerText(
    template,
    { ...facts, agency, miles: 2.1, from: null, payCents: 6_300, code: '4821' },
    language,
  );
};

/** The sample, marked as a test. */
export const testText = (template: string, agency: string, language: Language): string =>
  `${language === 'en' ? 'Test' : 'Prueba'}: ${sampleText(template, agency, language)}`;

/** Every segment costs money. */
const MOST_SEGMENTS = 2;
/** Characters to reserve for the link at the end of a text. */
const LINK_LENGTH = 90;
const LONGEST: Omit<OfferFacts, 'agency'> = {
  day: '2026-11-25',
  today: '2026-11-17',
  start: '10:30',
  end: '12:30',
  town: 'Colorado Springs',
  miles: 100.5,
  from: null,
  payCents: 123_456,
  code: '4821',
};

/** What is wrong with a template, in a sentence; undefined if nothing is. */
export const templateFault = (template: string, agency: string, language: Language): string | undefined => {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !isPlace(name));
  if (unknown !== undefined)
    return `{${unknown}} is not known. Use ${PLACES.map((one) => `{${one}}`).join(' ')}.`;
  const missing = NEEDED.find((place) => !names.includes(place));
  if (missing) return `The text must hold {${missing}}.`;
  const text = `${offerText(template, { ...LONGEST, agency }, language)} ${'x'.repeat(LINK_LENGTH)}`;
  return smsSize(text).segments > MOST_SEGMENTS
    ? `The text with its link takes more than ${MOST_SEGMENTS} messages. Shorten it${smsSize(text).encoding === 'UCS-2' ? ` or leave out ${smsSize(text).special.join(' ')}` : ''}.`
    : undefined;
};

export const NO_CALL_PHONE = 'Enter a US phone number that takes texts.';

/** The contact to text needs both a name and a phone that takes texts, or neither. */
const callFaults = ({ callName, callPhone }: Pick<AutopilotSettings, 'callName' | 'callPhone'>) => [
  ...(callName === '' && callPhone !== ''
    ? [{ field: 'callName', message: 'Enter who gets the text.' }]
    : []),
  ...((callName !== '' || callPhone !== '') && !canText(callPhone)
    ? [{ field: 'callPhone', message: NO_CALL_PHONE }]
    : []),
];

/** What is wrong with the settings, field by field. */
export const checkAutopilot = (
  settings: Pick<AutopilotSettings, 'callName' | 'callPhone' | 'english' | 'spanish'>,
  agency: string,
) => {
  const english = templateFault(settings.english, agency, 'en');
  const spanish = templateFault(settings.spanish, agency, 'es');
  return [
    ...callFaults(settings),
    ...(english ? [{ field: 'english', message: english }] : []),
    ...(spanish ? [{ field: 'spanish', message: spanish }] : []),
  ];
};

/** 'starts in 40 min', or that it should have started: a visit can stay open after its start. */
export const sayStarts = (minutes: number) =>
  minutes > 0 ? `starts in ${showMinutes(minutes)}` : 'should have started';

export interface NobodyYet extends Pick<OfferFacts, 'agency' | 'day' | 'today' | 'start' | 'town'> {
  readonly asked: number;
  readonly minutesToStart: number;
}

/** The text to the office when the autopilot has stopped. It names neither the client nor the address. */
export const nobodyYetText = ({ agency, day, today, start, town, asked, minutesToStart }: NobodyYet) =>
  [
    `${agency}: nobody yet for the visit ${day === today ? '' : `${sayOfferDay(day, today, 'en')} `}at ${sayTime(start)}`,
    `${town === null ? '' : ` in ${town}`}, ${asked} asked, ${sayStarts(minutesToStart)}.`,
  ].join('');

/** What was checked again before a yes was accepted: 'No overlapping visit, 38 h that week including this one, documents valid'. */
export const sayChecked = (
  { weekMinutes }: Pick<Candidate, 'weekMinutes'>,
  { minutes }: { readonly minutes: number },
): string =>
  `No overlapping visit, ${hoursText(weekMinutes + minutes)} that week including this one, documents valid`;

/** Whether the visit has been moved since the caregiver was asked; false if the time of the offer is unknown (null). */
export const isMoved = (asked: VisitTimes | null, now: VisitTimes): boolean =>
  asked !== null && (asked.date !== now.date || asked.start !== now.start || asked.end !== now.end);

/** Tells the office why a yes to an earlier time does not count. */
export const sayMoved = ({ date, start, end }: VisitTimes) =>
  `The visit was moved since they were asked: ${showDate(date)} ${sayHours(start, end)}`;

export const ANSWER_WORDS = {
  covered: ['You have this visit. Details are in the app.', 'La visita es suya. Vea los detalles en la app.'],
  keeps: [
    'You have this visit. Please call the office if you cannot come.',
    'La visita es suya. Llame a la oficina si no puede ir.',
  ],
  taken: ['Already taken, thank you.', 'Ya fue tomada, gracias.'],
  declined: ['Thanks for telling us.', 'Gracias por avisar.'],
  gone: ['This visit no longer needs a caregiver.', 'Esta visita ya no necesita a nadie.'],
  moved: [
    'This visit has another time now. Please call the office if you can come then.',
    'Esta visita tiene otra hora ahora. Llame a la oficina si puede ir.',
  ],
  takenBack: [
    'You no longer have this visit. Please call the office if you can come.',
    'Esta visita ya no es suya. Llame a la oficina si puede ir.',
  ],
  otherPhone: [
    'An answer to your offer came from another phone. Please answer from this one.',
    'Llegó una respuesta a su oferta desde otro teléfono. Responda desde este.',
  ],
  which: [
    'You have more than one offer. Reply Y and the 4-digit code.',
    'Tiene varias ofertas. Responda Y y el código de 4 cifras.',
  ],
  unclear: [
    'We did not understand. Reply Y and the code, or N.',
    'No entendimos. Responda Y y el código, o N.',
  ],
  proposed: [
    'The office has your message. To answer the offer, reply Y and the code, or N.',
    'La oficina tiene su mensaje. Para responder a la oferta: Y y el código, o N.',
  ],
  unknown: [
    'This code is not an open offer of yours. Please call the office.',
    'Este código no es una oferta suya. Llame a la oficina.',
  ],
} as const satisfies Record<string, readonly [english: string, spanish: string]>;

/** The Spanish version of an answer to a caregiver; undefined if it is none of these sentences. */
export const answerInSpanish = (english: string): string | undefined =>
  [...Object.values(ANSWER_WORDS), ...REFUSAL_CAUSES.map(refusedWords)].find(
    ([inEnglish]) => inEnglish === english,
  )?.[1];

/**
 * Tells a caregiver that the visit has moved: it names the visit by the time in the offer and says when it is now,
 * without name or address.
 */
export const movedOfferWords = (
  asked: VisitTimes | null,
  now: VisitTimes,
): readonly [english: string, spanish: string] => {
  if (asked === null) return ANSWER_WORDS.moved;
  const [before, after] = [asked, now].map(
    ({ date, start, end }) => `${showDate(date)}, ${sayHours(start, end)}`,
  );
  return [
    `The visit on ${before}, has another time now: ${after}. Please call the office if you can come then.`,
    spanishClock(`La visita del ${before}, tiene otra hora ahora: ${after}. Llame a la oficina si puede ir.`),
  ];
};

const CALL = ['Please call the office.', 'Llame a la oficina.'] as const;

/** Why a yes can no longer count, in words for the caregiver: no client, no amount, nothing about health. */
const REFUSED_WHY: Readonly<
  Record<Exclude<RefusalCause, VisitCause>, readonly [english: string, spanish: string]>
> = {
  working: ['you have another visit at that time.', 'tiene otra visita a esa hora.'],
  timeOff: ['you are off at that time.', 'no trabaja a esa hora.'],
  notAvailable: ['it is outside your hours.', 'queda fuera de sus horas.'],
  tooManyHours: ['it would be too many hours.', 'son demasiadas horas.'],
  tooFar: ['it is too far from your other visits.', 'queda demasiado lejos de sus otras visitas.'],
  documents: [`a document is missing. ${CALL[0]}`, `falta un documento. ${CALL[1]}`],
  skills: [`it needs another skill. ${CALL[0]}`, `requiere otra habilidad. ${CALL[1]}`],
  preference: CALL,
  authorization: CALL,
  pay: CALL,
  relation: CALL,
  sameClient: CALL,
  noLogin: CALL,
  archived: CALL,
  planRules: CALL,
  beyondOvertime: ['it would be too much overtime.', 'son demasiadas horas extra.'],
  beyondMiles: ['it is too far away.', 'queda demasiado lejos.'],
  onlyKnown: ['it is for someone who knows the client.', 'es para alguien que conoce al cliente.'],
};

const isVisitCause = (cause: RefusalCause): cause is VisitCause => VISIT_CAUSES.some((one) => one === cause);

/** The answer to a caregiver whose yes cannot count. */
export const refusedWords = (cause: RefusalCause): readonly [english: string, spanish: string] => {
  if (isVisitCause(cause)) return ANSWER_WORDS[cause];
  const [english, spanish] = REFUSED_WHY[cause];
  const isReason = english !== CALL[0];
  return [
    `You can no longer take this visit${isReason ? ': ' : '. '}${english}`,
    `Ya no puede tomar esta visita${isReason ? ': ' : '. '}${spanish}`,
  ];
};

/** What is known about an offer that was answered or closed, and about its visit now. */
export interface EndedFacts {
  readonly state: Exclude<OfferState, 'waiting'>;
  /** Why a yes did not count; null if it did, if there was none, or if it came before causes were stored. */
  readonly cause: RefusalCause | null;
  /** The visit was moved after the caregiver was asked. */
  readonly isMoved: boolean;
  /** The visit still has no caregiver. */
  readonly isOpen: boolean;
  readonly cover: { readonly isOwn: boolean; readonly at: string } | null;
}

/** Tells a caregiver what became of an offer of today, without names; undefined if there is nothing to report. */
export const endedWords = (
  { state, cause, isMoved, isOpen, cover }: EndedFacts,
  since: Temporal.Instant,
  zone: string,
): readonly [english: string, spanish: string] | undefined => {
  // A caregiver who has called out of the visit since then knows about it.
  if (cover?.isOwn) return isOpen ? undefined : ANSWER_WORDS.covered;
  if (state === 'declined') return ANSWER_WORDS.declined;
  // What ruled out this caregiver says more than what became of the visit later.
  if (cause !== null && !isVisitCause(cause)) return refusedWords(cause);
  if (cover) return takenWords(cover.at, since, zone);
  if (isMoved) return ANSWER_WORDS.moved;
  if (state === 'refused') return refusedWords(cause ?? 'planRules');
  // The cover was taken back and the visit is open again: the office or another offer will notify them.
  return isOpen || state === 'covered' ? undefined : ANSWER_WORDS.gone;
};

const takenWords = (at: string, since: Temporal.Instant, zone: string) => {
  const isToday = Temporal.Instant.compare(at, since) >= 0;
  const clock = isToday ? sayClock(at, zone) : undefined;
  const spanish = clock && spanishClock(clock);
  return [
    `Taken by someone else${clock === undefined ? '' : ` at ${clock}`}.`,
    `La tomó otra persona${spanish === undefined ? '' : ` (${spanish})`}.`,
  ] as const;
};

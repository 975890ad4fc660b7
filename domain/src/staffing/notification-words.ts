import { sayTime, showDate, spanishClock } from '../calendar.ts';
import { LINK_PLACE, MAX_SMS } from '../messaging/rules.ts';
import type { Notification } from './notifications-contract.ts';

/** The messages to caregivers about visits that they get and lose, in English and Spanish, without the client's name. */
export type Both = readonly [english: string, spanish: string];

type Language = 'en' | 'es';
/** Which of the two languages somebody reads, by the language in their record. */
export const languageOf = (language: string | null | undefined): Language =>
  /^(spanish|espa)/i.test(language ?? '') ? 'es' : 'en';

export interface VisitInWords {
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly town: string | null;
}

type Hours = Pick<VisitInWords, 'start' | 'end'>;
const hoursEnglish = ({ start, end }: Hours) => `${sayTime(start)} to ${sayTime(end)}`;
const hoursSpanish = ({ start, end }: Hours) => `${sayTime(start)} a ${sayTime(end)}`;
const place = ({ town }: VisitInWords) => (town === null ? '' : `, ${town}`);

/** The first and the last day of some visits. */
export const daysOfVisits = (visits: readonly Pick<VisitInWords, 'day'>[]) => {
  const days = visits.map(({ day }) => day).sort();
  return { first: days[0] ?? '', last: days.at(-1) ?? '' };
};

const sayDays = (first: string, last: string): Both =>
  first === last
    ? [`on ${showDate(first)}`, `el ${showDate(first)}`]
    : [`from ${showDate(first)} to ${showDate(last)}`, `del ${showDate(first)} al ${showDate(last)}`];

/** Describes one visit by its day and hours, and several by their number and days. */
const wordsOf = (
  visits: readonly VisitInWords[],
  ofOne: (visit: VisitInWords) => Both,
  ofSeveral: (count: number, days: Both) => Both,
): Both => {
  const [one] = visits;
  if (one && visits.length === 1) return ofOne(one);
  const { first, last } = daysOfVisits(visits);
  return ofSeveral(visits.length, sayDays(first, last));
};

/** A complete text. Spanish clock times are replaced only now, when the text is whole. */
const inWords = ([english, spanish]: Both): Both => [english, spanishClock(spanish)];
const textOf = (...asked: Parameters<typeof wordsOf>): Both => inWords(wordsOf(...asked));

export const newVisitWords = (visits: readonly VisitInWords[]): Both =>
  textOf(
    visits,
    (one) => [
      `You have a new visit: ${showDate(one.day)}, ${hoursEnglish(one)}${place(one)}. Details are in the app.`,
      `Tiene una visita nueva: ${showDate(one.day)}, ${hoursSpanish(one)}${place(one)}. Vea los detalles en la app.`,
    ],
    (count, [english, spanish]) => [
      `You have ${count} new visits ${english}. Details are in the app.`,
      `Tiene ${count} visitas nuevas ${spanish}. Vea los detalles en la app.`,
    ],
  );

/** To the caregiver who was to cover them. */
export const notNeededWords = (visits: readonly VisitInWords[]): Both =>
  textOf(
    visits,
    (one) => [
      `You no longer need to come on ${showDate(one.day)}, ${hoursEnglish(one)}.`,
      `Ya no hace falta que venga el ${showDate(one.day)}, ${hoursSpanish(one)}.`,
    ],
    (count, [english, spanish]) => [
      `You no longer need to come to ${count} visits ${english}.`,
      `Ya no hace falta que venga a ${count} visitas ${spanish}.`,
    ],
  );

/** To a caregiver who cannot come to them. */
export const openAgainWords = (visits: readonly VisitInWords[]): Both =>
  textOf(
    visits,
    (one) => [
      `Nobody comes to your visit on ${showDate(one.day)}, ${hoursEnglish(one)}, yet. Please call the office if you can come.`,
      `Su visita del ${showDate(one.day)}, ${hoursSpanish(one)}, sigue sin nadie. Llame a la oficina si puede ir.`,
    ],
    (count, [english, spanish]) => [
      `Nobody comes to ${count} of your visits ${english} yet. Please call the office if you can come.`,
      `${count} visitas suyas ${spanish} siguen sin nadie. Llame a la oficina si puede ir.`,
    ],
  );

/** To the regular caregiver, who can come after all, when the cover is taken back. */
export const yoursAgainWords = (visits: readonly VisitInWords[]): Both =>
  textOf(
    visits,
    (one) => [
      `Your visit on ${showDate(one.day)}, ${hoursEnglish(one)}, is yours again. Please call the office if you cannot come.`,
      `Su visita del ${showDate(one.day)}, ${hoursSpanish(one)}, es suya otra vez. Llame a la oficina si no puede ir.`,
    ],
    (count, [english, spanish]) => [
      `${count} visits ${english} are yours again. Please call the office if you cannot come.`,
      `${count} visitas ${spanish} son suyas otra vez. Llame a la oficina si no puede ir.`,
    ],
  );

/** To the caregiver of a moved visit, which is named by its old time. */
export const movedWords = (before: Omit<VisitInWords, 'town'>, now: Omit<VisitInWords, 'town'>): Both =>
  inWords([
    `Your visit on ${showDate(before.day)}, ${hoursEnglish(before)}, is now on ${showDate(now.day)}, ${hoursEnglish(now)}. Please call the office if you cannot come.`,
    `Su visita del ${showDate(before.day)}, ${hoursSpanish(before)}, es ahora el ${showDate(now.day)}, ${hoursSpanish(now)}. Llame a la oficina si no puede ir.`,
  ]);

/** To the caregiver of a new ongoing plan: its first visit, and the visits per week. */
export const newPlanWords = (first: VisitInWords, perWeek: number): Both =>
  inWords([
    `You have new visits, ${perWeek} a week, from ${showDate(first.day)}, ${hoursEnglish(first)}${place(first)}. Details are in the app.`,
    `Tiene visitas nuevas, ${perWeek} por semana, desde el ${showDate(first.day)}, ${hoursSpanish(first)}${place(first)}. Vea los detalles en la app.`,
  ]);

/** To the caregiver of a plan whose times change: the first visit at a new time, and the visits per week from then on. */
export const newWeekWords = (first: VisitInWords, perWeek: number): Both =>
  inWords([
    `Your visits change: ${perWeek} a week, from ${showDate(first.day)}, ${hoursEnglish(first)}${place(first)}. Details are in the app.`,
    `Sus visitas cambian: ${perWeek} por semana, desde el ${showDate(first.day)}, ${hoursSpanish(first)}${place(first)}. Vea los detalles en la app.`,
  ]);

/** To the caregiver of a plan that ends: the first visit that no longer takes place. */
export const endedWords = (first: VisitInWords): Both =>
  inWords([
    `Your visits end. The first one you no longer need to come to: ${showDate(first.day)}, ${hoursEnglish(first)}${place(first)}.`,
    `Sus visitas terminan. La primera a la que ya no hace falta que venga: el ${showDate(first.day)}, ${hoursSpanish(first)}${place(first)}.`,
  ]);

/** To the caregiver of a plan that continues past its old end: the first additional visit, and the visits per week. */
export const extendedWords = (first: VisitInWords, perWeek: number): Both =>
  inWords([
    `Your visits continue: ${perWeek} a week, from ${showDate(first.day)}, ${hoursEnglish(first)}${place(first)}. Details are in the app.`,
    `Sus visitas siguen: ${perWeek} por semana, desde el ${showDate(first.day)}, ${hoursSpanish(first)}${place(first)}. Vea los detalles en la app.`,
  ]);

/** Placeholders in a template for a client's contact. */
export const CONTACT_PLACES = ['agency', 'username', 'caregiver', 'day', 'hours'] as const;
type ContactPlace = (typeof CONTACT_PLACES)[number];

export interface ContactFacts {
  readonly agency: string;
  /** The client's name, used only in the agency's own templates. */
  readonly client: string;
  /** The client's visits that the message is about. */
  readonly visits: readonly Omit<VisitInWords, 'town'>[];
  /** The first name of the caregiver for all of them; null if unknown or if there are several. */
  readonly caregiver: string | null;
  readonly planId: number;
}

/** The hours that all visits share; undefined if they differ. */
const sameHours = (visits: ContactFacts['visits']): Hours | undefined => {
  const [first, ...others] = visits;
  return first && others.every(({ start, end }) => start === first.start && end === first.end)
    ? first
    : undefined;
};

const filled = (template: string, facts: ContactFacts, language: Language): string => {
  const isSpanish = language === 'es';
  const { first, last } = daysOfVisits(facts.visits);
  const hours = sameHours(facts.visits);
  const different = isSpanish ? 'a distintas horas' : 'at different hours';
  const values: Record<ContactPlace, string> = {
    agency: facts.agency,
    username: facts.client,
    caregiver: facts.caregiver ?? (isSpanish ? 'otra persona' : 'another caregiver'),
    day: first === last ? showDate(first) : `${showDate(first)} ${isSpanish ? 'al' : 'to'} ${showDate(last)}`,
    hours: hours ? (isSpanish ? hoursSpanish(hours) : hoursEnglish(hours)) : different,
  };
  // Replaced in one pass, so that a name containing a placeholder is left alone.
  const text = template.replace(/%(agency|username|caregiver|day|hours)%/g, (token, name) => {
    const place = CONTACT_PLACES.find((one) => one === name);
    return place ? values[place] : token;
  });
  return isSpanish ? spanishClock(text) : text;
};

const SAMPLE: ContactFacts = {
  agency: 'Front Range Home Care',
  client: 'Earl Whitfield',
  caregiver: 'Ana',
  visits: [{ day: '2026-11-24', start: '07:00', end: '10:00' }],
  planId: 352,
};
/** The template filled with sample values. */
export const sampleContactText = (template: string, language: Language = 'en'): string =>
  filled(template, SAMPLE, language);

/** Why a template cannot be sent to a contact, in a sentence; undefined if it can. */
export const templateFault = (template: string): string | undefined => {
  if (template.trim() === '') return 'This template is empty.';
  if (template.includes(LINK_PLACE))
    return `This template has a link (${LINK_PLACE}) that leads nowhere here.`;
  return sampleContactText(template).length > MAX_SMS
    ? `This template has more than ${MAX_SMS.toLocaleString('en-US')} characters.`
    : undefined;
};

/** What changes, for one visit or for several. */
const CHANGE_WORDS: Record<Notification, readonly [one: Both, several: Both]> = {
  covered: [
    ['another caregiver comes to the visit', 'otra persona va a la visita'],
    ['another caregiver comes to', 'otra persona va a'],
  ],
  uncovered: [
    ['who comes changes again for the visit', 'vuelve a cambiar quién va a la visita'],
    ['who comes changes again for', 'vuelve a cambiar quién va a'],
  ],
  canceled: [
    ['canceled: the visit', 'se cancela la visita'],
    ['canceled:', 'se cancelan'],
  ],
  restored: [
    ['not canceled after all: the visit', 'al final no se cancela la visita'],
    ['not canceled after all:', 'al final no se cancelan'],
  ],
  moved: [
    ['a visit has another time, now', 'una visita tiene otra hora, ahora'],
    ['other times for', 'otras horas para'],
  ],
  regular: [
    ['a new regular caregiver starts with the visit', 'empieza otra persona de forma regular con la visita'],
    ['a new regular caregiver starts with', 'empieza otra persona de forma regular con'],
  ],
  week: [
    [
      'regular visits have other times, starting with the visit',
      'las visitas regulares cambian de hora desde la visita',
    ],
    ['regular visits have other times, starting with', 'las visitas regulares cambian de hora desde'],
  ],
  ended: [
    [
      'regular visits no longer take place, starting with the visit',
      'las visitas regulares terminan: ya no hay la visita',
    ],
    ['regular visits no longer take place, starting with', 'las visitas regulares terminan: ya no hay'],
  ],
  extended: [
    ['regular visits continue, starting with the visit', 'las visitas regulares siguen desde la visita'],
    ['regular visits continue, starting with', 'las visitas regulares siguen desde'],
  ],
};

/** '… the visit on 11-24-2026, 7:00 AM to 10:00 AM', '… 3 visits from 11-24-2026 to 11-28-2026'. */
const changeWords = (what: Notification, visits: ContactFacts['visits']): Both => {
  const [one, several] = CHANGE_WORDS[what];
  return wordsOf(
    visits.map((visit) => ({ ...visit, town: null })),
    (visit) => [
      `${one[0]} on ${showDate(visit.day)}, ${hoursEnglish(visit)}`,
      `${one[1]} el ${showDate(visit.day)}, ${hoursSpanish(visit)}`,
    ],
    (count, [english, spanish]) => [
      `${several[0]} ${count} visits ${english}`,
      `${several[1]} ${count} visitas ${spanish}`,
    ],
  );
};

/** The message to the client's contact: the agency's template if one is chosen and can be sent, otherwise the standard text. */
export const contactText = (
  what: Notification,
  facts: ContactFacts,
  template: string | undefined,
  language: Language = 'en',
): string => {
  if (template !== undefined && templateFault(template) === undefined)
    return filled(template, facts, language).slice(0, MAX_SMS);
  const { agency, planId } = facts;
  const [english, spanish] = changeWords(what, facts.visits);
  return language === 'es'
    ? spanishClock(
        `${agency}: ${spanish}. Llame a la oficina si tiene preguntas. Referencia: visita ${planId}.`,
      )
    : `${agency}: ${english}. Please call the office with any questions. Reference: visit ${planId}.`;
};

const CONTACT_SUBJECTS: Record<Notification, Both> = {
  covered: ['another caregiver comes', 'va otra persona'],
  uncovered: ['who comes changes', 'cambia quién va'],
  canceled: ['a visit is canceled', 'se cancela una visita'],
  restored: ['a visit takes place after all', 'al final hay una visita'],
  moved: ['a visit has another time', 'una visita tiene otra hora'],
  regular: ['a new regular caregiver', 'otra persona de forma regular'],
  week: ['regular visits have other times', 'las visitas regulares cambian de hora'],
  ended: ['regular visits end', 'terminan las visitas regulares'],
  extended: ['regular visits continue', 'siguen las visitas regulares'],
};
/** The subject of an e-mail; texts have none. */
export const contactSubject = (what: Notification, agency: string, language: Language): string =>
  `${agency}: ${CONTACT_SUBJECTS[what][language === 'es' ? 1 : 0]}`;

/** Told to the office when nobody could be texted. */
export const NO_TEXTS = 'No texts went out: the daily limit of messages is reached';

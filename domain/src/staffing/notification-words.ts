import { sayTime, showDate } from '../calendar.ts';
import { LINK_PLACE, MAX_SMS } from '../messaging/rules.ts';
import type { NotificationTemplates } from './notifications-contract.ts';

/** The messages to caregivers about visits that they get and lose: English and Spanish, without a client's name. */
export type Both = readonly [english: string, spanish: string];

export interface VisitInWords {
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly town: string | null;
}

const hoursEnglish = ({ start, end }: Pick<VisitInWords, 'start' | 'end'>) =>
  `${sayTime(start)} to ${sayTime(end)}`;
const hoursSpanish = ({ start, end }: VisitInWords) => `${sayTime(start)} a ${sayTime(end)}`;
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

/** Of one visit its day and hours, of several how many, and from when to when. */
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

export const newVisitWords = (visits: readonly VisitInWords[]): Both =>
  wordsOf(
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

/** To the person who was to cover them. */
export const notNeededWords = (visits: readonly VisitInWords[]): Both =>
  wordsOf(
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

/** To anyone who cannot come to them. */
export const openAgainWords = (visits: readonly VisitInWords[]): Both =>
  wordsOf(
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

/** To the caregiver of visits whose cover was taken back, and who can come after all. */
export const yoursAgainWords = (visits: readonly VisitInWords[]): Both =>
  wordsOf(
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

/** What a template for a client's contact may hold. */
export const CONTACT_PLACES = ['agency', 'username', 'caregiver', 'day', 'hours'] as const;
type ContactPlace = (typeof CONTACT_PLACES)[number];

export interface ContactFacts extends Omit<VisitInWords, 'town'> {
  readonly agency: string;
  /** The client, in the agency's own words alone. */
  readonly client: string;
  /** The last day of several visits, of which this is the first; null: it is one. */
  readonly through: string | null;
  /** First name of who comes; null: not known yet. */
  readonly caregiver: string | null;
  readonly planId: number;
}

const filled = (template: string, facts: ContactFacts): string => {
  const values: Record<ContactPlace, string> = {
    agency: facts.agency,
    username: facts.client,
    caregiver: facts.caregiver ?? 'another caregiver',
    day: facts.through ? `${showDate(facts.day)} to ${showDate(facts.through)}` : showDate(facts.day),
    hours: hoursEnglish(facts),
  };
  // In one pass: what a name contains is never read as a place.
  return template.replace(/%(agency|username|caregiver|day|hours)%/g, (token, name) => {
    const place = CONTACT_PLACES.find((one) => one === name);
    return place ? values[place] : token;
  });
};

const SAMPLE: ContactFacts = {
  agency: 'Front Range Home Care',
  client: 'Earl Whitfield',
  caregiver: 'Ana',
  day: '2026-11-24',
  through: null,
  start: '07:00',
  end: '10:00',
  planId: 352,
};
/** A template as a contact would read it. */
export const sampleContactText = (template: string): string => filled(template, SAMPLE);

/** Why a template cannot be sent to a contact, in a sentence. */
export const templateFault = (template: string): string | undefined => {
  if (template.trim() === '') return 'This template is empty.';
  if (template.includes(LINK_PLACE))
    return `This template has a link (${LINK_PLACE}) that leads nowhere here.`;
  return sampleContactText(template).length > MAX_SMS
    ? `This template has more than ${MAX_SMS.toLocaleString('en-US')} characters.`
    : undefined;
};

const changeWords = (
  what: keyof NotificationTemplates,
  { day, through, start, end }: ContactFacts,
): string => {
  const when = through
    ? `the visits from ${showDate(day)} to ${showDate(through)}`
    : `the visit on ${showDate(day)}`;
  switch (what) {
    case 'covered':
      return `another caregiver comes to ${when}`;
    case 'uncovered':
      return `who comes changes again for ${when}`;
    case 'moved':
      return `a visit has another time: ${showDate(day)}, ${hoursEnglish({ start, end })}`;
  }
};

/** To the client's contact: the agency's own words where it has chosen a template that can be sent, otherwise ours. */
export const contactText = (
  what: keyof NotificationTemplates,
  facts: ContactFacts,
  template: string | undefined,
): string => {
  if (template !== undefined && templateFault(template) === undefined)
    return filled(template, facts).slice(0, MAX_SMS);
  const { agency, planId } = facts;
  return `${agency}: ${changeWords(what, facts)}. Please call the office with any questions. Reference: visit ${planId}.`;
};

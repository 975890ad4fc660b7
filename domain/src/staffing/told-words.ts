import { sayTime, showDate } from '../calendar.ts';
import { LINK_PLACE, MAX_SMS } from '../messaging/rules.ts';
import type { TellingTemplates } from './telling-contract.ts';

/** What caregivers are told of visits that they get and lose: English and Spanish, without a client's name. */
export type Both = readonly [english: string, spanish: string];

export interface ToldVisit {
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly town: string | null;
}

const hoursEnglish = ({ start, end }: Pick<ToldVisit, 'start' | 'end'>) =>
  `${sayTime(start)} to ${sayTime(end)}`;
const hoursSpanish = ({ start, end }: ToldVisit) => `${sayTime(start)} a ${sayTime(end)}`;
const place = ({ town }: ToldVisit) => (town === null ? '' : `, ${town}`);

/** Of one visit its day, hours and town; of several how many, and from when to when. */
export const newVisitWords = (visits: readonly ToldVisit[]): Both => {
  const days = visits.map(({ day }) => day).sort();
  const [one] = visits;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  if (one && visits.length === 1)
    return [
      `You have a new visit: ${showDate(one.day)}, ${hoursEnglish(one)}${place(one)}. Details are in the app.`,
      `Tiene una visita nueva: ${showDate(one.day)}, ${hoursSpanish(one)}${place(one)}. Vea los detalles en la app.`,
    ];
  return [
    `You have ${visits.length} new visits from ${showDate(first)} to ${showDate(last)}. Details are in the app.`,
    `Tiene ${visits.length} visitas nuevas del ${showDate(first)} al ${showDate(last)}. Vea los detalles en la app.`,
  ];
};

/** To whoever was to cover a visit. */
export const notNeededWords = (visit: ToldVisit): Both => [
  `You do not need to come on ${showDate(visit.day)}, ${hoursEnglish(visit)}, any more.`,
  `Ya no hace falta que venga el ${showDate(visit.day)}, ${hoursSpanish(visit)}.`,
];

/** To whoever called out of it. */
export const openAgainWords = (visit: ToldVisit): Both => [
  `Nobody comes to your visit on ${showDate(visit.day)}, ${hoursEnglish(visit)}, yet. Please call the office if you can come.`,
  `Su visita del ${showDate(visit.day)}, ${hoursSpanish(visit)}, sigue sin nadie. Llame a la oficina si puede ir.`,
];

/** To the caregiver of a visit whose cover was taken back after they had said that they can come. */
export const yoursAgainWords = (visit: ToldVisit): Both => [
  `Your visit on ${showDate(visit.day)}, ${hoursEnglish(visit)}, is yours again. Please call the office if you cannot come.`,
  `Su visita del ${showDate(visit.day)}, ${hoursSpanish(visit)}, es suya otra vez. Llame a la oficina si no puede ir.`,
];

/** What a template for a client's contact may hold. */
export const CONTACT_PLACES = ['agency', 'username', 'caregiver', 'day', 'hours'] as const;
type ContactPlace = (typeof CONTACT_PLACES)[number];

export interface ContactFacts extends Omit<ToldVisit, 'town'> {
  readonly agency: string;
  /** The client, in the agency's own words alone. */
  readonly client: string;
  /** First name of who comes; null: not known yet. */
  readonly caregiver: string | null;
  readonly planId: number;
}

const filled = (template: string, facts: ContactFacts): string => {
  const values: Record<ContactPlace, string> = {
    agency: facts.agency,
    username: facts.client,
    caregiver: facts.caregiver ?? 'another caregiver',
    day: showDate(facts.day),
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
  start: '07:00',
  end: '10:00',
  planId: 352,
};
/** A template as a contact would read it. */
export const sampleContactText = (template: string): string => filled(template, SAMPLE);

/** Why a template cannot tell a contact, in a sentence. */
export const templateFault = (template: string): string | undefined => {
  if (template.trim() === '') return 'This template is empty.';
  if (template.includes(LINK_PLACE))
    return `This template has a link (${LINK_PLACE}) that leads nowhere here.`;
  return sampleContactText(template).length > MAX_SMS
    ? `This template has more than ${MAX_SMS.toLocaleString('en-US')} characters.`
    : undefined;
};

const changeWords = (what: keyof TellingTemplates, facts: ContactFacts): string => {
  const day = showDate(facts.day);
  switch (what) {
    case 'covered':
      return `another caregiver comes to the visit on ${day}`;
    case 'uncovered':
      return `who comes changes again for the visit on ${day}`;
    case 'moved':
      return `a visit has another time: ${day}, ${hoursEnglish(facts)}`;
  }
};

/** To the client's contact: the agency's own words where it has chosen a template that can be sent, otherwise ours. */
export const contactText = (
  what: keyof TellingTemplates,
  facts: ContactFacts,
  template: string | undefined,
): string => {
  if (template !== undefined && templateFault(template) === undefined)
    return filled(template, facts).slice(0, MAX_SMS);
  const { agency, planId } = facts;
  return `${agency}: ${changeWords(what, facts)}. Please call the office with any questions. Reference: visit ${planId}.`;
};

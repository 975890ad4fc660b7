import { sayTime, showDate } from '../calendar.ts';

/** What caregivers are told of visits that they get and lose: English and Spanish, without a client's name. */
export type Both = readonly [english: string, spanish: string];

export interface ToldVisit {
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly town: string | null;
}

const hoursEnglish = ({ start, end }: ToldVisit) => `${sayTime(start)} to ${sayTime(end)}`;
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

/** To the client's contact. */
export const contactText = (agency: string, what: 'covered' | 'uncovered', day: string, planId: number) =>
  `${agency}: ${what === 'covered' ? 'another caregiver comes to' : 'who comes changes again for'} the visit on ${showDate(day)}. Please call the office with any questions. Reference: visit ${planId}.`;

import { hoursOf, showDate, validDate } from '../calendar.ts';
import { compareKeys } from '../compare.ts';
import { fold } from '../fold.ts';
import { type Coordinates, milesBetween, showMiles } from '../geo.ts';
import { checkBackground, checkCaps } from '../people/rules.ts';
import { sum } from '../sum.ts';
import type { HoursFilter, PossibleProvider, RatePart, RatePartName, TypeFilter } from './schema.ts';

export const NOT_A_CLIENT = 'Possible providers are found for clients.';
export const clientWithoutPoint = (name: string) =>
  `The address of ${name} has no location. Set its exact point in the record first.`;
export const LIVES_WITH = 'lives with this client';

export interface Place extends Coordinates {
  readonly approximate: boolean;
  /** How far the true place may be from the coordinates; 0 if they are exact. */
  readonly errorMiles: number;
}

/** What the rating needs to know of the client. */
export interface ClientNeeds {
  readonly place: Place;
  readonly language: string | null;
  /** Codes of the services in the client's record. */
  readonly services: readonly string[];
  /**
   * Pay categories of the care plan types that the client's services and active plans need. Services outside the agency's
   * trade have none.
   */
  readonly categories: readonly string[];
}

/** Somebody who could care for the client. Candidates have no languages, categories or checks on record. */
export interface Applicant {
  readonly kind: 'Provider' | 'Candidate';
  readonly id: number;
  readonly name: string;
  readonly address: string;
  readonly phone: string | null;
  readonly place: Place | null;
  /** Minutes per week in active care plans. */
  readonly weeklyMinutes: number;
  readonly language: string | null;
  readonly categories: readonly string[];
  readonly backgroundCheck: string | null;
  readonly capsCheck: string | null;
  readonly idExpiration: string | null;
  readonly workAuthorization: string | null;
  /** First day without service of an archived person. */
  readonly archived: string | null;
  readonly availableFrom: string | null;
  readonly livesWith: boolean;
  readonly caresFor: boolean;
}

/** Maximum points of each part, 100 in total. */
export const MOST: Record<RatePartName, number> = {
  Distance: 40,
  'Free hours': 20,
  Language: 15,
  'Skill category': 15,
  'Valid checks': 10,
};
/** Nobody is expected to drive farther for one visit. */
export const FAR_MILES = 25;
/** Hours per week above which overtime is paid. */
export const FULL_WEEK = 40;

/** Splits text such as 'English, Spanish' or 'English / Spanish' into languages. */
export const languagesOf = (text: string | null): string[] =>
  fold(text ?? '')
    .split(/[,;/&+]|\band\b/)
    .map((name) => name.trim())
    .filter(Boolean);

const speaks = (person: string | null, wanted: string | null) => {
  const known = new Set(languagesOf(person));
  return languagesOf(wanted).some((language) => known.has(language));
};

/** Awards a share of a part's points. Rounds each part, so that the points shown add up to the rate. */
const part = (name: RatePartName, share: number, why: string): RatePart => ({
  name,
  points: Math.round(MOST[name] * Math.min(1, Math.max(0, share))),
  most: MOST[name],
  why,
});

/** Both locations may be off, so their errors add up. */
const errorBetween = (a: Place, b: Place) => a.errorMiles + b.errorMiles;

const distancePart = (person: Applicant, client: ClientNeeds) => {
  if (!person.place) return part('Distance', 0, 'no location on record');
  const miles = milesBetween(person.place, client.place);
  return part('Distance', 1 - miles / FAR_MILES, showMiles(miles, errorBetween(person.place, client.place)));
};

const freeHoursPart = ({ weeklyMinutes, availableFrom }: Applicant, today: Temporal.PlainDate) => {
  if (isAhead(availableFrom, today))
    return part('Free hours', 0, `available from ${showDate(availableFrom)}`);
  const hours = weeklyMinutes / 60;
  const free = Math.max(0, FULL_WEEK - hours);
  return part('Free hours', free / FULL_WEEK, `${hoursOf(free * 60)} of ${FULL_WEEK} hours a week free`);
};

const isAhead = (date: string | null, today: Temporal.PlainDate) => date !== null && date > today.toString();

const languagePart = (person: Applicant, client: ClientNeeds) => {
  if (languagesOf(client.language).length === 0)
    return part('Language', 1, 'the client has no language on record');
  const same = speaks(person.language, client.language);
  return part('Language', same ? 1 : 0, person.language || 'no language on record');
};

/** Rates the share of needed pay categories in which the person is paid or has worked. */
const skillPart = (person: Applicant, client: ClientNeeds) => {
  const needed = [...new Set(client.categories)];
  if (needed.length === 0)
    return part(
      'Skill category',
      1,
      client.services.length === 0
        ? 'the client has no services on record'
        : `no pay category to compare: ${client.services.join(', ')}`,
    );
  const covered = needed.filter((category) => person.categories.includes(category));
  const why = covered.length > 0 ? covered.join(', ') : `none of ${needed.join(', ')}`;
  return part('Skill category', covered.length / needed.length, why);
};

/** Names of the checks that are not valid: those that every care plan requires, and the identity document. */
const invalidChecks = (person: Applicant, today: Temporal.PlainDate): string[] => [
  ...(checkBackground(person.backgroundCheck, today) ? ['Background check'] : []),
  ...(checkCaps(person.capsCheck, today) ? ['CAPS Check'] : []),
  ...(isCurrent(person.idExpiration, today) ? [] : ['DL/ID']),
];
const isCurrent = (date: string | null, today: Temporal.PlainDate) => {
  const until = validDate(date);
  return until !== undefined && Temporal.PlainDate.compare(until, today) >= 0;
};

const CHECKS = 3;
const checksPart = (person: Applicant, today: Temporal.PlainDate) => {
  if (person.kind === 'Candidate') return part('Valid checks', 0, 'a candidate is not checked yet');
  const invalid = invalidChecks(person, today);
  const why = invalid.length === 0 ? 'all valid' : `not valid: ${invalid.join(', ')}`;
  return part('Valid checks', (CHECKS - invalid.length) / CHECKS, why);
};

const since = (name: string, date: string | null, today: Temporal.PlainDate) => {
  const day = validDate(date);
  if (!day) return `no ${name} on record`;
  const isFuture = Temporal.PlainDate.compare(day, today) > 0;
  return isFuture ? `${name} ${showDate(date)} is in the future` : `${name} of ${showDate(date)} has expired`;
};

/** What decides whether a person may work. */
export type WorkChecks = Pick<
  Applicant,
  'kind' | 'backgroundCheck' | 'capsCheck' | 'workAuthorization' | 'archived'
>;

/** Why a person may not work now, in words. Such a person could not be put on a care plan today. */
export const whyNotWork = (person: WorkChecks, today: Temporal.PlainDate): string[] => {
  if (person.kind === 'Candidate') return [];
  const authorized = validDate(person.workAuthorization);
  return [
    ...(person.archived ? [`archived ${showDate(person.archived)}`] : []),
    ...(checkBackground(person.backgroundCheck, today)
      ? [since('background check', person.backgroundCheck, today)]
      : []),
    ...(checkCaps(person.capsCheck, today) ? [since('CAPS check', person.capsCheck, today)] : []),
    ...(authorized && Temporal.PlainDate.compare(authorized, today) < 0
      ? [`work authorization expired ${showDate(person.workAuthorization)}`]
      : []),
  ];
};

/** Rates from 0 to 100 how well a person fits a client, with reasons (docs/rules/possible-providers.md, rule 3). */
export const rateApplicant = (
  person: Applicant,
  client: ClientNeeds,
  today: Temporal.PlainDate,
): PossibleProvider => {
  const miles = person.place && milesBetween(person.place, client.place);
  const approximate = person.place !== null && (person.place.approximate || client.place.approximate);
  const parts = [
    distancePart(person, client),
    freeHoursPart(person, today),
    languagePart(person, client),
    skillPart(person, client),
    checksPart(person, today),
  ];
  return {
    kind: person.kind,
    id: person.id,
    Name: person.name,
    Address: person.address,
    Phone: person.phone,
    distance: miles === null ? null : Math.round(miles * 10) / 10,
    approximate,
    errorMiles: person.place ? errorBetween(person.place, client.place) : 0,
    hours: hoursOf(person.weeklyMinutes),
    rate: sum(parts.map(({ points }) => points)),
    parts,
    livesWith: person.livesWith,
    caresFor: person.caresFor,
    availableFrom: isAhead(person.availableFrom, today) ? person.availableFrom : null,
    mayNotWork: whyNotWork(person, today),
  };
};

/** 'Distance 35 of 40: 3.2 miles. Free hours 20 of 20: …'. */
export const explainRate = ({ parts }: Pick<PossibleProvider, 'parts'>) =>
  parts.map(({ name, points, most, why }) => `${name} ${points} of ${most}: ${why}.`).join(' ');

export interface Wanted {
  readonly group?: string | undefined;
  readonly hours?: HoursFilter | undefined;
  readonly type?: TypeFilter | undefined;
}

const mostHours = (filter: HoursFilter | undefined) =>
  filter === undefined || filter === 'all' ? Number.POSITIVE_INFINITY : Number(filter.slice(1));

const KIND_OF: Record<TypeFilter, Applicant['kind'] | undefined> = {
  all: undefined,
  'providers only': 'Provider',
  'candidates only': 'Candidate',
};

/** Whether a person passes the three filters of the table. */
export const isWanted = (person: Applicant, { group, hours, type = 'all' }: Wanted) =>
  (!group || speaks(person.language, group)) &&
  hoursOf(person.weeklyMinutes) < mostHours(hours) &&
  (KIND_OF[type] ?? person.kind) === person.kind;

/** Sorts by permission to work, then highest rate, then shortest distance, then name. */
export const byRate = (a: PossibleProvider, b: PossibleProvider) =>
  Math.sign(a.mayNotWork.length) - Math.sign(b.mayNotWork.length) ||
  b.rate - a.rate ||
  (a.distance ?? Number.MAX_VALUE) - (b.distance ?? Number.MAX_VALUE) ||
  compareKeys(fold(a.Name), fold(b.Name)) ||
  compareKeys(a.kind, b.kind) ||
  a.id - b.id;

export const possibleProviders = (
  people: readonly Applicant[],
  client: ClientNeeds,
  wanted: Wanted,
  today: Temporal.PlainDate,
): PossibleProvider[] =>
  people
    .filter((person) => isWanted(person, wanted))
    .map((person) => rateApplicant(person, client, today))
    .sort(byRate);

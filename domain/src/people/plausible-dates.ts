import { showDate } from '../calendar.ts';
import type { FieldError, NamedFault } from '../errors.ts';
import { remembering } from '../remembering.ts';
import { isDay } from '../wire.ts';
import { fieldOf, isFor, PERSON_FIELDS, type PersonField, type PersonKind } from './dictionary.ts';
import type { PersonDraft } from './schema.ts';

/**
 * How far from today a date may plausibly be. A date beyond is questioned before it is saved, but never refused, because it
 * may be true. `future: 'refused'` is for what cannot be true, such as a training that has not taken place yet.
 */
export interface DateSpan {
  readonly yearsBack: number;
  /** With 0, any date after today is beyond. */
  readonly yearsAhead: number;
  readonly future?: 'refused';
}

const NEVER_AHEAD = { yearsBack: 15, yearsAhead: 0, future: 'refused' } as const;
const LAST = { yearsBack: 15, yearsAhead: 0 } as const;
const MOVE = { yearsBack: 20, yearsAhead: 1 } as const;

/** One row per date in the field dictionary; months count from their first day. A test keeps both lists in step. */
export const DATE_SPANS = {
  DOB: { yearsBack: 110, yearsAhead: 0 },
  'Start Date': { yearsBack: 60, yearsAhead: 1 },
  'ID Expiration': { yearsBack: 15, yearsAhead: 12 },
  'Safety Training': NEVER_AHEAD,
  BackgroundCheck: LAST,
  capsCheck: LAST,
  'Staff Evaluation': NEVER_AHEAD,
  'Skill Validation': NEVER_AHEAD,
  'Work Authorization Expiration': { yearsBack: 15, yearsAhead: 12 },
  'Start IHSS': { yearsBack: 30, yearsAhead: 1 },
  StartOfCare: { yearsBack: 60, yearsAhead: 1 },
  'Home Visit': LAST,
  'PAR Expiration': { yearsBack: 15, yearsAhead: 3 },
  BenefitRenewal: { yearsBack: 15, yearsAhead: 1 },
  ClientSkillTraning: NEVER_AHEAD,
  Field2: LAST,
  CaseManagerDate: LAST,
  caseChanged: MOVE,
  archiveDate: MOVE,
  'DC Date': MOVE,
  'Return Date': MOVE,
  flushotVaccine: LAST,
} as const satisfies Partial<Record<PersonField, DateSpan>>;
export type SpannedField = keyof typeof DATE_SPANS;

/** Caregivers younger or older than this are questioned. */
const PROVIDER_AGES = { least: 16, most: 90 } as const;

interface Order {
  readonly first: SpannedField;
  readonly last: SpannedField;
  /** Only questioned if an office may have a reason: a discharge known in advance, a birth date on somebody else's record. */
  readonly weight: 'refused' | 'asked';
}

/** Pairs of dates of which the first may not be after the last. */
const ORDERED: readonly Order[] = [
  { first: 'Start Date', last: 'Return Date', weight: 'refused' },
  { first: 'DC Date', last: 'archiveDate', weight: 'asked' },
  { first: 'DOB', last: 'Start Date', weight: 'asked' },
  { first: 'DOB', last: 'StartOfCare', weight: 'asked' },
];

const isSpanned = (name: PersonField): name is SpannedField => Object.hasOwn(DATE_SPANS, name);
const SPANNED: readonly SpannedField[] = PERSON_FIELDS.filter(isSpanned);

/** A date, or the first day of a month, as YYYY-MM-DD; undefined for anything else. Days compare as text. */
const dayOf = (text: string | null | undefined): string | undefined => {
  const day = text?.length === 7 ? `${text}-01` : text;
  return day && isDay(day) ? day : undefined;
};

/** The first and last plausible day of each field. Computed once per day, because files contain thousands of dates. */
const bordersOn = remembering((today) => {
  const day = Temporal.PlainDate.from(today);
  return new Map(
    SPANNED.map((field) => {
      const { yearsBack, yearsAhead } = DATE_SPANS[field];
      const first = day.subtract({ years: yearsBack }).toString();
      return [field, { first, last: day.add({ years: yearsAhead }).toString() }] as const;
    }),
  );
});

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** '36 years', '5 months', '9 days': whole numbers of the largest unit that is at least one. */
const distanceWords = (from: Temporal.PlainDate, to: Temporal.PlainDate): string => {
  const { years, months, days } = from.until(to, { largestUnit: 'years' });
  if (years > 0) return counted(years, 'year');
  return months > 0 ? counted(months, 'month') : counted(days, 'day');
};

const shown = (text: string) => (text.length === 7 ? text : showDate(text));

/** On which side of its span a date is; undefined if it is within. */
export const beyondSpan = (
  field: SpannedField,
  day: string,
  today: Temporal.PlainDate,
): 'back' | 'ahead' | undefined => {
  const border = bordersOn(today.toString()).get(field);
  if (!border || (border.first <= day && day <= border.last)) return undefined;
  return day > border.last ? 'ahead' : 'back';
};

const ageQuestion = (born: Temporal.PlainDate, kind: PersonKind, today: Temporal.PlainDate) => {
  if (kind !== 'Provider') return undefined;
  const age = born.until(today, { largestUnit: 'years' }).years;
  return age < PROVIDER_AGES.least || age > PROVIDER_AGES.most
    ? `DOB ${showDate(born.toString())} makes this caregiver ${counted(age, 'year')} old`
    : undefined;
};

/** The question about a date; undefined if it is plausible, empty, not a date, or refused anyway. */
const dateQuestion = (
  field: SpannedField,
  text: string,
  kind: PersonKind,
  today: Temporal.PlainDate,
): string | undefined => {
  const day = dayOf(text);
  const side = day && beyondSpan(field, day, today);
  if (!day || (!side && field !== 'DOB')) return undefined;
  const date = Temporal.PlainDate.from(day);
  const { label } = fieldOf(field);
  if (side === 'ahead')
    return futureRefused(field) || field === 'DOB'
      ? undefined
      : `${label} ${shown(text)} is ${distanceWords(today, date)} ahead`;
  if (side === 'back') return `${label} ${shown(text)} is ${distanceWords(date, today)} ago`;
  return ageQuestion(date, kind, today);
};

const futureRefused = (field: SpannedField) => {
  const span: DateSpan = DATE_SPANS[field];
  return span.future === 'refused';
};

const turnedDates = (person: PersonDraft, kind: PersonKind, weight: Order['weight']): NamedFault[] =>
  ORDERED.flatMap(({ first, last, weight: own }) => {
    if (own !== weight || ![first, last].every((name) => isFor(fieldOf(name), kind))) return [];
    const [early, late] = [dayOf(person[first]), dayOf(person[last])];
    return early && late && early > late
      ? [
          {
            field: last,
            message: `${fieldOf(last).label} is before ${fieldOf(first).label}`,
            fault: 'datesTurned',
          },
        ]
      : [];
  });

/** Dates that are possible but so unlikely that they are questioned before they are saved. */
export const askAboutDates = (
  person: PersonDraft,
  kind: PersonKind,
  today: Temporal.PlainDate,
): FieldError[] => [
  ...SPANNED.flatMap((field) => {
    const text = person[field];
    if (!text || !isFor(fieldOf(field), kind)) return [];
    const message = dateQuestion(field, text, kind, today);
    return message ? [{ field, message }] : [];
  }),
  ...turnedDates(person, kind, 'asked'),
];

/** Dates that cannot be true: in the future although the event has taken place, or in the wrong order. */
export const checkDates = (
  person: PersonDraft,
  kind: PersonKind,
  today: Temporal.PlainDate,
): NamedFault[] => {
  const futureDates = SPANNED.flatMap((field): NamedFault[] => {
    const day = isFor(fieldOf(field), kind) && futureRefused(field) ? dayOf(person[field]) : undefined;
    return day && day > today.toString()
      ? [{ field, message: `${fieldOf(field).label} is in the future`, fault: 'inFuture' }]
      : [];
  });
  return [...futureDates, ...turnedDates(person, kind, 'refused')];
};

/** The last plausible day for a date with this name; undefined for names without a span. As text, because thousands are compared. */
export const latestPlausible = (name: string, today: Temporal.PlainDate): string | undefined => {
  const field = SPANNED.find((one) => one === name);
  return field && bordersOn(today.toString()).get(field)?.last;
};

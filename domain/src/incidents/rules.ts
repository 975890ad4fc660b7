import { addDays, minuteOfDay, sayStamp } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import type { FollowUpDraft, Incident, IncidentFacts, IncidentNotice, NoticeDraft } from './schema.ts';
import { RULED } from './state-rules.ts';
import { RECIPIENT_IN_SENTENCE } from './words.ts';

/** What an incident must say (docs/rules/incidents.md). */

/** The clock of a phone may be a little ahead. */
const SLACK_MINUTES = 5;

const isLater = (stamp: string, now: Temporal.Instant) =>
  Temporal.Instant.compare(Temporal.Instant.from(stamp), now.add({ minutes: SLACK_MINUTES })) > 0;

const missing = (field: string, value: string, message: string): FieldError[] =>
  value.trim() === '' ? [{ field, message }] : [];

export const SAY_WHAT = 'Write what happened.';
export const SAY_MEASURES = 'Write what was done, or that nothing was.';
export const SAY_TO_COME = 'This time is still to come.';

interface Now {
  readonly now: Temporal.Instant;
  readonly zone: string;
}

type Happened = Pick<IncidentFacts, 'date' | 'time'>;

export const isFuture = ({ date, time }: Happened, { now, zone }: Now): boolean => {
  const local = now.toZonedDateTimeISO(zone);
  const today = local.toPlainDate().toString();
  return (
    date > today || (date === today && time !== null && time > local.toPlainTime().toString().slice(0, 5))
  );
};

export const checkFacts = (facts: IncidentFacts, around: Now): FieldError[] => {
  const { what, measures, reporter, knownAt, date } = facts;
  const known = Temporal.Instant.from(knownAt).toZonedDateTimeISO(around.zone).toPlainDate().toString();
  return [
    ...(isFuture(facts, around) ? [{ field: 'date', message: 'This is in the future.' }] : []),
    ...missing('what', what, SAY_WHAT),
    ...missing('measures', measures, SAY_MEASURES),
    ...missing('reporter', reporter, 'Enter who reported it.'),
    ...(isLater(knownAt, around.now)
      ? [{ field: 'knownAt', message: 'You cannot have learned of it in the future.' }]
      : []),
    ...(known < date ? [{ field: 'knownAt', message: 'You learned of it before it happened.' }] : []),
  ];
};

interface VisitTimes {
  readonly date: string;
  readonly start: string;
  readonly end: string;
}

/** The day on which something happened at a visit: what is nearer to the end of a night than to its start was on the day after. */
export const dayAtVisit = ({ date, start, end }: VisitTimes, time: string | null): string => {
  const [from, to] = [minuteOfDay(start), minuteOfDay(end)];
  const isDayAfter = to < from && time !== null && 2 * minuteOfDay(time) < from + to;
  return isDayAfter ? addDays(date, 1) : date;
};

export const isStillToCome = (happened: Happened, { now, zone }: Now): boolean =>
  isFuture(happened, { now: now.add({ minutes: SLACK_MINUTES }), zone });

export const checkPhoneReport = (facts: IncidentFacts, around: Now): FieldError[] => [
  ...missing('what', facts.what, SAY_WHAT),
  ...missing('measures', facts.measures, SAY_MEASURES),
  ...(isStillToCome(facts, around) ? [{ field: 'time', message: SAY_TO_COME }] : []),
];

/**
 * A wrong day would make a missed deadline look kept. Others may have been told before: a caregiver calls the family first.
 * Times are entered to the minute.
 */
const isBeforeKnown = ({ whom, at, isMistake }: NoticeDraft, knownAt: string) =>
  RULED.includes(whom) &&
  !isMistake &&
  Temporal.Instant.compare(
    Temporal.Instant.from(at),
    Temporal.Instant.from(knownAt).round({ smallestUnit: 'minute', roundingMode: 'floor' }),
  ) < 0;

/** The same where the time is amended from which a deadline runs. */
export const checkKnownAt = (
  { knownAt }: Pick<IncidentFacts, 'knownAt'>,
  notices: readonly IncidentNotice[],
  zone: string,
): FieldError[] =>
  notices
    .filter((one) => isBeforeKnown(one, knownAt))
    .slice(0, 1)
    .map(({ at }) => ({
      field: 'knownAt',
      message: `A notice is dated earlier: ${sayStamp(at, zone)}. Correct it first.`,
    }));

export const checkNotice = (
  notice: NoticeDraft,
  { knownAt }: Pick<IncidentFacts, 'knownAt'>,
  { now, zone }: Now,
): FieldError[] => {
  const { outcome, name, at, memo, isMistake } = notice;
  return [
    ...(outcome === 'told' ? missing('name', name, 'Enter who was told.') : []),
    ...(outcome === 'notNeeded' ? missing('memo', memo, 'Write why nobody has to be told.') : []),
    ...(isMistake ? missing('memo', memo, 'Write what was wrong.') : []),
    ...(isLater(at, now) ? [{ field: 'at', message: 'This is in the future.' }] : []),
    ...(isBeforeKnown(notice, knownAt)
      ? [{ field: 'at', message: `This is before you learned of it, ${sayStamp(knownAt, zone)}.` }]
      : []),
  ];
};

export const checkFollowUp = ({ what, who, result }: FollowUpDraft): FieldError[] => [
  ...missing('what', what, 'Write what is to be done.'),
  ...missing('who', who, 'Enter who does it.'),
  ...(result === null ? [] : missing('result', result, 'Write what came of it.')),
];

/** Why an incident cannot be closed yet. */
export const whyNotClosed = ({
  facts,
  followUps,
  duties,
}: Pick<Incident, 'facts' | 'followUps' | 'duties'>): FieldError[] => {
  const open = duties.filter(({ state }) => state === 'open');
  return [
    ...open.map(
      ({ whom }) => `First record that you told ${RECIPIENT_IN_SENTENCE[whom]}, or why that is not needed.`,
    ),
    ...(followUps.some(({ result }) => result === null) ? ['First finish the open follow-ups.'] : []),
    ...(facts.critical === 'undecided' ? ['First decide whether it is critical.'] : []),
    ...(facts.harm === 'unknown' ? ['First enter what harm was done.'] : []),
  ].map((message) => ({ field: 'resolution', message }));
};

export const SAY_RESOLUTION = 'Write what came of it.';
export const checkResolution = (resolution: string): FieldError[] =>
  missing('resolution', resolution, SAY_RESOLUTION);

import { addDays, instantOf, sayDay, sayStamp } from '../calendar.ts';
import type { Duty, FollowUp, IncidentFacts, IncidentNotice, NextStep, Recipient } from './schema.ts';
import { type KnownDuty, rulesFor } from './state-rules.ts';
import { RECIPIENT_IN_SENTENCE } from './words.ts';

/** By when whom to tell, and what is still open of an incident (docs/rules/incidents.md). */

/** The day after so many days from Monday to Friday; holidays count as such days, which can only make it earlier. */
export const businessDaysAfter = (day: Temporal.PlainDate, count: number): Temporal.PlainDate => {
  const next = day.add({ days: 1 });
  const left = next.dayOfWeek <= 5 ? count - 1 : count;
  return left === 0 ? next : businessDaysAfter(next, left);
};

const dayIn = (zone: string, at: string): Temporal.PlainDate =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate();

/** Those of somebody that count, the first time first. */
const reportsTo = (whom: Recipient, notices: readonly IncidentNotice[]): IncidentNotice[] =>
  notices
    .filter((one) => one.whom === whom && !one.isMistake && one.outcome === 'told')
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));

const dueOf = (
  within: KnownDuty['within'],
  { facts: { knownAt }, notices }: Pick<OpenIncident, 'facts' | 'notices'>,
  zone: string,
): Pick<Duty, 'due' | 'day'> => {
  if (within === null) return { due: null, day: null };
  if ('hours' in within)
    return { due: Temporal.Instant.from(knownAt).add({ hours: within.hours }).toString(), day: null };
  const [before] = 'days' in within ? reportsTo(within.afterReportTo, notices) : [];
  // It begins to run once the other one was told.
  if ('days' in within && !before) return { due: null, day: null };
  const day =
    'days' in within
      ? dayIn(zone, before?.at ?? knownAt).add({ days: within.days })
      : businessDaysAfter(dayIn(zone, knownAt), within.businessDays);
  return { due: endOf(day.toString(), zone).toString(), day: day.toString() };
};

/** A day is over when the next one begins. */
const endOf = (day: string, zone: string) => instantOf(addDays(day, 1), '00:00', zone);

const isAfter = (a: string, b: string) =>
  Temporal.Instant.compare(Temporal.Instant.from(a), Temporal.Instant.from(b)) > 0;

/** The first time that they were told counts. */
const stateOf = (
  { whom, due }: Pick<Duty, 'whom' | 'due'>,
  notices: readonly IncidentNotice[],
): Duty['state'] => {
  const [first] = reportsTo(whom, notices);
  if (first) return due !== null && isAfter(first.at, due) ? 'toldLate' : 'told';
  return notices.some((one) => one.whom === whom && !one.isMistake) ? 'notNeeded' : 'open';
};

export interface OpenIncident {
  readonly facts: IncidentFacts;
  readonly notices: readonly IncidentNotice[];
  readonly followUps: readonly FollowUp[];
  readonly isClosed: boolean;
}

export interface Where {
  /** Of the client's address. */
  readonly state: string | null;
  readonly zone: string;
}

export const dutiesOf = (
  incident: Pick<OpenIncident, 'facts' | 'notices'>,
  { state, zone }: Where,
): Duty[] => {
  const day = dayIn(zone, incident.facts.knownAt).toString();
  return rulesFor(incident.facts, { state, day }).map(({ whom, within, applies, quote, source }) => {
    const due = dueOf(within, incident, zone);
    return { whom, ...due, applies, quote, source, state: stateOf({ whom, due: due.due }, incident.notices) };
  });
};

/** Whoever has to be told is told at once; a follow-up waits for its last day. */
export const isDue = ({ kind, day }: NextStep, today: string): boolean =>
  kind === 'tell' || (day ?? '') <= today;

/** The earliest first, and what has no known deadline last. */
const compareDue = (a: NextStep, b: NextStep): number =>
  a.due === null || b.due === null
    ? Number(a.due === null) - Number(b.due === null)
    : Temporal.Instant.compare(Temporal.Instant.from(a.due), Temporal.Instant.from(b.due));

/** What is still to be done: whom to tell and what to follow up. What is due comes first: a follow-up to come hides no deadline. */
export const stepsOf = (incident: OpenIncident, where: Where, today: string): NextStep[] => {
  if (incident.isClosed) return [];
  const reports = dutiesOf(incident, where).flatMap(({ whom, due, day, state }): NextStep[] =>
    state === 'open' ? [{ kind: 'tell', words: `Tell ${RECIPIENT_IN_SENTENCE[whom]}`, due, day }] : [],
  );
  const followed = incident.followUps.flatMap(({ what, until, result }): NextStep[] =>
    result === null
      ? [{ kind: 'followUp', words: what, due: endOf(until, where.zone).toString(), day: until }]
      : [],
  );
  return [...reports, ...followed].toSorted(
    (a, b) => Number(isDue(b, today)) - Number(isDue(a, today)) || compareDue(a, b),
  );
};

/** 'by Nov 21, 9:30 AM', 'by the end of Nov 24', 'deadline unknown' */
export const sayDue = ({ due, day }: Pick<NextStep, 'due' | 'day'>, zone: string): string => {
  if (due === null) return 'deadline unknown';
  return day === null ? `by ${sayStamp(due, zone)}` : `by the end of ${sayDay(day)}`;
};

/** 'Tell the police by Nov 21, 9:30 AM', 'Tell the case manager, deadline unknown' */
export const sayStep = (step: NextStep, zone: string): string =>
  [step.words, sayDue(step, zone)].join(step.due === null ? ', ' : ' ');

export const isPast = ({ due }: Pick<NextStep, 'due'>, now: Temporal.Instant): boolean =>
  due !== null && Temporal.Instant.compare(Temporal.Instant.from(due), now) <= 0;

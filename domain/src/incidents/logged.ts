import { showDate, showStamp } from '../calendar.ts';
import type { FollowUp, IncidentFacts, IncidentNotice } from './schema.ts';
import { CRITICAL_WORDS, HARM_WORDS, KIND_WORDS, OUTCOME_WORDS, RECIPIENT_WORDS } from './words.ts';

/** What the record log keeps of an incident: each field in words, so that nothing that was said is lost. */

export interface LoggedIncident {
  readonly clientId: number;
  readonly providerId: number | null;
  readonly facts: IncidentFacts;
  readonly notices: readonly IncidentNotice[];
  readonly followUps: readonly FollowUp[];
  readonly resolution: string | null;
}

type Words = Readonly<Record<string, string | number | null>>;

const factWords = (facts: IncidentFacts, zone: string): Words => ({
  Kind: KIND_WORDS[facts.kind],
  Critical: CRITICAL_WORDS[facts.critical],
  Date: showDate(facts.date),
  Time: facts.time,
  'Lasted (minutes)': facts.minutes,
  Place: facts.place || null,
  'What happened': facts.what,
  Harm: HARM_WORDS[facts.harm],
  'What was done': facts.measures,
  'Persons involved and witnesses': facts.others || null,
  'Observed or reported': facts.witnessed,
  'Reported by': facts.reporter,
  'Known since': showStamp(facts.knownAt, zone),
});

/** Each part of an entry has a name of its own: joined, what moves from one to its neighbor would look the same. */
const noticeWords = (
  { no, whom, outcome, name, at, memo, isMistake }: IncidentNotice,
  zone: string,
): Words => ({
  [`Notice ${no}: whom`]: RECIPIENT_WORDS[whom],
  [`Notice ${no}: outcome`]: OUTCOME_WORDS[outcome],
  [`Notice ${no}: name`]: name || null,
  [`Notice ${no}: when`]: showStamp(at, zone),
  [`Notice ${no}: memo`]: memo || null,
  [`Notice ${no}: entered by mistake`]: isMistake ? 'Yes' : null,
});

const followUpWords = ({ no, what, who, until, result }: FollowUp): Words => ({
  [`Follow-up ${no}: what`]: what,
  [`Follow-up ${no}: who`]: who,
  [`Follow-up ${no}: until`]: showDate(until),
  [`Follow-up ${no}: what came of it`]: result,
});

const wordsOf = (
  { clientId, providerId, facts, notices, followUps, resolution }: LoggedIncident,
  zone: string,
): Words => ({
  'Client ID': clientId,
  'Caregiver ID': providerId,
  ...factWords(facts, zone),
  ...Object.fromEntries(
    [...notices.map((one) => noticeWords(one, zone)), ...followUps.map(followUpWords)].flatMap((words) =>
      Object.entries(words),
    ),
  ),
  Resolution: resolution,
});

/** Field → what it was and what it is; null before there was an incident. */
export const loggedIncident = (
  before: LoggedIncident | null,
  after: LoggedIncident,
  zone: string,
): Record<string, readonly [old: string | number | null, now: string | number | null]> => {
  const was = before ? wordsOf(before, zone) : {};
  return Object.fromEntries(
    Object.entries(wordsOf(after, zone))
      .filter(([name, value]) => (was[name] ?? null) !== value)
      .map(([name, value]) => [name, [was[name] ?? null, value] as const]),
  );
};

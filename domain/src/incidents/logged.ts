import { showDate, showStamp } from '../calendar.ts';
import type { FollowUp, IncidentFacts, IncidentNotice } from './schema.ts';
import { CRITICAL_WORDS, HARM_WORDS, KIND_WORDS, RECIPIENT_WORDS } from './words.ts';

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

const noticeWords = ({ whom, outcome, name, at, memo, isMistake }: IncidentNotice, zone: string): string =>
  [
    RECIPIENT_WORDS[whom],
    outcome === 'told' ? `told ${showStamp(at, zone)}` : 'not needed',
    name,
    memo,
    isMistake && 'entered by mistake',
  ]
    .filter(Boolean)
    .join(', ');

const followUpWords = ({ what, who, until, result }: FollowUp): string =>
  [what, who, `until ${showDate(until)}`, result !== null && `done: ${result}`].filter(Boolean).join(', ');

const wordsOf = (
  { clientId, providerId, facts, notices, followUps, resolution }: LoggedIncident,
  zone: string,
): Words => ({
  'Client ID': clientId,
  'Caregiver ID': providerId,
  ...factWords(facts, zone),
  ...Object.fromEntries(notices.map((one) => [`Notice ${one.no}`, noticeWords(one, zone)])),
  ...Object.fromEntries(followUps.map((one) => [`Follow-up ${one.no}`, followUpWords(one)])),
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
